"""Writes docs/findings.md, the list of everything that `bangxl check` can find: ``python -m tools.findings``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bangxl.locale.catalog import catalog
from bangxl.tournament.findings import KINDS

PAGE: Final = Path(__file__).parents[1] / "docs/findings.md"

HEAD: Final = """\
# What `bangxl check` finds

An **error** is impossible or contradictory: `seat` refuses until it is corrected. A **warning** is worth a look. A **note** is
a fact that belongs into the report. In the texts, words in braces stand for what was found. With `--json` every finding comes
with its code, severity, sheet, cell and text. The cell is blank where the workbook lacks the name by which it is known.

This page is made by `python -m tools.findings`.

| code | severity | text | where |
|---|---|---|---|
"""


def text() -> str:
    """What the page must say."""
    _ = catalog("en")
    rows = (f"| `{code}` | {kind.severity} | {_(kind.sentence)} | {kind.place} |\n" for code, kind in KINDS.items())
    return HEAD + "".join(rows)


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
