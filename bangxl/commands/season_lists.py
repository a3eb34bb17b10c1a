"""The lists that people write for `bangxl season`: what is known of players, and decisions about names. CSV with a header."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Final

from bangxl.commands.errors import USAGE, Refusal
from bangxl.locale.catalog import Catalog
from bangxl.season.choices import ListStatus, StatusLine
from bangxl.season.people import NameDecision

Row = Mapping[str, str]

_EUROPEAN: Final = re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{4})")


def statuses(path: Path, _: Catalog) -> tuple[StatusLine, ...]:
    """``name,status`` and perhaps ``region``, ``since`` (2007-06-30), ``email``; a line without status declares a region."""
    return tuple(_known(path, line, row, _) for line, row in _rows(path, ("name", "status"), _))


def decisions(path: Path, _: Catalog) -> tuple[NameDecision, ...]:
    """``name,as`` and perhaps ``file``: who is counted under which name."""
    rows = _rows(path, ("name", "as"), _)
    return tuple(NameDecision(row["name"], row["as"], row.get("file", "")) for _line, row in rows if row.get("as"))


def day(text: str, _: Catalog) -> date:
    """A day like 2007-11-05, 5/11/2007 or 5.11.2007. Refusal."""
    try:
        if found := _EUROPEAN.fullmatch(text):
            return date(int(found[3]), int(found[2]), int(found[1]))
        return date.fromisoformat(text)
    except ValueError:
        raise Refusal(_("«{text}» is not a date. Type it like 2026-11-21.").format(text=text), exit_code=USAGE) from None


def _known(path: Path, line: int, row: Row, _: Catalog) -> StatusLine:
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


def _rows(path: Path, needed: tuple[str, ...], _: Catalog) -> Iterator[tuple[int, Row]]:
    """The lines that have a name, with their numbers. Comma or semicolon; Refusal."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            text = file.read()
        delimiter = ";" if ";" in text.partition("\n")[0] else ","
        reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter)
        rows = [(reader.line_num, row) for row in reader]
    except (OSError, ValueError, csv.Error):
        line = _("{path}: this list cannot be read. Check the name, and save the list as CSV, UTF-8.")
        raise Refusal(line.format(path=path), exit_code=USAGE) from None
    heads = [column.strip().casefold() for column in rows[0][1]] if rows else []
    if not {*needed} <= {*heads}:
        line = _("{path}: the first line must name the columns: {columns}.")
        raise Refusal(line.format(path=path, columns=",".join(needed)), exit_code=USAGE)
    for number, cells in rows[1:]:
        row = dict(zip(heads, (" ".join(text.split()) for text in cells), strict=False))
        if row.get("name"):
            yield number, row
