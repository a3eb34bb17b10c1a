"""The office's list of what was sent in: a text, one digest a line (or its halves), then whatever tells people of what."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from bangxl import limits
from bangxl.books.files import read
from bangxl.books.port import BookError
from bangxl.commands.errors import USAGE, Refusal
from bangxl.interchange.document import SHORTEST, read_digits
from bangxl.locale.catalog import Catalog
from bangxl.season.choices import ListedDigest

_HALF: Final = r"(?:[0-9a-f]{16,32}|[0-9a-f]{4}(?:[\x20\-][0-9a-f]{4}){3,4})"
_LINE: Final = re.compile(
    rf"([0-9a-f]{{48,64}}|{_HALF}(?:\s*/\s*{_HALF})?)(?![^\W_])[\s,;:–-]*(.*)", re.IGNORECASE | re.ASCII | re.DOTALL
)
"""The digits, together or as a referto prints them, in four or five groups of four; both halves together, or with a stroke
between them; and the rest."""


def digest_list(path: Path, _: Catalog) -> tuple[ListedDigest, ...]:
    """The digests; blank lines and those that begin with # are left out. Refusal with the first line that begins with none."""
    try:
        text = read(path, limits.TEXT).decode("utf-8-sig")
    except (BookError, ValueError):
        line = _("{path}: this list cannot be read. Check the name, and save the list as a text, UTF-8.")
        raise Refusal(line.format(path=path), exit_code=USAGE) from None
    lines = ((number, " ".join(one.split())) for number, one in enumerate(text.splitlines(), 1))
    return tuple(_listed(path, number, one, _) for number, one in lines if one and not one.startswith("#"))


def _listed(path: Path, number: int, line: str, _: Catalog) -> ListedDigest:
    found = _LINE.fullmatch(line)
    asked = read_digits(found[1]) if found else None
    if found is None or asked is None:
        text = _("{path}, line {line}: this is no digest. It has at least {least} digits, 0 to 9 and a to f, and stands first.")
        raise Refusal(text.format(path=path, line=number, least=SHORTEST), exit_code=USAGE)
    return ListedDigest(asked.digits, found[2], asked.second)
