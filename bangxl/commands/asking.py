"""Questions of a button, asked before anything is changed. *Cancel* changes nothing.

Where the environment variable ``BANGXL_MESSAGES`` names a file, as in the self-test, nobody sits there: each question is written
to that file as a message, and the file beside it whose name ends in ``.answers`` is a JSON list of what is answered, in order,
null to cancel. Without answers everything is agreed to, and whatever asks for a line is cancelled.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bangxl.books.port import LONGEST_QUESTION, OpenBook
from bangxl.commands.errors import USAGE, Refusal
from bangxl.locale.catalog import Catalog

MESSAGES: Final = "BANGXL_MESSAGES"
ANSWERS: Final = ".answers"
"""Behind the name of the file for messages."""


class Cancelled(Exception):  # noqa: N818 - not an error: somebody has thought better of it
    """A person has cancelled."""


def ask(book: OpenBook, text: str, default: str = "") -> str:
    """A line from the person before the book, without blanks around it. Cancelled."""
    answer = _scripted(text, None) if os.environ.get(MESSAGES) else book.ask(text, default)
    if answer is None:
        raise Cancelled
    return answer.strip()


def ask_reason(book: OpenBook, about: str, _: Catalog, shown: Sequence[str] = ()) -> str:
    """Why; told what is about to be done, and of the lines ``shown`` as many as fit. Cancelled; Refusal without a reason."""
    question = _("{about}\nWhy? The reason goes into the log and the report.").format(about=about)
    return needed(ask(book, fitting(question, shown)), _)


def fitting(question: str, shown: Sequence[str]) -> str:
    """A question, with as many lines below it as a program shows."""
    for line in shown:
        if len(question) + len(line) + len("\n\n…") > LONGEST_QUESTION:
            return f"{question}\n…"
        question = f"{question}\n{line}"
    return question


def needed(reason: str, _: Catalog) -> str:
    """The reason. Raises Refusal if it is empty."""
    if not reason.strip():
        raise Refusal(_("Nothing was changed. Give a reason: it goes into the log and the report."), exit_code=USAGE)
    return reason.strip()


def agree(book: OpenBook, lines: Sequence[str]) -> None:
    """Go on if the person says OK. Cancelled."""
    text = "\n".join(lines)
    agreed = _scripted(text, "") is not None if os.environ.get(MESSAGES) else book.agrees(text)
    if not agreed:
        raise Cancelled


def _scripted(text: str, otherwise: str | None) -> str | None:
    """The next answer that was prepared, ``otherwise`` if none was."""
    messages = Path(os.environ[MESSAGES])
    with messages.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"lines": text.splitlines(), "wrong": False}, ensure_ascii=False) + "\n")
    prepared = messages.with_name(messages.name + ANSWERS)
    if not prepared.is_file():
        return otherwise
    first, *others = json.loads(prepared.read_text(encoding="utf-8"))
    if others:
        prepared.write_text(json.dumps(others), encoding="utf-8")
    else:
        prepared.unlink()
    return None if first is None else str(first)
