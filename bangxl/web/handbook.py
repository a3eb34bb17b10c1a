"""The handbook: the same steps as a page that needs no network, and as text; buttons and sheets have the program's words."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from bangxl.locale.catalog import LANGUAGES, N_, catalog
from bangxl.sheets.context import TABS
from bangxl.vba.ribbon import buttons
from bangxl.web.markup import Html, document, element, join, text

KIND: Final = "handbook"
TITLE: Final = N_("The referee's handbook")
_MARKS: Final = re.compile(r"\[\[(?P<sheet>\w+)\]\]|\[(?P<button>\w+)\]|`(?P<code>[^`]+)`|\*(?P<other>[^*]+)\*")


class Chapter(NamedTuple):
    """A chapter in one language: its title, its steps, with marks as the source has them."""

    title: str
    steps: Sequence[str]


@cache
def chapters(language: str) -> tuple[Chapter, ...]:
    """The handbook in a language. KeyError where a step lacks it."""
    source = tomllib.loads(files("bangxl.web").joinpath("handbook.toml").read_text(encoding="utf-8"))
    return tuple(Chapter(one[language], tuple(step[language] for step in one["step"])) for one in source["chapter"])


def page(language: str) -> str:
    """All of it as one HTML file that asks for nothing."""
    _, told = catalog(language), chapters(language)
    title = _(TITLE)
    index = element(
        "nav",
        element("ol", *(element("li", element("a", one.title, href=f"#c{number}")) for number, one in enumerate(told, 1))),
    )
    body = (
        element("section", element("h2", f"{number}. {one.title}", id=f"c{number}"), element("ol", *map(_item, one.steps)))
        for number, one in enumerate(_in(language), 1)
    )
    return document(KIND, language, title, _STYLE, element("h1", title), index, *body)


def _in(language: str) -> Sequence[Chapter]:
    """The chapters with the words of the program in them, as markup."""
    ways: Mapping[str, Callable[[str], str]] = {
        "sheet": lambda said: element("i", said),
        "button": lambda said: element("b", said),
        "code": lambda said: element("code", said),
        "other": lambda said: element("i", said),
    }
    return [Chapter(one.title, [_said(step, language, ways, text) for step in one.steps]) for one in chapters(language)]


def _item(step: str) -> Html:
    return element("li", Html(step))


def markdown(language: str) -> str:
    """All of it for a reader of Markdown."""
    ways: Mapping[str, Callable[[str], str]] = {
        "sheet": "*{}*".format, "button": "**{}**".format, "code": "`{}`".format, "other": "*{}*".format
    }  # fmt: skip
    lines = [f"# {catalog(language)(TITLE)}", ""]
    lines.append(" · ".join(f"[{one}](handbook.{one}.md)" for one in LANGUAGES if one != language))
    for number, chapter in enumerate(chapters(language), 1):
        lines += ["", f"## {number}. {chapter.title}", ""]
        lines += [f"{at}. {_said(step, language, ways, str)}" for at, step in enumerate(chapter.steps, 1)]
    return "\n".join(lines) + "\n"


def _said(step: str, language: str, ways: Mapping[str, Callable[[str], str]], plain: Callable[[str], str]) -> str:
    """A step with its marks turned into what the program calls these things. KeyError for one that is none."""
    _, parts, end = catalog(language), list[str](), 0
    for match in _MARKS.finditer(step):
        kind = str(match.lastgroup)
        said = {"sheet": lambda key: _(TABS[key]), "button": lambda key: _(buttons()[key].label)}.get(kind, str)(match[kind])
        parts += [plain(step[end : match.start()]), ways[kind](said)]
        end = match.end()
    return join([*parts, plain(step[end:])]) if plain is text else "".join([*parts, step[end:]])


_STYLE: Final = """
:root{color-scheme:light dark}
body{font:1rem/1.5 Calibri,Carlito,"Segoe UI",Arial,sans-serif;max-width:44rem;margin:0 auto;padding:1rem}
h1,h2{font-family:Cambria,Caladea,Georgia,serif;line-height:1.2}
h2{border-bottom:2px solid;margin-top:2rem}
li{margin:.4rem 0}
code{overflow-wrap:anywhere;font-size:.9em}
nav ol{columns:2}
@media(max-width:30rem){nav ol{columns:1}}
@media print{nav{display:none}section{break-inside:avoid-page}body{max-width:none;font-size:10.5pt}}
"""
