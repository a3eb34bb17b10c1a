"""Questions of a button, asked before anything is changed. *Cancel* changes nothing.

Where the environment variable ``BANGXL_MESSAGES`` names a file, as in the self-test, nobody sits there: each question is written
to that file as a message, and the file beside it whose name ends in ``.answers`` is a JSON list of what is answered, in order: a
text, a list of texts where there are several fields, null to cancel. Without answers everything is agreed to, and whatever has
fields is cancelled.
"""

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from bangxl.books.port import OpenBook, Prompt, fit_lines
from bangxl.commands.errors import Refusal
from bangxl.commands.forms import form
from bangxl.locale.catalog import Catalog
from bangxl.office import MESSAGES

ANSWERS: Final = ".answers"
"""Behind the name of the file for messages."""

MOST_LINES: Final = 12
"""So many lines of a refusal stand over the fields."""

T = TypeVar("T")

Agree = Callable[[Catalog, Sequence[str]], object]
"""Asks the person whether to go on, told these lines; what it raises stops the command before anything is changed."""


def unasked(_: Catalog, _lines: Sequence[str]) -> None:
    """The `Agree` of whoever has nobody to ask."""


class Cancelled(Exception):  # noqa: N818 - not an error: somebody has thought better of it
    """A person has cancelled."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a click: lines for the person (none: no message), whether something is wrong, and the cell to go to."""

    lines: tuple[str, ...] = ()
    wrong: bool = False
    place: tuple[str, str] | None = None


def fill_in(book: OpenBook, _: Catalog, question: str, fields: Sequence[Prompt], act: Callable[..., T]) -> T:
    """Ask the person before the book for the fields, and act on them, without blanks around them.

    After a refusal it asks again, told why, and what was typed still stands there. Cancelled.
    """
    text, wrong = question, False
    while True:
        said = _scripted(text, None, wrong=wrong) if os.environ.get(MESSAGES) else book.ask(text, fields)
        if said is None:
            raise Cancelled
        answers = [answer.strip() for answer in ([said] if isinstance(said, str) else said)]
        fields = [field._replace(value=answer) for field, answer in zip(fields, answers, strict=True)]
        wrong = True
        if blank := next((field for field in fields if not field.value), None):
            text = _("«{field}» is blank. Fill it in.").format(field=blank.label)
            continue
        try:
            return act(*answers)
        except Refusal as refusal:
            text = "\n".join(refusal.lines[:MOST_LINES])


def ask_reason(book: OpenBook, about: str, _: Catalog, shown: Sequence[str] = ()) -> str:
    """Why; told what is about to be done, and of the lines ``shown`` as many as fit. Cancelled."""
    question = _("{about}\nWhy? The reason goes into the log and the report.").format(about=about)
    return fill_in(book, _, fit_lines(question, shown), form("close", _), str)


def agree(book: OpenBook, _: Catalog, lines: Sequence[str]) -> None:
    """Go on if the person before the book says OK. Cancelled."""
    text = "\n".join(lines)
    agreed = _scripted(text, "") is not None if os.environ.get(MESSAGES) else book.agrees(text)
    if not agreed:
        raise Cancelled


def _scripted(text: str, otherwise: str | None, *, wrong: bool = False) -> str | Sequence[str] | None:
    """The next answer that was prepared, ``otherwise`` if none was."""
    messages = Path(os.environ[MESSAGES])
    with messages.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"lines": text.splitlines(), "wrong": wrong}, ensure_ascii=False) + "\n")
    prepared = messages.with_name(messages.name + ANSWERS)
    if not prepared.is_file():
        return otherwise
    first, *others = json.loads(prepared.read_text(encoding="utf-8"))
    if others:
        prepared.write_text(json.dumps(others), encoding="utf-8")
    else:
        prepared.unlink()
    return first  # type: ignore[no-any-return] # texts of our own
