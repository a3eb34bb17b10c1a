"""Addresses on a sheet, and parts of formulas that several sheets share (without a leading ``=``).

A block of named columns lets formulas use words instead of letters: ``Players_Name`` is the whole column, ``@Players_Name`` its
cell in the formula's own row. Formulas use only functions that Excel 2007, LibreOffice and Gnumeric share, none volatile.

An address is a text as formulas have it. openpyxl accepts it with its dollars: ``ws["$D7"]`` is the same cell as ``ws["D7"]``.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from openpyxl.utils import column_index_from_string, get_column_letter, quote_sheetname

from bangxl.books.port import Ref
from bangxl.tournament.identity import APOSTROPHES, BLANKS


def shifted(column: str, by: int) -> str:
    """The column this many to the right; to the left if negative."""
    return get_column_letter(column_index_from_string(column) + by)


def relative(address: str) -> str:
    """A relative address, without dollars, for people and for conditions that move with their cell."""
    return address.replace("$", "")


@dataclass(frozen=True, slots=True)
class Columns:
    """Adjacent columns from ``left`` on, with data in rows ``first`` to ``last`` (1-based, both included)."""

    keys: Sequence[str]
    left: str
    first: int
    last: int

    @property
    def rows(self) -> range:
        """The rows of data."""
        return range(self.first, self.last + 1)

    @property
    def right(self) -> str:
        """The last column's letter."""
        return self.letter(self.keys[-1])

    def letter(self, key: str) -> str:
        """The column's letter; ValueError for an unknown key."""
        return shifted(self.left, self.keys.index(key))

    def at(self, key: str, row: int) -> str:
        """A cell with a fixed column: ``$D7``."""
        return f"${self.letter(key)}{row}"

    def fixed(self, key: str, row: int) -> str:
        """A cell with fixed column and row: ``$D$7``."""
        return f"${self.letter(key)}${row}"

    def span(self, key: str, first: int, last: int) -> str:
        """Some rows of a column, fixed: ``$D$7:$D$13``."""
        return f"{self.fixed(key, first)}:{self.fixed(key, last)}"

    def all(self, key: str) -> str:
        """The column's whole data, fixed."""
        return self.span(key, self.first, self.last)

    def area(self, first: str, last: str) -> str:
        """The data of some adjacent columns, relative: ``D7:F13``."""
        return f"{self.letter(first)}{self.first}:{self.letter(last)}{self.last}"


_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")


def literal(text: str) -> str:
    """A text as a formula writes it: in quotes, with its own quotes doubled."""
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


def trimmed(cell: str) -> str:
    """Typed text without blanks around it, and with single ones between words (`BLANKS`)."""
    for sign in BLANKS.replace(" ", ""):
        cell = f'SUBSTITUTE({cell},"{sign}"," ")'
    return f"TRIM({cell})"


def match_text(cell: str) -> str:
    """Typed text for MATCH(…,0), with ``*``, ``?`` and ``~`` as plain characters."""
    return f'SUBSTITUTE(SUBSTITUTE(SUBSTITUTE({trimmed(cell)},"~","~~"),"*","~*"),"?","~?")'


def code(cell: str, kind: str) -> str:
    """The code of a word or of its beginning (``kind`` as in the names ``Role_Word``): "" if blank, "?" if unknown."""
    return _code_of(cell, kind, f'{match_text(cell)}&"*"')


def _code_of(cell: str, kind: str, text: str, otherwise: str = '"?"') -> str:
    return f'IF({trimmed(cell)}="","",IFERROR(INDEX({kind}_Code,MATCH({text},{kind}_Word,0)),{otherwise}))'


def player_id(cell: str) -> str:
    """The id of a player typed by id or by a unique name: "" if blank, "?" if unknown."""
    return _code_of(cell, "Player", match_text(cell))


def player_meant(cell: str) -> str:
    """As `player_id`, also for a number, and for words that stand together in only one name (`identity.meant`)."""
    text = match_text(cell)
    number = f'MATCH("P"&RIGHT("00"&{text},MAX(3,LEN({text}))),Players_Key,0)'
    for sign in APOSTROPHES:
        text = f'SUBSTITUTE({text},"{sign}","?")'
    words = f'"* "&{text}&" *"'
    by_words = f'IF(COUNTIF(Players_Given,{words})=1,INDEX(Players_Key,MATCH({words},Players_Given,0)),"?")'
    return _code_of(cell, "Player", text, f"IFERROR(INDEX(Players_Key,{number}),{by_words})")


def player_name(player: str, otherwise: str = "") -> str:
    """The name for an id, followed by the id if several players share the name; an unknown id stays as it is.

    ``otherwise`` is another cell to show in that case.
    """
    return f'IFERROR(INDEX(Players_Shown,MATCH({player},Players_Key,0)),{otherwise or player}&"")'


def first_of(*cases: tuple[str, str], otherwise: str) -> str:
    """The value of the first true condition: nested IFs."""
    return "".join(f"IF({condition},{value}," for condition, value in cases) + otherwise + ")" * len(cases)


_UNQUOTED: Final = re.compile(r'(?:Round|Stage)(?:[0-9]+|"&[A-Z]+\$[0-9]+&")(?:T[0-9]+)?')
"""The name of a tab that needs no quotation marks, which saves space in every record sheet; its round may stand in a cell."""
_SHORT_TEXT: Final = re.compile('"[^"]{0,250}"')
"""A formula that is only a text short enough for a link: at most 255 characters."""


def link(sheet: str, text: str) -> str:
    """A formula that shows ``text`` and jumps to the sheet's first cell."""
    return jump(sheet, literal(text))


def link_if(condition: str, sheet: str, text: str) -> str:
    """`link` while ``condition`` (a formula without ``=``) holds, otherwise nothing: for sheets that may be hidden."""
    return f'=IF({condition},{link(sheet, text)[1:]},"")'


def jump(sheet: str, expression: str, cell: str = "A1") -> str:
    """A formula that jumps to a sheet's cell and shows the result of ``expression`` (formula text without ``=``)."""
    target = sheet if _UNQUOTED.fullmatch(sheet) else "'{}'".format(sheet.replace("'", "''").replace('"', '""'))
    return f"""=HYPERLINK("#{target}!{cell}",{expression})"""


def link_to(sheet: str, where: str, text: str, otherwise: str) -> str:
    """A link that shows ``text`` and jumps to the address in ``where``, or if blank to ``otherwise``."""
    label = text if _SHORT_TEXT.fullmatch(text) else f"LEFT({text},255)"
    return f"""HYPERLINK("#{sheet}!"&IF({where}="","{relative(otherwise)}",{where}),{label})"""


NEXT: Final = 'IF(Next_Cell="",Next_Step,HYPERLINK("#"&Next_Cell,LEFT(Next_Step,255)))'
"""The status line: what comes next, and a link to the cell to type into."""

_OWN_ROW: Final = re.compile(r'"[^"]*"|@([^\W\d]\w*)')


def formula_in_row(formula: str, row: int, tab: str, refs: Mapping[str, Ref]) -> str:
    """A formula on a tab with the cell of this row for each ``@Name``: ``@Bid`` in row 7 becomes ``$F7``.

    Builders write ``@`` as Excel shows it. A name without ``@`` stays, and means the whole column: only Excel and LibreOffice
    would take a single cell of it. Raises KeyError for an unknown name, ValueError for one without a cell in this row.
    """

    def own(match: re.Match[str]) -> str:
        if match[1] is None:
            return match[0]
        ref = refs.get(f"{tab}!{match[1]}") or refs[match[1]]
        if not ref.first <= row <= ref.last:
            raise ValueError(f"{match[0]} has no cell in row {row}")
        sheet = "" if ref.sheet == tab else f"{quote_sheetname(ref.sheet)}!"
        return f"{sheet}${get_column_letter(ref.column)}{row}"

    return _OWN_ROW.sub(own, formula)
