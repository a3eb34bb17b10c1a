"""HTML that no name can break out of: whatever is not markup already is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import Final

Attribute = str | int | bool

_VOID: Final = frozenset({"br", "col", "img", "meta"})
_ALLOWED: Final = "default-src 'none'; style-src 'unsafe-inline'"
_PICTURES: Final = "; img-src data:"
_UNSEEN: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
"""What may not stand in HTML: control signs, halves of signs, signs that are none."""


class Html(str):
    """A text that is markup already."""

    __slots__ = ()


def text(said: str) -> Html:
    """A text as markup."""
    return said if isinstance(said, Html) else Html(escape(_UNSEEN.sub("\N{REPLACEMENT CHARACTER}", said)))


def join(parts: Iterable[str], between: str = "") -> Html:
    """Texts and markup one after the other."""
    return Html(text(between).join(map(text, parts)))


def element(name: str, /, *content: str, **attributes: Attribute) -> Html:
    """An element around texts and markup.

    Attributes: ``class_`` is ``class``, ``data_h`` ``data-h``; True stands alone, False and "" are left out.
    """
    given = "".join(_attribute(key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items())
    end = "" if name in _VOID else f"{join(content)}</{name}>"
    return Html(f"<{name}{given}>{end}")


def _attribute(name: str, value: Attribute) -> str:
    if value is False or value == "":
        return ""
    return f" {name}" if value is True else f' {name}="{text(str(value))}"'


def document(kind: str, language: str, title: str, style: str, *body: str, refresh: int = 0, pictures: bool = False) -> str:
    """A whole page, which may load nothing; a browser reads it again after ``refresh`` seconds, if that is not 0.

    With ``pictures`` it may show those that it carries itself.
    """
    head = (
        element("meta", charset="utf-8"),
        _mark(kind),
        element("meta", http_equiv="refresh", content=refresh) if refresh else Html(),
        element("meta", http_equiv="Content-Security-Policy", content=_ALLOWED + (_PICTURES if pictures else "")),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        element("style", Html(style)),
    )
    whole = element("html", element("head", *head), "\n", element("body", *body), lang=language)
    return f"<!DOCTYPE html>\n{whole}\n"


def is_page(kind: str, data: bytes) -> bool:
    """Whether a file is a page of this kind."""
    return _mark(kind).encode() in data[:400]


def _mark(kind: str) -> Html:
    return element("meta", name="generator", content=f"bangxl {kind}")
