"""A browser as small as it can be: fetch a page, find its form, send it. No script, no cookie, no memory."""

from __future__ import annotations

import http.client
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlencode, urljoin, urlsplit


@dataclass
class Form:
    """The form of a page: where it goes, what it carries by itself, and what it asks."""

    action: str
    carried: dict[str, str] = field(default_factory=dict)  # hidden fields, texts, the option selected
    radios: list[str] = field(default_factory=list)  # values of name="choice"
    checked: str | None = None
    cards: list[str] = field(default_factory=list)  # values of name="card"
    pick: int = 0
    shows: list[str] = field(default_factory=list)  # values of name="show"
    sizes: list[int] = field(default_factory=list)  # how many cards the handfuls show
    miseres: list[str] = field(default_factory=list)  # values of name="misere"
    gaps: list[str] = field(default_factory=list)  # values of name="gap"
    usual_gaps: list[str] = field(default_factory=list)
    names: set[str] = field(default_factory=set)


@dataclass
class Answer:
    """What the server said."""

    status: int
    url: str
    text: str
    forms: dict[str, Form]

    @property
    def form(self) -> Form | None:
        """The form that answers a decision, if the page has one."""
        return self.forms.get("act")


class _Forms(HTMLParser):
    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = url
        self.forms: dict[str, Form] = {}
        self.current: Form | None = None
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form" and values.get("method", "").lower() == "post":
            self.current = Form(urljoin(self.url, values.get("action", "")))
            self.current.pick = int(values.get("data-pick", "0") or 0)
            self.forms[values.get("id", f"form{len(self.forms)}")] = self.current
        elif self.current is not None and tag == "fieldset":
            self.current.sizes += map(int, values.get("data-sizes", "").split())
        elif self.current is not None and tag == "select":
            self.select = values.get("name", "")
            self.current.names.add(self.select)
        elif self.current is not None and tag == "option" and self.select:
            if "selected" in values or self.select not in self.current.carried:
                self.current.carried[self.select] = values.get("value", "")
        elif self.current is not None and tag in ("input", "button") and "disabled" not in values:
            self._field(self.current, values)

    def _field(self, form: Form, values: dict[str, str]) -> None:
        name, kind, value = values.get("name", ""), values.get("type", ""), values.get("value", "")
        form.names.add(name)
        if kind in ("hidden", "text", "email"):
            form.carried[name] = value
        elif kind == "radio" and name == "choice":
            form.radios.append(value)
            form.checked = value if "checked" in values else form.checked
        elif kind == "checkbox" and name == "card":
            form.cards.append(value)
        elif kind == "checkbox" and name == "show":
            form.shows.append(value)
        elif kind == "checkbox" and name == "gap":
            form.gaps.append(value)
            form.usual_gaps += [value] if "checked" in values else []
        elif kind == "checkbox" and name == "misere":
            form.miseres.append(value)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.current = None


def request(method: str, url: str, fields: list[tuple[str, str]] | None = None) -> Answer:
    """One request, redirects not followed."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)
    try:
        body = urlencode(fields) if fields is not None else None
        headers = {"Content-Type": "application/x-www-form-urlencoded"} if fields is not None else {}
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        connection.request(method, path, body=body, headers=headers)
        response = connection.getresponse()
        text = response.read().decode()
        location = response.headers.get("Location")
        parser = _Forms(url)
        parser.feed(text)
        return Answer(response.status, urljoin(url, location) if location else url, text, parser.forms)
    finally:
        connection.close()


def get(url: str) -> Answer:
    """The page at this address; it must answer 200."""
    answer = request("GET", url)
    assert answer.status == 200, (answer.status, answer.text[:500])
    return answer


def post(form: Form, fields: list[tuple[str, str]]) -> Answer:
    """Send a form with these fields over what it carries, and follow the one redirect."""
    names = {name for name, _ in fields}
    carried = [(name, value) for name, value in form.carried.items() if name not in names]
    answer = request("POST", form.action, carried + fields)
    return get(answer.url) if answer.status == 303 else answer
