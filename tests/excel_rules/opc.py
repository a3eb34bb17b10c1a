"""Rules for the package itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from tests.excel_rules.package import Package

_DATED: Final = re.compile(r"\d{4}(-\d\d(-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[-+]\d\d:\d\d))?)?)?")


def entries(package: Package) -> Iterator[str]:
    """No part is there twice, whatever the case. [ECMA-376-2] 9.1.1.2 part names."""
    for name, times in Counter(entry.casefold() for entry in package.entries).items():
        if times > 1:
            yield f"{times} parts are called {name}"


def properties(package: Package) -> Iterator[str]:
    """One part holds the file's properties, its times are written as the format asks. [ECMA-376-2] 11 core properties."""
    found = [relation.target for relation in package.relations("") if relation.type.endswith("/core-properties")]
    if len(found) > 1:
        yield f"{len(found)} parts hold properties"
    for part in found:
        for element in package.xml(part) if part in package.parts else ():
            tag = element.tag.rpartition("}")[2]
            if tag in {"created", "modified"} and not _DATED.fullmatch((element.text or "").strip()):
                yield f"{tag} is {element.text}"


EXCEL: Final = (entries, properties)
