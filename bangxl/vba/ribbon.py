"""The ribbon tab BANG! from `ribbon.xml`: its buttons and texts, and its part of a workbook in any language."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from html import escape, unescape
from typing import Final, NamedTuple
from xml.parsers import expat

from bangxl.locale.catalog import Catalog
from bangxl.vba import ADDIN, PROJECT, RIBBON, WORKBOOK, for_addin, source, sources_folder

RECORD_FILLED: Final = "record_filled"
"""The action without a button: the last entry on a record sheet starts it."""
_TEXTS: Final = ("label", "screentip", "supertip")
"""The attributes for people to read."""

_FOR_ALL: Final = {
    "<customUI ": '<customUI onLoad="BangRibbon_onLoad" ',
    "<tab ": '<tab getVisible="BangRibbon_getVisible" ',
    "<button ": '<button getEnabled="BangRibbon_getEnabled" ',
}
"""What the add-in's tab has beside, as Excel shows it for all workbooks."""

_OF_LEAGUE: Final = re.compile(r'\s*<button id="tonight"[^>]*/>')
_TEXT: Final = re.compile(rf'\b({"|".join(_TEXTS)})="([^"]*)"')


class Button(NamedTuple):
    """The texts of a button, in English, for translation."""

    label: str
    tip: str


def macro_parts(translate: Callable[[str], str], *, league: bool = False, addin: bool = False) -> Mapping[str, bytes]:
    """The parts that a workbook with macros has beside, by their names in the file.

    ``translate`` gives the ribbon's texts in the workbook's language, as a catalog does. ``addin``: the buttons work on the
    workbook in front.
    """
    made = ribbon(translate, league=league or addin, addin=addin)
    return {PROJECT: (sources_folder() / (ADDIN if addin else WORKBOOK)).read_bytes(), RIBBON: made}


def ribbon(translate: Callable[[str], str], *, league: bool = False, addin: bool = False) -> bytes:
    """The part customUI.xml with its texts translated; everything else is as in the source. ``addin``: for all workbooks.

    Only in a ``league`` it has the buttons that other workbooks do not need.
    """

    def translation(match: re.Match[str]) -> str:
        return f'{match[1]}="{escape(translate(unescape(match[2])))}"'

    text = _TEXT.sub(translation, source("ribbon.xml") if league else _OF_LEAGUE.sub("", source("ribbon.xml")))
    for element, with_callback in _FOR_ALL.items() if addin else ():
        text = text.replace(element, with_callback)
    return (for_addin(text) if addin else text).encode()


def ribbon_texts() -> list[str]:
    """The English texts, for translation."""
    return [text for _, attributes in _ribbon_elements() for name, text in attributes.items() if name in _TEXTS]


def buttons() -> Mapping[str, Button]:
    """By their actions, in the order of the ribbon."""
    return {action: button for group in groups() for action, button in group.items()}


@cache
def groups() -> Sequence[Mapping[str, Button]]:
    """The buttons by their actions, group by group."""
    members: list[dict[str, Button]] = []
    for element, attributes in _ribbon_elements():
        if element == "group":
            members.append({})
        elif element == "button":
            members[-1][attributes["id"]] = Button(attributes["label"], attributes["supertip"])
    return members


_COMMANDS: Final[Mapping[str, str]] = {
    "seat --close": "close", "seat --by-hand": "by_hand", "show": "room", "check --re": "repair", "undo --to": "earlier",
}  # fmt: skip
"""The commands whose button has another name."""


def action_of(words: str) -> str:
    """The action that a command stands for: ``bangxl seat --close --reason TEXT`` is ``close``."""
    command = words.removeprefix("bangxl ")
    return next((action for start, action in _COMMANDS.items() if command.startswith(start)), command.partition(" ")[0])


def button_name(words: str, _: Catalog) -> str:
    """A command as its button's label: «End rounds early».

    A command without a button, and an option, keep their names on the command line.
    """
    if not words.startswith("bangxl "):
        return words
    button = buttons().get(action_of(words))
    return _.quoted(_(button.label) if button else words)


class Menu(NamedTuple):
    """A menu for rarely used buttons."""

    label: str
    tip: str
    buttons: Mapping[str, Button]


@cache
def menu() -> Menu:
    """The ribbon's only menu; its buttons are also in `buttons`, as one group."""
    index, attributes = next((n, values) for n, (element, values) in enumerate(_ribbon_elements()) if element == "menu")
    number = sum(element == "group" for element, _attributes in _ribbon_elements()[:index]) - 1
    return Menu(attributes["label"], attributes["supertip"], groups()[number])


def _ribbon_elements() -> Sequence[tuple[str, Mapping[str, str]]]:
    elements: list[tuple[str, Mapping[str, str]]] = []
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda element, attributes: elements.append((element, attributes))
    parser.Parse(source("ribbon.xml"), True)  # noqa: FBT003 - expat takes no keywords
    return elements
