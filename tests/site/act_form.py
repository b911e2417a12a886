"""The answer form of a page as a browser reads it: what it would send, and which button Enter presses."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class PageForm:
    """One form: its address, the fields it would send as it stands, and its submit buttons in their order."""

    action: str = ""
    fields: dict[str, list[str]] = field(default_factory=dict)
    submits: list[str] = field(default_factory=list)  # names; "" for a button without one

    def add(self, name: str | None, value: str | None) -> None:
        """A field that would be sent."""
        if name:
            self.fields.setdefault(name, []).append(value or "")


class _Reader(HTMLParser):
    """Forms by their id. A control with a ``form`` attribute belongs to that form, wherever it stands."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: dict[str, PageForm] = {}
        self.inside = ""
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        have = dict(attrs)
        if tag == "form":
            self.inside = have.get("id") or f"form {len(self.forms)}"
            self.forms.setdefault(self.inside, PageForm()).action = have.get("action") or ""
            return
        owner = have.get("form") or self.inside
        if not owner:
            return
        form = self.forms.setdefault(owner, PageForm())
        kind = have.get("type") or ("submit" if tag == "button" else "text")
        if tag == "button" and kind == "submit":
            form.submits.append(have.get("name") or "")
        elif tag == "input" and (kind not in ("radio", "checkbox") or "checked" in have):
            form.add(have.get("name"), have.get("value"))
        elif tag == "select":
            self.select = have.get("name") or ""
        elif tag == "option" and "selected" in have:
            form.add(self.select, have.get("value"))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = ""


def forms_of(response: object) -> dict[str, PageForm]:
    """The forms of a page by their id."""
    reader = _Reader()
    reader.feed(response.content.decode())  # type: ignore[attr-defined]
    return reader.forms
