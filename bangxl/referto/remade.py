"""A referto made once more from what it says: whether the file is, part by part, the one that bangxl writes of these facts.

The numbers are the proof's affair, which shares no code with the pages; this is about all that nobody can compute: colours,
widths, drawings, links, texts in headers. They are right if the file is the same; else somebody has to look.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from bangxl import __version__
from bangxl.books.closed import ClosedBook
from bangxl.books.package import Package
from bangxl.interchange.dump import fingerprint
from bangxl.referto.book import FORMAT
from bangxl.referto.pages.build import referto
from bangxl.referto.proof.verdict import Kind, Looks
from bangxl.referto.report import Report
from bangxl.workbook.read import Contents

PROGRAM: Final = f"bangxl {__version__}"

WRITTEN_ANEW: Final = re.compile(r"xl/(?:worksheets/[^/]+|styles|sharedStrings)\.xml")
"""The parts that every program writes in its own way when it saves a workbook; others it may keep as they are."""

_SAVED_AT: Final = re.compile(rb"(<dcterms:modified[^>]*>)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ(?=</)")
"""When the file was put together, which may be seconds after the facts were read."""


def looks(book: ClosedBook, contents: Contents) -> Looks:
    """What the file of a referto is that agrees. ``contents`` are its facts as read."""
    program, layout = (str(book.read(name)[0]) for name in ("Report_Program", "Report_Format"))
    if (program, layout) != (PROGRAM, str(FORMAT)):
        return Looks(Kind.OTHER_VERSION, program)
    found = _parts(book.state())
    told = any(player.email for player in contents.tournament.players)
    fewest = _difference(found, _parts(_made(book, contents, addresses=told)))
    if fewest and not told:  # nobody has an address, and they are told all the same
        fewest = min(fewest, _difference(found, _parts(_made(book, contents, addresses=True))), key=len)
    if not fewest:
        return Looks(Kind.EXACT, program)
    again = {name for name in found if WRITTEN_ANEW.fullmatch(name)} <= {*fewest}
    return Looks(Kind.SAVED_AGAIN if again else Kind.CHANGED, program, tuple(fewest))


def _made(book: ClosedBook, contents: Contents, *, addresses: bool) -> bytes:
    """The file as bangxl writes it."""
    report = Report(
        contents,
        written=str(book.read("Report_Written")[0]),
        program=PROGRAM,
        digest=fingerprint(contents),
        interim=bool(book.read("Report_Interim")[0]),
        secret=bool(book.read("Report_Secret")[0]),
        addresses=addresses,
    )
    return referto(report, book.path).dump()


def _parts(data: bytes) -> Mapping[str, bytes]:
    """All parts of a package, but for the second in which it was saved."""
    package = Package(data)
    return {name: _SAVED_AT.sub(rb"\1", package.raw(name)) for name in package.names}


def _difference(found: Mapping[str, bytes], right: Mapping[str, bytes]) -> list[str]:
    """The parts that differ, that are missing, or that do not belong."""
    return sorted(name for name in found.keys() | right.keys() if found.get(name) != right.get(name))
