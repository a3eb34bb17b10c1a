"""What bangxl says to the extension, and when."""

import json
from io import BytesIO

import pytest

from bangxl import toolbar
from bangxl.books.office import OfficeBook
from bangxl.books.port import BookError, OpenBook
from bangxl.commands.asking import Answer

ABOUT = {"path": "/srv/torneo.xlsx", "url": "", "title": "", "read_only": False, "structure_protected": False}


def said(monkeypatch: pytest.MonkeyPatch, work: list[str], error: BookError | None = None) -> list[object]:
    """The lines of all messages, and what was done, in order: a command leaves some work for later."""
    questions = BytesIO()

    def later() -> None:
        work.append(questions.getvalue().decode())
        if error is not None:
            raise error

    def act(_action: str, book: OpenBook) -> Answer:
        assert isinstance(book, OfficeBook)
        book.do_when_read(later)
        assert not work
        return Answer(("Done.",))

    monkeypatch.setattr(toolbar, "run_button", act)
    answers = BytesIO(json.dumps({"value": ABOUT}).encode() + b"\n")
    toolbar.click("seat", toolbar.Channel(answers, questions))
    messages = [json.loads(line) for line in questions.getvalue().decode().splitlines()]
    return [message["lines"] for message in messages if message["do"] == "say"]


def test_what_a_person_need_not_wait_for_comes_after_the_message(monkeypatch: pytest.MonkeyPatch) -> None:
    work: list[str] = []
    assert said(monkeypatch, work) == [["Done."]]
    assert "Done." in work[0]
    first, second = said(monkeypatch, [], BookError("cannot_write", path="torneo.xlsx.history", reason="disk full"))
    assert first == ["Done."]
    assert "disk full" in str(second), "what fails later is told too"
