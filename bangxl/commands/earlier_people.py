"""`bangxl new --known`: the names and regions of earlier reports, which the workbook then offers while somebody types."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from bangxl.books import files
from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError, Value
from bangxl.commands.errors import USAGE, Refusal
from bangxl.commands.season_files import MOST_PROCESSES, is_report, read_in_processes
from bangxl.locale.catalog import Catalog
from bangxl.tournament.identity import in_any_order
from bangxl.workbook.names import REFERTO_MARK
from bangxl.workbook.surnames import by_surname

_People = tuple[str, Mapping[str, str]]
"""A report's date, and the region of everybody by name."""


def known_people(folder: Path, _: Catalog) -> Mapping[str, str]:
    """The region ("" if none) of everybody in the folder's reports, by surname: each as the newest report writes the name.

    Files that are no reports, or cannot be read, are passed over. Refusal (usage) where that leaves nobody.
    """
    try:
        reports = [path for path in sorted(folder.iterdir()) if path.is_file() and is_report(path)]
    except OSError:
        reports = []
    found = filter(None, read_in_processes(reports, people_of, min(os.cpu_count() or 1, MOST_PROCESSES)))
    people = dict[str, tuple[str, str]]()
    for _day, own in sorted(found, key=lambda one: one[0]):
        for name, region in own.items():
            key = in_any_order(name)
            people[key] = name, region or people.get(key, ("", ""))[1]
    if not people:
        raise Refusal(_("There is no report (.xlsx) in {folders}.").format(folders=folder), exit_code=USAGE)
    order = by_surname(name for name, _region in people.values())
    return dict(sorted(people.values(), key=lambda one: order(one[0])))


def people_of(path: Path) -> _People | None:
    """The people of one report as it writes them, verified or not; None where it cannot be read."""
    try:
        book = ClosedBook.of(files.read_file(path), path)
        if REFERTO_MARK not in book.names:
            return None
        names, regions = (_texts(book.read(f"Players_{key}")) for key in ("Name", "Region"))
        return _texts(book.read("Event_Date"))[0], {name: region for name, region in zip(names, regions, strict=True) if name}
    except (BookError, KeyError, ValueError, IndexError):
        return None


def _texts(values: Sequence[Value]) -> list[str]:
    return ["" if value is None else " ".join(str(value).split()) for value in values]
