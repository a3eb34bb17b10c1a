"""Lists for a season, as CSV with a header: the status of players, and decisions about names.

And the office's list of what was sent in: a text, one digest a line (or its halves), then whatever tells people of what.
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
from bangxl.commands.csv_cells import unmarked
from bangxl.commands.errors import USAGE, Refusal
from bangxl.interchange.document import SHORTEST, read_digits
from bangxl.locale.catalog import Catalog
from bangxl.seasons.choices import ListedDigest, ListStatus, NameDecision, StatusLine

Row = Mapping[str, str]
"""A line of a list by the headings of its columns."""

_EUROPEAN: Final = re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{4})")

_HALF: Final = r"(?:[0-9a-f]{16,32}|[0-9a-f]{4}(?:[\x20\-][0-9a-f]{4}){3,4})"
_DIGEST: Final = re.compile(
    rf"([0-9a-f]{{48,64}}|{_HALF}(?:\s*/\s*{_HALF})?)(?![^\W_])[\s,;:–-]*(.*)", re.IGNORECASE | re.ASCII | re.DOTALL
)
"""The digits, together or as a referto prints them, in four or five groups of four; both halves together, or with a stroke
between them; and the rest."""


def digest_list(path: Path, _: Catalog) -> tuple[ListedDigest, ...]:
    """The fingerprints of a list, without blank lines and comments (#). Refusal with the first wrong line."""
    try:
        text = read(path, limits.TEXT).decode("utf-8-sig")
    except (BookError, ValueError):
        line = _("{path}: this list cannot be read. Check the name, and save the list as text (UTF-8).")
        raise Refusal(line.format(path=path), exit_code=USAGE) from None
    listed = []
    for number, line in enumerate(text.splitlines(), 1):
        words = " ".join(line.split())
        if not words or words.startswith("#"):
            continue
        digest = _DIGEST.fullmatch(words)
        asked = read_digits(digest[1]) if digest else None
        if digest is None or asked is None:
            fault = _(
                "{path}, line {line}: this is not a fingerprint. A fingerprint comes first on the line and has"
                " at least {least} digits, 0 to 9 and a to f."
            )
            raise Refusal(fault.format(path=path, line=number, least=SHORTEST), exit_code=USAGE)
        listed.append(ListedDigest(asked.digits, digest[2], asked.second))
    return tuple(listed)


def statuses(path: Path, _: Catalog) -> tuple[StatusLine, ...]:
    """``name,status`` and perhaps ``region``, ``since`` (2007-06-30), ``email``; a line without status declares a region."""
    return tuple(_status_line(path, line, row, _) for line, row in _rows(path, ("name", "status"), _))


def decisions(path: Path, _: Catalog) -> tuple[NameDecision, ...]:
    """A line ``name,as`` with an optional ``file``: under which name a player counts."""
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


def _status_line(path: Path, line: int, row: Row, _: Catalog) -> StatusLine:
    status = row.get("status", "").casefold()
    try:
        since = day(row["since"], _) if row.get("since") else None
        known = ListStatus(status) if status else None
    except ValueError:
        text = _("{path}, line {line}: «{text}» is not a status. Use one of: {known}.")
        raise Refusal(
            text.format(path=path, line=line, text=row["status"], known=", ".join(ListStatus)), exit_code=USAGE
        ) from None
    except Refusal as refusal:
        text = _("{path}, line {line}: {reason}")
        raise Refusal(text.format(path=path, line=line, reason=refusal.lines[0]), exit_code=USAGE) from None
    return StatusLine(path.name, line, row["name"], known, row.get("region", ""), since, row.get("email", ""))


def _rows(path: Path, needed: Sequence[str], _: Catalog) -> list[tuple[int, Row]]:
    """The lines that have a name, with their numbers; comma or semicolon. Refusal if one of the columns is missing."""
    try:
        text = read(path, limits.TEXT).decode("utf-8-sig")
        reader = csv.reader(StringIO(text, newline=""), delimiter=";" if ";" in text.partition("\n")[0] else ",")
        lines = [(reader.line_num, [*map(unmarked, cells)]) for cells in islice(reader, limits.LINES + 1)]
    except (BookError, ValueError, csv.Error):
        lines = None
    if lines is None or len(lines) > limits.LINES:
        text = _("{path}: this list cannot be read. Check the name, and save the list as CSV (UTF-8).")
        raise Refusal(text.format(path=path), exit_code=USAGE)
    heads = [column.strip().casefold() for column in lines[0][1]] if lines else []
    if not {*needed} <= {*heads}:
        text = _("{path}: the first line must name the columns: {columns}.")
        raise Refusal(text.format(path=path, columns=",".join(needed)), exit_code=USAGE)
    rows = [(number, dict(zip(heads, (" ".join(text.split()) for text in cells), strict=False))) for number, cells in lines[1:]]
    return [(number, row) for number, row in rows if row.get("name")]
