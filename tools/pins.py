"""Prints the lines of pins.txt for some packages, or for all but those after ``--without``: ``python tools/pins.py NAME…``.

pip then takes exactly these versions, and only files with these digests. Needs nothing but Python: nothing is installed yet.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

PINS: Final = Path(__file__).with_name("pins.txt")
_PIN: Final = re.compile(r"([A-Za-z0-9._-]+)==([^ ;]+)(?: ; ([^\n\\]+?))?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n")


def pins() -> Iterator[tuple[str, str, str, str]]:
    """Name, version, marker and digests of every package; a package may have several versions, each with its marker."""
    return ((name.replace("_", "-").lower(), *rest) for name, *rest in _PIN.findall(PINS.read_text(encoding="utf-8")))


def chosen(names: Collection[str], *, without: bool = False) -> str:
    """A file of requirements for pip. KeyError for a package without a pin."""
    wanted = {name.replace("_", "-").lower() for name in names}
    if unknown := wanted - {name for name, *_ in pins()}:
        raise KeyError(*sorted(unknown))
    lines = (
        (name, f"{name}=={version}{' ; ' if marker else ''}{marker}{digests}\n") for name, version, marker, digests in pins()
    )
    return "".join(line for name, line in lines if (name in wanted) != without)


if __name__ == "__main__":
    names = sys.argv[1:]
    print(chosen([name for name in names if name != "--without"], without="--without" in names), end="")
