"""The buttons in LibreOffice: its extension starts ``python -m bangxl.toolbar ACTION`` and answers over pipes.

One JSON message a line: we ask on standard output (``{"do": "read", …}``), the answer comes on standard input; at last we say
what the person is to see (``{"do": "say", …}``), which has no answer. What nobody needs to wait for is done while they read.
"""

import json
import os
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

from bangxl.actions import run_button
from bangxl.books.office import OfficeBook
from bangxl.books.port import BookError
from bangxl.commands.errors import explain
from bangxl.commands.workspace import guessed_language
from bangxl.locale.catalog import naming
from bangxl.vba.ribbon import button_name


class Channel:
    """Both pipes to the extension."""

    def __init__(self, answers: BinaryIO, questions: BinaryIO) -> None:
        self._answers = answers
        self._questions = questions

    def ask(self, action: str, **request: object) -> Any:  # noqa: ANN401 - what JSON brings
        """One request and its answer. BookError if LibreOffice refuses; EOFError if it is not there any more."""
        self.say(action, **request)
        line = self._answers.readline()
        if not line:
            raise EOFError("LibreOffice has closed the pipe")
        answer = json.loads(line)
        if "error" in answer:
            raise BookError(answer["error"], **answer["values"])
        return answer["value"]

    def say(self, action: str, **request: object) -> None:
        """A message without answer."""
        self._questions.write(json.dumps({"do": action, **request}).encode() + b"\n")
        self._questions.flush()


def click(action: str, channel: Channel) -> None:
    """Run the action of a button on the front document."""
    later: list[Callable[[], None]] = []
    book = OfficeBook(channel.ask, later.append)
    answer = run_button(action, book)
    channel.say("say", lines=answer.lines, wrong=answer.wrong, place=answer.place)
    try:
        for work in later:
            work()
    except BookError as error:
        with naming(button_name):
            lines = explain(error, str(book.path), guessed_language()).lines
        channel.say("say", lines=lines, wrong=True, place=None)


def main() -> None:
    """Run from the extension; other output goes to standard error."""
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as questions:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        click(sys.argv[1], Channel(sys.stdin.buffer, questions))


if __name__ == "__main__":
    main()
