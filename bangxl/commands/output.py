"""Write output files. bangxl overwrites or deletes a file that it did not write only with --overwrite.

What bangxl wrote is known by the file itself: a workbook by its names, a tournament by its format, a mail's draft by its boundary
and a printed referto by the line before its end, which both hold a digest of all the rest. Who has edited the draft, or signed or
scanned the print, has made it their own.
"""

import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from bangxl.books import files
from bangxl.books.closed import ClosedBook
from bangxl.books.port import Book, BookError
from bangxl.commands.errors import USAGE, Refusal, explain
from bangxl.locale.catalog import catalog
from bangxl.locale.system import SAID, reason

Known = Callable[[bytes], bool]
"""Whether bangxl has written a file, by its contents."""

_SEAL: Final = re.compile(rb"%bangxl ([0-9a-f]{64})\n")
_END_OF_PDF: Final = b"startxref"


class Output(NamedTuple):
    """An output file: its path, its content, and the tests for an earlier one by bangxl, and of the same tournament."""

    path: Path
    data: bytes
    known: Known
    own: Known = bool


def write_all(outputs: Sequence[Output], like: Sequence[Path] = (), *, overwrite: bool = False) -> None:
    """Put all files in place in this order, or none, for those who can read the files ``like`` them.

    A link stays, and its target is written.

    BookErrors as ``refuse_foreign`` and ``files.replace_all``.
    """
    real = {Path(os.path.realpath(output.path)): output for output in outputs}

    def check() -> None:
        for path, output in real.items():
            refuse_foreign(path, output.known, overwrite=overwrite)
            if not overwrite and files.exists(path) and not is_known(path, output.own):
                raise BookError("other_tournament", path=str(path))

    check()
    files.replace_all({path: output.data for path, output in real.items()}, check, like)


def write_into(folder: Path, outputs: Sequence[Output], language: str, like: Path, *, overwrite: bool = False) -> None:
    """Put files in place in one folder, which is made if need be: all or none, as `write_all`. Refusal."""
    new = not files.exists(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_all(outputs, [like], overwrite=overwrite)
    except BookError as error:
        if new:
            with suppress(OSError):
                folder.rmdir()
        raise explain(error, str(folder), language) from None
    except (OSError, RuntimeError) as error:  # RuntimeError: more folders in one another than Python makes
        _ = catalog(language)
        text = _("{path}: this folder cannot be created ({reason}). Choose another one.")
        raise Refusal(text.format(path=folder, reason=_(reason(error))), exit_code=USAGE) from None


def refuse_foreign(path: Path, known: Known, *, overwrite: bool = False) -> None:
    """BookError ``locked`` for a file that is open in a program, ``foreign_file`` for one that is not ours, unless ``overwrite``.

    And ``write_protected``; ``is_folder``, ``no_file`` and ``cannot_write`` where something else stands, or nothing can.
    """
    if os.path.isdir(path):  # noqa: PTH112 - a Path's own question raises where a name is too long
        raise BookError("is_folder", path=str(path))
    if os.path.islink(path):  # noqa: PTH114 - as above; a link that leads to itself: the others have been followed
        raise BookError("cannot_write", path=str(path), reason=SAID["eloop"])
    if not files.exists(path):
        return
    if not path.is_file():
        raise BookError("no_file", path=str(path))
    files.refuse_if_open(path)
    files.refuse_protected(path)
    if not overwrite and not is_known(path, known):
        raise BookError("foreign_file", path=str(path))


def is_known(path: Path, known: Known) -> bool:
    """Whether bangxl wrote this file, or it is empty."""
    try:
        data = files.read_file(path)
    except BookError:
        return False
    return not data or known(data)


def is_book_that(knows: Callable[[Book], bool]) -> Known:
    """Workbooks of a kind."""

    def known(data: bytes) -> bool:
        try:
            return knows(ClosedBook.of(data, Path(), partly=True))
        except BookError:
            return False

    return known


def marked_as_ours(pdf: bytes, whose: bytes = b"") -> bytes:
    """A PDF with a comment that marks it as bangxl's, and perhaps one that says whose it is; they do not change offsets."""
    at = pdf.rfind(_END_OF_PDF)
    at = len(pdf) if at < 0 else at
    pdf = pdf[:at] + (whose and b"%%%b\n" % whose) + pdf[at:]
    return pdf[:at] + b"%%bangxl %b\n" % sha256(pdf).hexdigest().encode() + pdf[at:]


def is_ours(pdf: bytes) -> bool:
    """Whether a PDF is still as it was when it got its line."""
    parts = ((pdf[: found.start()] + pdf[found.end() :], found[1]) for found in _SEAL.finditer(pdf))
    return any(sha256(rest).hexdigest().encode() == digest for rest, digest in parts)
