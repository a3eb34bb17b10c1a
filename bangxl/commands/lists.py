"""The lists that people write, CSV with a header: what is known of players, decisions about names.

A cell that begins like a formula is none, with an apostrophe before it or not: so the list of the standings can be read again.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from datetime import date
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Final

from bangxl import limits
from bangxl.books.files import read
from bangxl.books.port import BookError
from bangxl.books.values import FORMULA_BEGINS, looks_like_formula
from bangxl.commands.errors import USAGE, Refusal
from bangxl.locale.catalog import Catalog
from bangxl.season.choices import ListStatus, NameDecision, StatusLine

Row = Mapping[str, str]
"""A line of a list by the headings of its columns."""

_EUROPEAN: Final = re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{4})")

_MARK: Final = "'"
_INSIDE: Final = re.compile(rf"([;\t]\s*)('*)(?={FORMULA_BEGINS})")
"""Where a cell would begin with a formula for spreadsheets that part a list of commas at semicolons, as in half of Europe."""


def marked(text: str) -> str:
    """A text for a list: before what a spreadsheet would take for a formula stands its mark for texts, the apostrophe."""
    safe = _INSIDE.sub(rf"\1{_MARK}\2", text)
    return f"{_MARK}{safe}" if _is_danger(text) else safe


def unmarked(cell: str) -> str:
    """The text that a cell of a list stands for."""
    text = cell[1:] if cell.startswith(_MARK) and _is_danger(cell) else cell
    return _INSIDE.sub(lambda found: found[1] + found[2][1:], text)


def _is_danger(text: str) -> bool:
    """Whether, but for marks, a text begins like a formula, or with what spreadsheets pass over before one."""
    return looks_like_formula(bare := text.lstrip(_MARK)) or bare[:1] in {"\t", "\r", "\n"}


def statuses(path: Path, _: Catalog) -> tuple[StatusLine, ...]:
    """``name,status`` and perhaps ``region``, ``since`` (2007-06-30), ``email``; a line without status declares a region."""
    return tuple(_status_line(path, line, row, _) for line, row in _season_rows(path, ("name", "status"), _))


def decisions(path: Path, _: Catalog) -> tuple[NameDecision, ...]:
    """``name,as`` and perhaps ``file``: who is counted under which name."""
    rows = _season_rows(path, ("name", "as"), _)
    return tuple(NameDecision(row["name"], row["as"], row.get("file", "")) for _line, row in rows if row.get("as"))


def day(text: str, _: Catalog) -> date:
    """A day like 2007-11-05, 5/11/2007 or 5.11.2007. Refusal."""
    try:
        if found := _EUROPEAN.fullmatch(text):
            return date(int(found[3]), int(found[2]), int(found[1]))
        return date.fromisoformat(text)
    except ValueError:
        raise Refusal(_("«{text}» is not a date. Type it like 2026-11-21.").format(text=text), exit_code=USAGE) from None


def _status_line(path: Path, line: int, row: Row, _: Catalog) -> StatusLine:
    status = row.get("status", "").casefold()
    try:
        since = day(row["since"], _) if row.get("since") else None
        known = ListStatus(status) if status else None
    except ValueError:
        text = _("{path}, line {line}: «{text}» is no status. Possible: {known}.")
        raise Refusal(
            text.format(path=path, line=line, text=row["status"], known=", ".join(ListStatus)), exit_code=USAGE
        ) from None
    except Refusal as refusal:
        text = _("{path}, line {line}: {reason}")
        raise Refusal(text.format(path=path, line=line, reason=refusal.lines[0]), exit_code=USAGE) from None
    return StatusLine(path.name, line, row["name"], known, row.get("region", ""), since, row.get("email", ""))


def _season_rows(path: Path, needed: Sequence[str], _: Catalog) -> list[tuple[int, Row]]:
    text = _("{path}: this list cannot be read. Check the name, and save the list as CSV, UTF-8.")
    heads = _("{path}: the first line must name the columns: {columns}.")
    return _named_rows(path, needed, text, heads)


def _named_rows(path: Path, needed: Sequence[str], unreadable: str, headless: str) -> list[tuple[int, Row]]:
    """The lines that have a name, with their numbers. Refusal with one of the sentences, the second if columns are missing."""
    lines = _lines(path, unreadable)
    heads = [column.strip().casefold() for column in lines[0][1]] if lines else []
    if not {*needed} <= {*heads}:
        raise Refusal(headless.format(path=path, columns=",".join(needed)), exit_code=USAGE)
    rows = [(number, dict(zip(heads, (" ".join(text.split()) for text in cells), strict=False))) for number, cells in lines[1:]]
    return [(number, row) for number, row in rows if row.get("name")]


def _lines(path: Path, unreadable: str) -> list[tuple[int, list[str]]]:
    """The cells of all lines, with their numbers in the file; comma or semicolon. Refusal with the sentence."""
    try:
        text = read(path, limits.TEXT).decode("utf-8-sig")
        reader = csv.reader(StringIO(text, newline=""), delimiter=";" if ";" in text.partition("\n")[0] else ",")
        lines = [(reader.line_num, [*map(unmarked, cells)]) for cells in islice(reader, limits.LINES + 1)]
    except (BookError, ValueError, csv.Error):
        raise Refusal(unreadable.format(path=path), exit_code=USAGE) from None
    if len(lines) > limits.LINES:
        raise Refusal(unreadable.format(path=path), exit_code=USAGE)
    return lines
