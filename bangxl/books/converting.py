"""A closed workbook's file as a PDF file, by a program that nobody sees: LibreOffice, or Excel where there is none.

LibreOffice is started with a profile of its own in a temporary folder: with the user's, a LibreOffice that is open would take the
request. A fresh profile is 0.5 MB in 36 files and costs a fifth of a second; a referto of 22 players takes 1.5 s in all, one of
126 players 2.3 s. A copy is printed, so that no lock is left beside the file.

BookError codes: those of `files.read` and `files.replace`, and ``no_pdf`` (path: the PDF file, reason).
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bangxl.books import files, programs
from bangxl.books.port import BookError

_PATIENCE: Final = 120
"""Seconds that a program may take."""
_AGAIN: Final = 81
"""LibreOffice's exit code when it has only made its profile, and is to be started again."""
_PDF: Final = b"%PDF"
_LOCALES: Final = {"it": "it-IT", "en": "en-GB", "de": "de-DE", "ru": "ru-RU"}
_SETTINGS: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>'
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Setup/L10N">'
    '<prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>{locale}</value></prop></item></oor:items>'
)
_OPTIONS: Final = ("--headless", "--norestore", "--nologo", "--nofirststartwizard", "--convert-to", "pdf:calc_pdf_Export")


def to_pdf(source: Path, target: Path, *, language: str = "", patience: float = _PATIENCE) -> bool:
    """Print all visible sheets of a workbook's file to a PDF file; False, and nothing is written, if no program is here for it.

    ``language``: how LibreOffice writes numbers and dates, "it", "en", "de" or "ru"; else as this computer does. ``patience``:
    seconds after which a program is ended and the work given up. On errors an earlier ``target`` stays.
    """
    if office := programs.soffice():
        _by_libreoffice(office, source, target, language, patience)
        return True
    if programs.has_excel():
        _by_excel(source, target, patience)
        return True
    return False


def _by_libreoffice(office: str, source: Path, target: Path, language: str, patience: float) -> None:
    data = files.read(source)
    try:
        with TemporaryDirectory(prefix="bangxl-", ignore_cleanup_errors=True) as folder:
            copy = Path(folder, f"{source.stem}.xlsx")
            copy.write_bytes(data)
            if language in _LOCALES:
                _speak(Path(folder, "profile"), _LOCALES[language])
            pdf = _printed(office, copy, patience)
    except subprocess.TimeoutExpired:
        raise BookError("no_pdf", path=str(target), reason=f"LibreOffice: timeout, {patience:g} s") from None
    except OSError as error:
        raise BookError("no_pdf", path=str(target), reason=error.strerror or str(error)) from error
    if pdf.startswith(_PDF):
        files.replace(target, pdf)
    else:
        raise BookError("no_pdf", path=str(target), reason=pdf.decode("utf-8", "replace"))


def _speak(profile: Path, locale: str) -> None:
    """Settings of a profile that is not there yet."""
    settings = profile / "user" / "registrymodifications.xcu"
    settings.parent.mkdir(parents=True)
    settings.write_text(_SETTINGS.format(locale=locale), encoding="utf-8")


def _printed(office: str, copy: Path, patience: float) -> bytes:
    """The PDF file of a workbook in a folder of its own; or the last that LibreOffice has said, or its exit code."""
    folder, log = copy.parent, copy.parent / "said"
    command = [office, f"-env:UserInstallation={(folder / 'profile').as_uri()}", *_OPTIONS, "--outdir", str(folder), str(copy)]
    code = _run(command, log, patience)
    if code == _AGAIN:
        code = _run(command, log, patience)
    with suppress(FileNotFoundError):
        return copy.with_suffix(".pdf").read_bytes()
    said = [line for line in log.read_bytes().splitlines() if line.strip()]
    return said[-1] if said else f"LibreOffice: {code}".encode()


def _by_excel(source: Path, target: Path, patience: float) -> None:
    from bangxl.books import native  # noqa: PLC0415 -- xlwings takes half a second, and only Windows and Mac have an Excel

    try:
        native.print_apart(source, target, patience)
    except BookError as error:
        if error.code not in {"host_busy", "host_refused"}:
            raise
        raise BookError("no_pdf", path=str(target), reason=error.values.get("reason", "Excel")) from error


def _run(command: Sequence[str], log: Path, patience: float) -> int:
    """Its exit code. When this ends, however it ends, the program and what it has started are gone."""
    with log.open("wb") as said:
        process = subprocess.Popen(  # noqa: S603 -- found by its name, without a shell
            command,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            creationflags=programs.NO_WINDOW,
        )
    try:
        return process.wait(patience)
    finally:
        programs.end(process)
