"""The moment that stands in a file's properties: when it was written, or SOURCE_DATE_EPOCH."""

from __future__ import annotations

import os
from datetime import UTC, datetime

from bangxl.books.markup import text
from bangxl.books.package import Package


def stamp() -> datetime:
    """The time that a file carries: SOURCE_DATE_EPOCH (seconds) if it is set, else now; UTC, to the second."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = datetime.fromtimestamp(int(epoch), UTC) if epoch.isdecimal() else datetime.now(UTC)
    return moment.replace(tzinfo=None, microsecond=0)


def touch(package: Package) -> None:
    """Let the file say that it was changed now, if it says when at all. PackageError."""
    for relation in package.relations():
        if relation.kind == "core-properties" and relation.target in package:
            modified = package.tree(relation.target).find("modified")
            if modified is not None and modified.text:
                package.edit(relation.target, (modified.inside, modified.close, text(f"{stamp().isoformat()}Z").encode()))
