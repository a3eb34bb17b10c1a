"""HTML with safe escaping: everything that is not yet markup is escaped."""

import re
from collections.abc import Iterable
from html import escape
from importlib.resources import files
from typing import Final

from bangxl.interchange.picture import data_uri

Attribute = str | int | bool

_VOID: Final = frozenset({"br", "col", "img", "meta"})
_ALLOWED: Final = "default-src 'none'; style-src 'unsafe-inline'"
_PICTURES: Final = "; img-src data:"
_UNSEEN: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
"""Characters forbidden in HTML: control characters, lone surrogates, noncharacters."""


class Html(str):
    """A text that is markup already."""

    __slots__ = ()


def escaped(content: str) -> Html:
    """A text as markup."""
    return content if isinstance(content, Html) else Html(escape(_UNSEEN.sub("\N{REPLACEMENT CHARACTER}", content)))


def join(parts: Iterable[str], between: str = "") -> Html:
    """Texts and markup one after the other."""
    return Html(escaped(between).join(map(escaped, parts)))


def element(name: str, /, *content: str, **attributes: Attribute) -> Html:
    """An element around texts and markup.

    Attributes: ``class_`` means ``class``, ``data_h`` means ``data-h``; True has no value, False and "" are left out.
    """
    parts = []
    for key, value in attributes.items():
        attribute = key.rstrip("_").replace("_", "-")
        if value is True:
            parts.append(f" {attribute}")
        elif value is not False and value != "":
            parts.append(f' {attribute}="{escaped(str(value))}"')
    end = "" if name in _VOID else f"{join(content)}</{name}>"
    return Html(f"<{name}{''.join(parts)}>{end}")


def picture_element(data: bytes | None, alt: str) -> Html:
    """A picture that the page itself holds; nothing where there is none."""
    return element("img", src=data_uri(data), alt=alt) if data else Html()


def document(
    kind: str, language: str, title: str, style: str, *body: str, more_style: str = "", refresh: int = 0, pictures: bool = False
) -> str:
    """A whole page, which may load nothing; ``style`` names style sheets in this folder.

    A browser reloads it after ``refresh`` seconds, unless that is 0. With ``pictures`` it may show its embedded pictures.
    """
    css = "".join(files("bangxl.web").joinpath(f"{one}.css").read_text(encoding="utf-8") for one in style.split()) + more_style
    head = (
        element("meta", charset="utf-8"),
        _mark(kind),
        element("meta", http_equiv="refresh", content=refresh) if refresh else Html(),
        element("meta", http_equiv="Content-Security-Policy", content=_ALLOWED + (_PICTURES if pictures else "")),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        element("style", Html(css)),
    )
    whole = element("html", element("head", *head), "\n", element("body", *body), lang=language)
    return f"<!DOCTYPE html>\n{whole}\n"


def is_page(kind: str, data: bytes) -> bool:
    """Whether a file is a page of this kind."""
    return _mark(kind).encode() in data[:400]


def _mark(kind: str) -> Html:
    return element("meta", name="generator", content=f"bangxl {kind}")
