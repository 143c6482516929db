"""A browser without JavaScript: it knows links, and forms with what stands in them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

from django.test import Client

PICTURES = re.compile("<svg.*?</svg>", re.DOTALL)


@dataclass
class Button:
    label: str = ""
    name: str = ""
    value: str = ""
    form: str = ""  # of another form, which it names


@dataclass
class Form:
    action: str
    method: str
    id: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[Button] = field(default_factory=list)


class PlainBrowser:
    """One person's browser. Forms are sent with the hidden fields they came with, the CSRF token among them."""

    def __init__(self) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.page: Any = None
        self._forms: list[Form] | None = None

    def open(self, address: str) -> PlainBrowser:
        return self._arrived(self.client.get(address, follow=True))

    def press(self, label: str, **fields: str) -> PlainBrowser:
        """Press the button that says so (or whose value that is), with these fields filled in."""
        form, button = next(
            (form, button) for form in self.forms for button in form.buttons if label in (button.label, button.value)
        )
        unknown = set(fields) - set(form.fields)
        assert not unknown, f"the form has no field {unknown}"
        sent = {**form.fields, **fields, **({button.name: button.value} if button.name else {})}
        address = urljoin(self.path, form.action)
        send = self.client.post if form.method == "post" else self.client.get
        return self._arrived(send(address, sent, follow=True))

    @property
    def path(self) -> str:
        return str(self.page.request["PATH_INFO"])

    @property
    def text(self) -> str:
        return str(self.page.content.decode())

    @property
    def forms(self) -> list[Form]:
        """Read once for each page; no form has a part in a picture."""
        if self._forms is None:
            self._forms = _forms(PICTURES.sub("", self.text))
        return self._forms

    @property
    def buttons(self) -> list[str]:
        return [button.label for form in self.forms for button in form.buttons]

    @property
    def moves(self) -> list[str]:
        return [button.value for form in self.forms for button in form.buttons if button.name == "move"]

    @property
    def steps(self) -> list[str]:
        """The links that pick something, on the board or in the dock: where they lead."""
        links = re.findall(r'<a (?=[^>]*id="(?:hex|leaf|space|piece|again|stop)-)[^>]*>', self.text)
        chosen = [link for link in links if 'data-state="no"' not in link and 'data-state="chosen"' not in link]
        return [unescape(re.findall(r'href="([^"#]*)', link)[0]) for link in chosen]

    def _arrived(self, page: Any) -> PlainBrowser:
        assert page.status_code < 500
        self.page, self._forms = page, None
        return self


def _forms(page: str) -> list[Form]:
    reader = _Reader()
    reader.feed(page)
    by_id = {form.id: form for form in reader.forms if form.id}
    for form in reader.forms:
        for button in [button for button in form.buttons if button.form]:
            form.buttons.remove(button)
            by_id[button.form].buttons.append(button)
    for name, fields in reader.elsewhere:
        by_id[name].fields.update(fields)
    return reader.forms


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.elsewhere: list[tuple[str, dict[str, str]]] = []  # fields of another form, which they name
        self._is_within = False
        self._button: Button | None = None
        self._hidden = 0  # how deep in what is only said
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(given.get("action", ""), given.get("method", "get"), given.get("id", "")))
            self._is_within = True
        if not self._is_within:
            return
        form = self.forms[-1]
        match tag, given.get("type", "text"):
            case "input", ("radio" | "checkbox"):
                form.fields.setdefault(given["name"], "")
                if "checked" in given:
                    form.fields[given["name"]] = given.get("value", "on")
            case "input", _ if "form" in given:
                self.elsewhere.append((given["form"], {given["name"]: given.get("value", "")}))
            case "input", _ if "name" in given:
                form.fields[given["name"]] = given.get("value", "")
            case "select", _:
                self._select = given["name"]
            case "option", _ if self._select and ("selected" in given or self._select not in form.fields):
                form.fields[self._select] = given.get("value", "")
            case "button", _:
                self._button = Button("", given.get("name", ""), given.get("value", ""), given.get("form", ""))
                form.buttons.append(self._button)
            case "span", _ if self._button and given.get("class") == "sr":
                self._hidden = 1

    def handle_data(self, data: str) -> None:
        if self._button and not self._hidden:
            self._button.label = " ".join(f"{self._button.label} {data}".split())

    def handle_endtag(self, tag: str) -> None:
        match tag:
            case "form":
                self._is_within = False
            case "button":
                self._button = None
            case "select":
                self._select = ""
            case "span":
                self._hidden = 0
