"""The handbook: the same steps as a page that needs no network, and as text; buttons and sheets have the program's words."""

from __future__ import annotations

import re
import tomllib
from base64 import b64encode
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
PICTURES: Final = "../bangxl/web/pictures"
"""As docs/ sees them."""
_MARKS: Final = re.compile(
    r"\[\[(?P<sheet>\w+)\]\]|\[(?P<button>\w+)\]|\{(?P<word>[^}]+)\}|`(?P<code>[^`]+)`|\*(?P<other>[^*]+)\*"
)


class Picture(NamedTuple):
    """What is shown (a file of ours), and what can be seen there, for who cannot see it."""

    name: str
    says: str


class Chapter(NamedTuple):
    """A chapter in one language, with marks as the source has them: title, steps, pictures, buttons with their commands."""

    title: str
    steps: Sequence[str]
    pictures: Sequence[Picture] = ()
    commands: Sequence[tuple[str, str]] = ()


@cache
def chapters(language: str) -> tuple[Chapter, ...]:
    """The handbook in a language. KeyError where a step lacks it."""
    source = tomllib.loads(files("bangxl.web").joinpath("handbook.toml").read_text(encoding="utf-8"))
    return tuple(
        Chapter(
            one[language],
            tuple(step[language] for step in one["step"]),
            tuple(Picture(picture["name"], picture[language]) for picture in one.get("picture", ())),
            tuple((f"[{command['button']}]", f"`{command['line']}`") for command in one.get("command", ())),
        )
        for one in source["chapter"]
    )


def picture(language: str, name: str) -> bytes:
    """A picture in a language: a PNG that `make pictures` wrote."""
    return files("bangxl.web").joinpath("pictures", language, f"{name}.png").read_bytes()


def page(language: str) -> str:
    """All of it as one HTML file that asks for nothing."""
    _, told = catalog(language), chapters(language)
    title = _(TITLE)
    index = element(
        "nav",
        element("ol", *(element("li", element("a", one.title, href=f"#c{number}")) for number, one in enumerate(told, 1))),
    )
    body = (_section(number, one, language) for number, one in enumerate(told, 1))
    return document(KIND, language, title, _STYLE, element("h1", title), index, *body, pictures=True)


def _section(number: int, chapter: Chapter, language: str) -> Html:
    """A chapter as markup, its pictures in it."""
    shown = [
        element("img", src=f"data:image/png;base64,{b64encode(picture(language, one.name)).decode()}", alt=one.says)
        for one in chapter.pictures
    ]
    rows = [element("tr", *(element("td", _marked(cell, language)) for cell in row)) for row in chapter.commands]
    return element(
        "section",
        element("h2", f"{number}. {chapter.title}", id=f"c{number}"),
        element("ol", *(element("li", _marked(step, language)) for step in chapter.steps)),
        element("table", *rows) if rows else Html(),
        *shown,
    )


def _marked(step: str, language: str) -> Html:
    """A step with the words of the program in it, as markup."""
    ways: Mapping[str, Callable[[str], str]] = {
        "sheet": lambda said: element("i", said),
        "button": lambda said: element("b", said),
        "code": lambda said: element("code", said),
        "word": lambda said: element("b", said),
        "other": lambda said: element("i", said),
    }
    return Html(_said(step, language, ways, text))


def markdown(language: str) -> str:
    """All of it for a reader of Markdown."""
    ways: Mapping[str, Callable[[str], str]] = {
        "sheet": "*{}*".format, "button": "**{}**".format, "word": "*{}*".format, "code": "`{}`".format, "other": "*{}*".format
    }  # fmt: skip
    lines = [f"# {catalog(language)(TITLE)}", ""]
    lines.append(" · ".join(f"[{one}](handbook.{one}.md)" for one in LANGUAGES if one != language))
    for number, chapter in enumerate(chapters(language), 1):
        lines += ["", f"## {number}. {chapter.title}", ""]
        lines += [f"{at}. {_said(step, language, ways, str)}" for at, step in enumerate(chapter.steps, 1)]
        if chapter.commands:
            cells = [[_said(cell, language, ways, str) for cell in row] for row in chapter.commands]
            lines += ["", "| | |", "|---|---|", *(f"| {button} | {command} |" for button, command in cells)]
        for shown in chapter.pictures:
            lines += ["", f"![{shown.says}]({PICTURES}/{language}/{shown.name}.png)"]
    return "\n".join(lines) + "\n"


def _said(step: str, language: str, ways: Mapping[str, Callable[[str], str]], plain: Callable[[str], str]) -> str:
    """A step with its marks turned into what the program calls these things. KeyError for one that is none."""
    _, parts, end = catalog(language), list[str](), 0
    names: dict[str, Callable[[str], str]] = {
        "sheet": lambda key: _(TABS[key]), "button": lambda key: _(buttons()[key].label), "word": _,
    }  # fmt: skip
    for match in _MARKS.finditer(step):
        kind = str(match.lastgroup)
        said = names[kind](match[kind]) if kind in names else match[kind]
        parts += [plain(step[end : match.start()]), ways[kind](said)]
        end = match.end()
    return join([*parts, plain(step[end:])]) if plain is text else "".join([*parts, step[end:]])


_STYLE: Final = """
:root{color-scheme:light dark}
body{font:1rem/1.5 Calibri,Carlito,"Segoe UI",Arial,sans-serif;max-width:52rem;margin:0 auto;padding:1rem}
h1,h2{font-family:Cambria,Caladea,Georgia,serif;line-height:1.2}
h2{border-bottom:2px solid;margin-top:2rem}
li{margin:.4rem 0}
code{overflow-wrap:anywhere;font-size:.9em}
nav ol{columns:2}
@media(max-width:30rem){nav ol{columns:1}}
img{display:block;max-width:100%;margin:1rem auto;border:1px solid}
td{padding:.15rem .8rem .15rem 0;vertical-align:baseline}
@media print{nav{display:none}h2,li{break-inside:avoid}h2{break-after:avoid}body{max-width:none;font-size:10.5pt}
img{max-height:8cm}}
"""
