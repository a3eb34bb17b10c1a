"""Writes docs/handbook.*.md from the handbook's steps (bangxl/web/handbook.toml): ``python -m tools.handbook``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.web.handbook import HANDBOOK_TITLE, chapters, with_words

DOCS: Final = Path(__file__).parents[1] / "docs"
PICTURES: Final = "../bangxl/web/pictures"
"""The path of the pictures from docs/."""
WAYS: Final[Mapping[str, Callable[[str], str]]] = {
    "sheet": "*{}*".format, "button": "**{}**".format, "word": "*{}*".format, "code": "`{}`".format, "other": "*{}*".format
}  # fmt: skip
"""The Markdown of words of the program."""


def pages() -> dict[Path, str]:
    """Each file with its expected contents."""
    return {DOCS / f"handbook.{language}.md": markdown(language) for language in LANGUAGES}


def markdown(language: str) -> str:
    """The whole handbook in Markdown."""

    def marked(step: str) -> str:
        return with_words(step, language, WAYS, str)

    lines = [f"# {catalog(language)(HANDBOOK_TITLE)}", ""]
    lines.append(" · ".join(f"[{one}](handbook.{one}.md)" for one in LANGUAGES if one != language))
    for number, chapter in enumerate(chapters(language), 1):
        lines += ["", f"## {number}. {chapter.title}", ""]
        lines += [f"{at}. {marked(step)}" for at, step in enumerate(chapter.steps, 1)]
        if chapter.commands:
            lines += ["", *(f"- {marked(button)}: {marked(line)}" for button, line in chapter.commands)]
        for picture in chapter.pictures:
            lines += ["", f"![{picture.alt}]({PICTURES}/{language}/{picture.name}.webp)"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
