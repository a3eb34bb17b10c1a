"""What was verified once is remembered, so that next week's season costs a second: in a cache folder that anybody may delete.

A report is known by the digest of its bytes, and only to the very program that has verified it: nothing is believed of a file
that has changed, or of another version. ``BANGXL_CACHE`` names another folder; empty, nothing is remembered.
"""

import os
import re
import sys
from contextlib import suppress
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from bangxl import __version__
from bangxl.books import files
from bangxl.books.port import BookError
from bangxl.seasons.entry import RefertoEntry, of_bytes, to_bytes

FOLDER: Final = "BANGXL_CACHE"
"""The environment variable with the folder's path."""
_PROGRAM: Final = Path(__file__).parents[1]
_KIND: Final = "verified-"
_DIGEST: Final = re.compile("[0-9a-f]{64}")


def recall_entry(path: Path) -> RefertoEntry | None:
    """The entry of a report that this program has verified as it is now, under its name of today."""
    if (folder := _folder()) is None or not folder.is_dir():
        return None
    with suppress(BookError, OSError, msgspec.MsgspecError, ValueError):
        entry = of_bytes((folder / sha256(files.read_file(path)).hexdigest()).read_bytes())
        return replace(entry, file=str(path)) if isinstance(entry, RefertoEntry) else None
    return None


def remember_entry(data: bytes, entry: RefertoEntry) -> None:
    """Keep what these bytes gave. Where nothing can be written, it is verified again next time."""
    if (folder := _folder()) is None:
        return
    with suppress(OSError):
        if not folder.is_dir():
            _forget(folder.parent)
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # there are addresses of people
        kept = folder / sha256(data).hexdigest()
        written = kept.with_suffix(f".{os.getpid()}")
        written.write_bytes(to_bytes(entry))
        written.replace(kept)


def _forget(caches: Path) -> None:
    """Delete what other versions remembered, and nothing else: the folder may be anybody's."""
    for folder in caches.glob(_KIND + "[0-9a-f]" * 32):
        for kept in folder.iterdir():
            if _DIGEST.fullmatch(kept.name):
                kept.unlink()
        with suppress(OSError):  # something else lies there
            folder.rmdir()


@cache
def _program() -> str:
    """A digest of this program: its version and files, and Python's version."""
    sources = (path for pattern in ("*.py", "*.toml", "*.json") for path in sorted(_PROGRAM.rglob(pattern)))
    stats = [(str(path.relative_to(_PROGRAM)), (stat := path.stat()).st_size, stat.st_mtime_ns) for path in sources]
    return sha256(repr((__version__, sys.version, stats)).encode()).hexdigest()[:32]


def _folder() -> Path | None:
    """Where this program's entries lie; None in a browser, and where nothing is to be remembered."""
    said, home = os.environ.get(FOLDER), Path("~").expanduser()
    if said == "" or sys.platform == "emscripten":
        return None
    usual = {"win32": Path(os.environ.get("LOCALAPPDATA") or home / "AppData/Local"), "darwin": home / "Library/Caches"}
    caches = usual.get(sys.platform, Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")) / "bangxl"
    return (Path(said) if said else caches) / f"{_KIND}{_program()}"
