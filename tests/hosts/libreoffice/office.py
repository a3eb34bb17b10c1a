"""LibreOffice for the tests: opens workbooks, types into cells, recalculates, reads, saves, prints.

One headless LibreOffice serves a whole pytest session. It hangs on a worker process under the system's Python, because
only that one has LibreOffice's module ``uno``; the two talk JSON lines (`tests.hosts.libreoffice.office_worker`).

Where a cell or range is asked for, ``where`` is ``"Sheet!B7"``, ``"Sheet!B7:E9"``, a defined name such as ``"Players_Name"``,
or a sheet-level one such as ``"Round1T1!Bid"``.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, NoReturn, Self, TypeVar, cast

from tests.helpers.missing import missing

ROOT = Path(__file__).parents[3]
SYSTEM_PYTHON = "/usr/bin/python3"
EPOCH = date(1899, 12, 30)
"""Day 0 of LibreOffice's and Excel's dates."""

Shown = str | float | None
"""What a cell shows: a text (an error is its text, "#N/A"), a number, or nothing."""

Typed = str | float | date | None


class OfficeError(Exception):
    """LibreOffice does not start, does not answer in time, or refuses a request; the text says which."""


class Office:
    """A running LibreOffice. It is started by the first request, and again after it had to be given up."""

    def __init__(self, patience: float = 180) -> None:
        self.patience = patience
        self._worker: subprocess.Popen[bytes] | None = None
        self._pending = b""

    def open(self, path: Path) -> Document:
        """Load a copy of a workbook and recalculate it; the file itself stays as it is, without a lock."""
        if not path.is_file():
            raise OfficeError(f"no file {path}")
        return Document(self, cast("int", self.ask("open", path=str(path.resolve()))))

    def ask(self, action: str, /, **request: object) -> object:
        """Send one request to the worker and wait for its answer, at most ``patience`` seconds."""
        worker = self._running()
        self._send(worker, {"do": action, **request})
        return self._receive(worker)

    def stop(self) -> None:
        """End LibreOffice and the worker."""
        worker, self._worker, self._pending = self._worker, None, b""
        if worker is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()
        for stream in (worker.stdin, worker.stdout):
            with suppress(BrokenPipeError):
                _pipe(stream).close()
        self._home.cleanup()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._worker is None:
            try:
                worker = self._started()
            except OfficeError:  # with a new profile LibreOffice may start itself again, and cuts off who has asked it already
                worker = self._started()
            return worker
        return self._worker

    def _started(self) -> subprocess.Popen[bytes]:
        self._home = TemporaryDirectory(prefix="bangxl-office-", ignore_cleanup_errors=True)
        self._worker = subprocess.Popen(
            self._command(Path(self._home.name)),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=self._environment(Path(self._home.name)), start_new_session=True,
        )  # fmt: skip
        self._receive(self._worker)
        return self._worker

    def _command(self, home: Path) -> list[str]:
        return [SYSTEM_PYTHON, str(Path(__file__).with_name("office_worker.py")), str(home)]

    def _environment(self, _home: Path) -> dict[str, str]:
        kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        return kept | {"PYTHONPATH": str(ROOT)}

    def _send(self, worker: subprocess.Popen[bytes], request: Mapping[str, object]) -> None:
        try:
            _pipe(worker.stdin).write(json.dumps(request).encode() + b"\n")
            _pipe(worker.stdin).flush()
        except BrokenPipeError:
            self._give_up("the LibreOffice worker has ended")

    def _receive(self, worker: subprocess.Popen[bytes]) -> object:
        out = _pipe(worker.stdout).fileno()
        while b"\n" not in self._pending:
            if not select.select([out], [], [], self.patience)[0]:
                self._give_up(f"LibreOffice did not answer within {self.patience:g} s")
            block = os.read(out, 1 << 20)
            if not block:
                self._give_up("the LibreOffice worker has ended; is python3-uno installed? (make test installs it)")
            self._pending += block
        line, _, self._pending = self._pending.partition(b"\n")
        answer = json.loads(line)
        if "error" in answer:
            raise OfficeError(answer["error"])
        return cast("object", answer["value"])

    def _give_up(self, why: str) -> NoReturn:
        self.stop()
        raise OfficeError(why)


AnyOffice = TypeVar("AnyOffice", bound=Office)


def lent(office: AnyOffice) -> Iterator[AnyOffice]:
    """A LibreOffice as a fixture gives it: ended at the end."""
    if not shutil.which("soffice"):
        missing("LibreOffice did not run: no soffice (make test installs it)")
    yield office
    office.stop()


class Document:
    """A workbook open in LibreOffice. A context manager: leaving it closes the workbook without saving."""

    def __init__(self, office: Office, number: int) -> None:
        self._office = office
        self._number = number

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._ask("close")

    def sheets(self) -> dict[str, bool]:
        """Tab names in order, each with whether it is visible."""
        return cast("dict[str, bool]", self._ask("sheets"))

    def read(self, where: str) -> list[list[Shown]]:
        """The values of a range, row by row."""
        return cast("list[list[Shown]]", self._ask("read", where=where))

    def column(self, where: str) -> list[Shown]:
        """The values of a range of one column, such as a defined name's."""
        return [row[0] for row in self.read(where)]

    def cell(self, where: str) -> Shown:
        return self.read(where)[0][0]

    def texts(self, where: str) -> list[list[str]]:
        """What a reader sees in a range, numbers as formatted."""
        return cast("list[list[str]]", self._ask("texts", where=where))

    def formulas(self, where: str) -> list[list[str]]:
        """The formulas of a range in Calc's own syntax; the content where there is none."""
        return cast("list[list[str]]", self._ask("formulas", where=where))

    def put(self, where: str, value: Typed, index: int = 0, *, force: bool = False) -> None:
        """Type one value: into the cell ``where``, or into a range's cell ``index`` rows below its first.

        OfficeError if the cell is locked on a protected sheet, as for a referee; ``force`` types nevertheless.
        """
        self.put_rows(where, [[value]], index, force=force)

    def put_column(self, where: str, values: Sequence[Typed], index: int = 0, *, force: bool = False) -> None:
        """Type values downwards, as `put` does."""
        self.put_rows(where, [[value] for value in values], index, force=force)

    def put_rows(self, where: str, rows: Sequence[Sequence[Typed]], index: int = 0, *, force: bool = False) -> None:
        """Type a block of values, its first one as `put` does."""
        plain = [[(value - EPOCH).days if isinstance(value, date) else value for value in row] for row in rows]
        self._ask("put", where=where, rows=plain, index=index, force=force)

    def handle(self, deed: str, sheet: str, area: Sequence[int], **more: object) -> bool:
        """Sort, cut, copy, clear, fill or replace in a block (top, left, bottom, right), as somebody does in the window.

        Or insert or delete its rows, in a sheet that he has unprotected. Whether LibreOffice did it.
        """
        return bool(self._ask("handle", deed=deed, sheet=sheet, area=list(area), **more))

    def recalculate(self) -> None:
        """Calculate every formula anew; after typing LibreOffice does what is needed by itself."""
        self._ask("recalculate")

    def errors(self) -> list[tuple[str, str, str]]:
        """Every cell of the workbook that shows an error: sheet, address, text."""
        return [(sheet, cell, text) for sheet, cell, text in cast("list[list[str]]", self._ask("errors"))]

    def save(self, path: Path) -> Path:
        """Write the workbook, as LibreOffice does, to an .xlsx file."""
        self._ask("save", path=str(path.resolve()))
        return path

    def screens(self, path: Path, sheets: Sequence[str]) -> Path:
        """A page for each of these sheets as the screen shows it. The book is spoilt for anything else."""
        self._ask("screens", path=str(path.resolve()), sheets=sheets)
        return path

    def pdf(self, path: Path, sheets: Sequence[str] | None = None) -> Path:
        self._ask("pdf", path=str(path.resolve()), sheets=sheets)
        return path

    def _ask(self, action: str, **request: object) -> object:
        return self._office.ask(action, book=self._number, **request)


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise OfficeError("the LibreOffice worker has no pipe")
    return stream
