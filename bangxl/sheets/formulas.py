"""Texts of formulas that several sheets share. They are expressions without a leading ``=``.

Only functions that Excel 2007, LibreOffice and Gnumeric have in common, and none that is volatile.
"""

from __future__ import annotations

import re
from typing import Final

_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")


def literal(text: str) -> str:
    """A text as a formula writes it: in quotes, the quotes in it doubled."""
    doubled = text.replace('"', '""')
    return f'"{doubled}"'


def phrase(template: str, **values: str) -> str:
    """A translated text whose ``{placeholders}`` are expressions: ``phrase("Round {n}", n="B4")`` is ``"Round "&B4``."""
    parts = []
    for i, part in enumerate(_PLACEHOLDER.split(template)):
        if i % 2:
            parts.append(f"({values[part]})" if re.search(r"[-+&=<>]", values[part]) else values[part])
        elif part:
            parts.append(literal(part))
    return "&".join(parts) or '""'


def match_text(cell: str) -> str:
    """What somebody typed, for MATCH(…,0) to find it and nothing else: ``*``, ``?`` and ``~`` in it are only letters."""
    return f'SUBSTITUTE(SUBSTITUTE(SUBSTITUTE(TRIM({cell}),"~","~~"),"*","~*"),"?","~?")'


def code(cell: str, kind: str) -> str:
    """The code of a word typed in any language (``kind`` as in the names ``Role_Word``): "" if blank, "?" if unknown."""
    return f'IF({cell}="","",IFERROR(INDEX({kind}_Code,MATCH({match_text(cell)},{kind}_Word,0)),"?"))'


def player_id(cell: str) -> str:
    """The id of a player typed by id or by a name that only one player has: "" if blank, "?" if unknown."""
    return code(cell, "Player")


def player_name(player: str, otherwise: str = "") -> str:
    """The name for an id, with the id behind it where several players share the name; an unknown id is shown as it is.

    ``otherwise`` is another cell to show then.
    """
    return f'IFERROR(INDEX(Players_Shown,MATCH({player},Players_Id,0)),{otherwise or player}&"")'


def first_of(*cases: tuple[str, str], otherwise: str) -> str:
    """The value of the first condition that holds: nested IFs."""
    return "".join(f"IF({condition},{value}," for condition, value in cases) + otherwise + ")" * len(cases)
