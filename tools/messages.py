"""The translations: `python tools/messages.py compile | check | missing`.

The texts in code and templates are French; `locale/<area>/en/LC_MESSAGES/django.po` holds the English of an
area (games, mail, players, pages), and the `.mo` beside it is what Django reads. Both are committed.

compile   write every .mo whose .po says something else
check     every text of code and templates has an English one in some area, with the same placeholders; no
          entry is unused, fuzzy, or different in two areas; every .mo says what its .po says
missing   print the entries that are missing, ready to be filled in
"""

from __future__ import annotations

import ast
import gettext
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import normalize, read_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
CODE = ("tarot_site", "notifications")
TEMPLATES = ("templates", "tarot_site", "notifications")
TEMPLATE_SUFFIXES = {".html", ".txt"}

# Function -> which of its arguments are context, singular and plural.
FUNCTIONS: dict[str, tuple[int | None, int, int | None]] = {
    "gettext": (None, 0, None),
    "ngettext": (None, 0, 1),
    "pgettext": (0, 1, None),
    "npgettext": (0, 1, 2),
}
FUNCTIONS |= {f"{name}_lazy": places for name, places in FUNCTIONS.items()}
FUNCTIONS |= {"gettext_noop": (None, 0, None)}

# Context or None, singular, plural or None.
Text = tuple[str | None, str, str | None]

_LITERAL = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_CALL = re.compile(rf"\b(_|n?p?gettext)\((\s*{_LITERAL}(?:\s*,\s*{_LITERAL})*)")
_PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w*\}|%[sd]")


def texts_of_python(source: str) -> Iterator[Text]:
    """Every text that a gettext function gets, whatever name it was imported under."""
    tree = ast.parse(source)
    names = dict.fromkeys(FUNCTIONS, "")
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation":
            names |= {alias.asname or alias.name: alias.name for alias in node.names}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        places = FUNCTIONS.get(names.get(name) or name)
        if places is not None:
            arguments = [a.value if isinstance(a, ast.Constant) else None for a in node.args]
            yield from _pick(places, arguments)


def texts_of_template(source: str, name: str) -> Iterator[Text]:
    """Every text of the translation tags, and of `_("...")` in other tags."""
    for function, literals in _CALL.findall(templatize(source, origin=name)):
        arguments = ast.literal_eval(f"[{literals}]")
        yield from _pick(FUNCTIONS["gettext" if function == "_" else function], arguments)


def _pick(places: tuple[int | None, int, int | None], arguments: list[object]) -> Iterator[Text]:
    context, singular, plural = (
        arguments[place] if place is not None and place < len(arguments) else None for place in places
    )
    if isinstance(singular, str):
        yield (
            context if isinstance(context, str) else None,
            singular,
            plural if isinstance(plural, str) else None,
        )


def texts_in_use(root: Path = ROOT) -> dict[Text, str]:
    """Every text of code and templates, with the first file that has it."""
    found: dict[Text, str] = {}
    for path in sorted(path for folder in CODE for path in (root / folder).rglob("*.py")):
        if "migrations" not in path.parts:
            for text in texts_of_python(path.read_text("utf-8")):
                found.setdefault(text, str(path.relative_to(root)))
    for path in sorted(path for folder in TEMPLATES for path in (root / folder).rglob("*")):
        if path.suffix in TEMPLATE_SUFFIXES and "templates" in path.relative_to(root).parts:
            for text in texts_of_template(path.read_text("utf-8"), path.name):
                found.setdefault(text, str(path.relative_to(root)))
    return found


def po_files(root: Path = ROOT) -> list[Path]:
    """The English of every area."""
    return sorted((root / "locale").glob("*/*/LC_MESSAGES/django.po"))


def read_catalog(path: Path) -> Catalog:
    """The entries of a .po file. Raises ValueError or PoFileError where it is malformed."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name, abort_invalid=True)


def entries(catalog: Catalog) -> Iterator[tuple[Text, Message]]:
    """Its entries, without the header."""
    for message in catalog:
        if message.id:
            ids = message.id if isinstance(message.id, (list, tuple)) else (message.id, None)
            yield (message.context, ids[0], ids[1]), message


def compiled(catalog: Catalog) -> bytes:
    """The content of its .mo file."""
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def meaning(content: bytes) -> dict[object, str]:
    """What a .mo file says, without the dates of its header."""
    said = dict(gettext.GNUTranslations(io.BytesIO(content))._catalog)  # type: ignore[attr-defined]
    said.pop("", None)
    return said


def is_up_to_date(path: Path) -> bool:
    """Whether the .mo beside this .po says the same."""
    target = path.with_suffix(".mo")
    return target.exists() and meaning(target.read_bytes()) == meaning(compiled(read_catalog(path)))


def compile_all(root: Path = ROOT) -> None:
    """Write the .mo files that are not up to date."""
    for path in po_files(root):
        if not is_up_to_date(path):
            path.with_suffix(".mo").write_bytes(compiled(read_catalog(path)))
            print(f"compiled {path.relative_to(root)}")


def problems(root: Path = ROOT) -> Iterator[str]:
    """Everything `check` complains about, a line each."""
    used = texts_in_use(root)
    translated: dict[Text, object] = {}
    for path in po_files(root):
        area = str(path.relative_to(root))
        for text, message in entries(read_catalog(path)):
            yield from (f"{area}: {wrong}: {text[1]!r}" for wrong in _faults(text, message, used))
            if text in translated and translated[text] != message.string:
                yield f"{area}: different in another area: {text[1]!r}"
            translated[text] = message.string
        if not is_up_to_date(path):
            yield f"{area}: the .mo file is old, run `make messages`"
    for text, source in used.items():
        if text not in translated:
            yield f"{source}: no English for {text[1]!r}" + (f" (context {text[0]!r})" if text[0] else "")


def _faults(text: Text, message: Message, used: dict[Text, str]) -> Iterator[str]:
    strings = message.string if isinstance(message.string, (list, tuple)) else [message.string]
    if text not in used:
        yield "unused"
    if message.fuzzy:
        yield "fuzzy"
    if not all(strings):
        yield "no English"
        return
    wanted = {part for ids in text[1:] if ids for part in _PLACEHOLDER.findall(ids)}
    if {part for string in strings for part in _PLACEHOLDER.findall(string)} != wanted:
        yield "other placeholders"


def print_missing(root: Path = ROOT) -> None:
    """The entries to write; whoever wrote the text knows its area."""
    known = {text for path in po_files(root) for text, _ in entries(read_catalog(path))}
    for (context, singular, plural), source in texts_in_use(root).items():
        if (context, singular, plural) in known:
            continue
        print(f"#: {source}")
        if context:
            print(f"msgctxt {normalize(context)}")
        print(f"msgid {normalize(singular)}")
        print(f'msgid_plural {normalize(plural)}\nmsgstr[0] ""\nmsgstr[1] ""\n' if plural else 'msgstr ""\n')


def main(arguments: list[str]) -> int:
    """Exit status: 0 all is well, 1 problems were printed, 2 not understood."""
    match arguments:
        case ["compile"]:
            compile_all()
        case ["missing"]:
            print_missing()
        case ["check"]:
            found = list(problems())
            print("\n".join(found) or "messages: every text has its English")
            return 1 if found else 0
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
