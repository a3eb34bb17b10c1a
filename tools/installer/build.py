"""Writes build/bangxl-windows.zip: bangxl with its requirements, and an installer. ``make installer``.

uv and the wheels come from the package registry, each with a digest of ``tools/pins.txt``; the folder already has our own wheel.
The zip lists every wheel with its digest. The same wheels give the same bytes.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from bangxl import __version__
from bangxl.locale.catalog import LANGUAGES, catalog
from tools import templates
from tools.installer.page import page
from tools.installer.platforms import PLATFORMS, Platform
from tools.installer.texts import SAID
from tools.installer.wheels import LEFT_OUT, fetch, licence, metadata, prove, tags_of

EPOCH: Final = (2024, 1, 1, 0, 0, 0)
PACKED: Final = (".whl", ".xlsm", ".xlsx")
"""The suffixes of zip files."""
PROGRAMS: Final = (".sh", "/uv")


def main() -> int:
    """Arguments: the platform, the folder with our wheel, and the zip to write."""
    platform, folder, target = PLATFORMS[sys.argv[1]], Path(sys.argv[2]), Path(sys.argv[3])
    build(platform, folder, target, workbooks())
    with ZipFile(target) as packed:
        print(*(packed.read(name).decode() for name in packed.namelist() if name.endswith("s.txt")), sep="\n")
    print(f"{target}: {target.stat().st_size / 1e6:.1f} MB, sha256 {sha256(target.read_bytes()).hexdigest()}")
    return 0


def build(platform: Platform, folder: Path, target: Path, workbooks: Mapping[str, bytes]) -> None:
    """Write the zip, from the folder with our wheel. MisfitError if the wheels do not match the platform's needs."""
    fetch(platform, folder)
    (uv,) = folder.glob("uv-*.whl")
    wheels = sorted({*folder.glob("*.whl")} - {uv})
    prove(platform, wheels)
    write(target, contents(platform, uv, wheels, workbooks))


def workbooks() -> dict[str, bytes]:
    """An empty workbook of each regulation in every language, with macros and without, by its name."""
    with TemporaryDirectory() as folder:
        return {name: templates.make(name, Path(folder)).read_bytes() for name in templates.WORKBOOKS}


def contents(platform: Platform, uv: Path, wheels: list[Path], workbooks: Mapping[str, bytes]) -> dict[str, bytes]:
    """Every file of the zip, by its name in the zip."""
    with ZipFile(uv) as packed:
        (program,) = (name for name in packed.namelist() if name.endswith(f".data/scripts/{platform.uv}"))
        installer = packed.read(program)
    return {
        **scripts(platform),
        **said(platform),
        "Read me.html": page(platform).encode(),
        f"parts/{platform.uv}": installer,
        "parts/without.txt": "".join(f"{name}\n" for name in LEFT_OUT).encode(),
        **{f"parts/wheels/{wheel.name}": wheel.read_bytes() for wheel in wheels},
        **{f"workbooks/{name}": data for name, data in workbooks.items()},
        **licences([uv, *wheels]),
        "parts/wheels.txt": listed([uv, *wheels]).encode(),
    }


def listed(wheels: list[Path]) -> str:
    """A line for each wheel: its digest, its size in bytes, its tags, its name."""
    return "".join(
        f"{sha256(wheel.read_bytes()).hexdigest()} {wheel.stat().st_size:>11,}"
        f"  {' '.join(sorted(map(str, tags_of(wheel)))):<40}  {wheel.name}\n"
        for wheel in wheels
    )


def scripts(platform: Platform) -> dict[str, bytes]:
    """The installer of a platform, with the versions filled in."""
    values = {"@VERSION@": __version__, "@PYTHONS@": " ".join(platform.pythons), "@FETCHED@": platform.pythons[0]}
    files = {}
    for path in sorted(path for path in platform.scripts.rglob("*") if path.is_file()):
        text = path.read_text("ascii")
        for mark, value in values.items():
            text = text.replace(mark, value)
        files[path.relative_to(platform.scripts).as_posix()] = text.replace("\n", platform.newline).encode("ascii")
    return files


def said(platform: Platform) -> dict[str, bytes]:
    """The installer's messages: a file for each sentence and language."""
    return {
        f"parts/texts/{language}/{name}.txt": (
            f"{catalog(language)(text).format(python=platform.pythons[0])}\n\n".replace("\n", platform.newline).encode()
        )
        for language in LANGUAGES
        for name, text in SAID.items()
    }


def licences(wheels: list[Path]) -> dict[str, bytes]:
    """The terms of each package, and a list of all packages."""
    terms: Mapping[str, tuple[str, str]] = {f"{metadata(one)['Name']} {metadata(one)['Version']}": licence(one) for one in wheels}
    names = sorted(terms, key=str.lower)
    all_of_them = "".join(f"{name}: {terms[name][0]}\n" for name in names)
    return {f"licences/{name.replace(' ', '-')}.txt": terms[name][1].encode() for name in names} | {
        "licences/licences.txt": all_of_them.encode()
    }


def write(target: Path, files: Mapping[str, bytes]) -> None:
    """Write the zip: sorted entries with the same time, programs executable."""
    with ZipFile(target, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            entry = ZipInfo(name, EPOCH)
            entry.create_system = 3
            entry.external_attr = (0o100755 if name.endswith(PROGRAMS) else 0o100644) << 16
            archive.writestr(entry, files[name], ZIP_STORED if name.endswith(PACKED) else ZIP_DEFLATED)


if __name__ == "__main__":
    sys.exit(main())
