"""The translations are complete, and the tool that says so can tell when they are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.messages import compile_all, problems, texts_in_use, texts_of_python, texts_of_template

PO = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"

"""


def test_every_text_has_its_english() -> None:
    assert list(problems()) == []


def test_the_texts_of_the_site_are_found() -> None:
    assert len(texts_in_use()) > 100


def test_python_under_any_name() -> None:
    source = """
from django.utils import translation
from django.utils.translation import gettext as _, ngettext, pgettext_lazy as p, gettext_noop as N_
a = _("un " "deux"), ngettext("%(n)s pli", "%(n)s plis", 3), p("carte", "roi"), N_("noop")
b = translation.gettext("par le module"), other("rien"), _(variable)
"""
    assert set(texts_of_python(source)) == {
        (None, "un deux", None),
        (None, "%(n)s pli", "%(n)s plis"),
        ("carte", "roi", None),
        (None, "noop", None),
        (None, "par le module", None),
    }


def test_templates() -> None:
    source = """{% load i18n %}gettext("pas ceci"){% trans "À vous" %}{{ _("l'entame") }}
{% translate "roi" context "carte" %}{% include "x" with t=_("titre") %}
{% blocktranslate trimmed count n=n %}
  {{ n }} pli
{% plural %}
  {{ n }} plis
{% endblocktranslate %}"""
    assert set(texts_of_template(source, "x.html")) == {
        (None, "À vous", None),
        (None, "l'entame", None),
        ("carte", "roi", None),
        (None, "titre", None),
        (None, "%(n)s pli", "%(n)s plis"),
    }


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project: one text in code, its English in one area."""
    (tmp_path / "notifications").mkdir()
    (tmp_path / "notifications" / "a.py").write_text('gettext("%(who)s joue")\n', "utf-8")
    write_po(tmp_path, 'msgid "%(who)s joue"\nmsgstr "%(who)s plays"\n')
    compile_all(tmp_path)
    return tmp_path


def write_po(project: Path, text: str, area: str = "mail") -> None:
    folder = project / "locale" / area / "en" / "LC_MESSAGES"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "django.po").write_text(PO + text, "utf-8")


def test_complete(project: Path) -> None:
    assert list(problems(project)) == []


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no English for '%(who)s joue'"),
        ('msgid "%(who)s joue"\nmsgstr ""\n', "no English: '%(who)s joue'"),
        ('msgid "%(who)s joue"\nmsgstr "%(name)s plays"\n', "other placeholders"),
        ('#, fuzzy\nmsgid "%(who)s joue"\nmsgstr "%(who)s plays"\n', "fuzzy"),
        ('msgid "%(who)s joue"\nmsgstr "%(who)s plays"\n\nmsgid "vieux"\nmsgstr "old"\n', "unused: 'vieux'"),
        ('msgid "%(who)s joue"\nmsgstr "%(who)s is playing"\n', "the .mo file is old"),
    ],
)
def test_incomplete(project: Path, text: str, complaint: str) -> None:
    write_po(project, text)
    assert any(complaint in line for line in problems(project))


def test_two_areas_that_differ(project: Path) -> None:
    write_po(project, 'msgid "%(who)s joue"\nmsgstr "%(who)s is on"\n', area="pages")
    compile_all(project)
    assert any("different in another area" in line for line in problems(project))
