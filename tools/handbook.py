"""Writes docs/handbook.*.md from the handbook's steps (bangxl/web/handbook.toml): ``python -m tools.handbook``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bangxl.locale.catalog import LANGUAGES
from bangxl.web.handbook import markdown

DOCS: Final = Path(__file__).parents[1] / "docs"


def pages() -> dict[Path, str]:
    """Each file, and what it must say."""
    return {DOCS / f"handbook.{language}.md": markdown(language) for language in LANGUAGES}


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
