"""The copies of a workbook that its history keeps, known by their logs: a log only grows, across `undo` too."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from bangxl.books import history
from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError
from bangxl.tournament.journal import LogEntry, agree_as_far_as_both_go
from bangxl.workbook.read import read_log

Log = Sequence[LogEntry]


def log_of(data: bytes, path: Path) -> Log:
    """The log of a file; none if it cannot be read any more."""
    with suppress(BookError):
        return read_log(ClosedBook.of(data, path, partly=True))
    return ()


def copies_with_logs(path: Path, where: Path | None = None) -> Iterator[tuple[Path, Log]]:
    """Every copy in the history of a file, or in another one, with its log, the newest first. BookErrors as `read_snapshot`."""
    for copy in history.kept_copies(path, where):
        with suppress(BookError):
            yield copy, log_of(history.read_snapshot(copy), path)


def goes_on(log: Log, earlier: Log) -> bool:
    """Whether a log goes on where an earlier one ends."""
    return len(log) >= len(earlier) and agree_as_far_as_both_go(log, earlier)


def copies_before(path: Path, log: Log, where: Path | None = None) -> Mapping[int, Path]:
    """The copies from which this log goes on, the last first, by the lines of theirs; without a log, those not used up by `undo`.

    In the file's own history, where the log also tells two ways apart on which one tournament went on; or in the one named.
    """
    found, unused = dict[int, Path](), [] if log else history.snapshots(path, where)
    for copy, own in copies_with_logs(path, where):
        if own and (goes_on(log, own) if log else copy in unused):
            found.setdefault(len(own), copy)
    return dict(sorted(found.items(), reverse=True))
