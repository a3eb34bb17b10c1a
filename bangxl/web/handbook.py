"""The handbook as a page that needs no network. Buttons and sheets use the program's own words."""

import re
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from typing import Any, Final, NamedTuple

from bangxl.locale.catalog import N_, catalog, sentences
from bangxl.vba.ribbon import buttons
from bangxl.web.markup import Html, document, element, escaped

_KIND: Final = "handbook"
HANDBOOK_TITLE: Final = N_("The referee's handbook")
_TAGS: Final = {"sheet": "i", "button": "b", "code": "code", "word": "b", "other": "i"}
"""The HTML tags for words of the program."""
_MARKS: Final = re.compile(
    r"\[\[(?P<sheet>\w+)\]\]|\[(?P<button>\w+)\]|\{(?P<word>[^}]+)\}|`(?P<code>[^`]+)`|\*(?P<other>[^*]+)\*"
)


class _Picture(NamedTuple):
    """A file of bangxl to show, and its description for people who cannot see it."""

    name: str
    alt: str


class Chapter(NamedTuple):
    """A chapter in one language, with the source's marks: title, steps, pictures, buttons with their commands."""

    title: str
    steps: Sequence[str]
    pictures: Sequence[_Picture] = ()
    commands: Sequence[tuple[str, str]] = ()


@cache
def chapters(language: str) -> tuple[Chapter, ...]:
    """The handbook in a language. KeyError if a step lacks it."""
    source: Mapping[str, Any] = sentences("bangxl.web", "handbook")
    return tuple(
        Chapter(
            one[language],
            tuple(step[language] for step in one["step"]),
            tuple(_Picture(picture["name"], picture[language]) for picture in one.get("picture", ())),
            tuple((f"[{command['button']}]", f"`{command['line']}`") for command in one.get("command", ())),
        )
        for one in source["chapter"]
    )


def picture_file(language: str, name: str) -> bytes:
    """A picture in a language: a WebP that `make pictures` wrote."""
    return files("bangxl.web").joinpath("pictures", language, f"{name}.webp").read_bytes()


def page_of_handbook(language: str) -> str:
    """The whole handbook as one HTML file that loads nothing, with its pictures inside."""
    _, whole = catalog(language), chapters(language)
    ways = {name: partial(element, tag) for name, tag in _TAGS.items()}

    def marked(step: str) -> Html:
        return Html(with_words(step, language, ways, escaped))

    sections = []
    for number, chapter in enumerate(whole, 1):
        rows = [element("tr", *(element("td", marked(cell)) for cell in row)) for row in chapter.commands]
        parts = [
            element("img", src=f"data:image/webp;base64,{b64encode(picture_file(language, one.name)).decode()}", alt=one.alt)
            for one in chapter.pictures
        ]
        title = element("h2", f"{number}. {chapter.title}", id=f"c{number}")
        steps = element("ol", *(element("li", marked(step)) for step in chapter.steps))
        sections.append(element("section", title, steps, element("table", *rows) if rows else Html(), *parts))
    index = (element("li", element("a", one.title, href=f"#c{number}")) for number, one in enumerate(whole, 1))
    body = (element("h1", _(HANDBOOK_TITLE)), element("nav", element("ol", *index)), *sections)
    return document(_KIND, language, _(HANDBOOK_TITLE), "handbook", *body, pictures=True)


def with_words(step: str, language: str, ways: Mapping[str, Callable[[str], str]], plain: Callable[[str], str]) -> str:
    """Replace the marks of a step with the program's words, formatted by ``ways``. KeyError for an unknown mark."""
    _, tabs, parts, end = catalog(language), sentences("bangxl.sheets")["tabs"], list[str](), 0
    names: dict[str, Callable[[str], str]] = {
        "sheet": lambda key: _(tabs[key]), "button": lambda key: _(buttons()[key].label), "word": _,
    }  # fmt: skip
    for match in _MARKS.finditer(step):
        kind = str(match.lastgroup)
        word = names[kind](match[kind]) if kind in names else match[kind]
        parts += [plain(step[end : match.start()]), ways[kind](word)]
        end = match.end()
    return "".join([*parts, plain(step[end:])])
