"""The wheels of an installer: download them, and prove that they fit every Python of its platform."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Collection, Iterator, Sequence
from email.message import Message
from email.parser import Parser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import ZipFile

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.tags import Tag, compatible_tags, cpython_tags
from packaging.utils import canonicalize_name, parse_wheel_filename

from tools.installer.platforms import Platform
from tools.pins import pins

UV: Final = "uv"
"""Finds or downloads a Python on the user's computer, and installs."""

LEFT_OUT: Final = ("pandas",)
"""Requirements that only the library has: with theirs they are half of all."""

TERMS: Final = ("LICEN", "COPYING", "NOTICE", "AUTHORS")
"""The prefixes of a wheel's files with its licence terms."""


class MisfitError(Exception):
    """The wheels do not match the installer's needs."""


def fetch(platform: Platform, folder: Path) -> None:
    """Download uv and all requirements for each Python into the folder with our wheel: files that ``pins.txt`` has digests of.

    pip selects by the tags of another computer, but by the markers of this one: so call it package by package.
    """
    (ours,) = folder.glob("bangxl-*.whl")
    for python in platform.pythons:
        _download([UV], python, platform, folder)
        asked: set[str] = set()
        wanted = {canonicalize_name(one.name): one for one in _requirements(ours, python, platform)}
        while wanted:
            _download(wanted, python, platform, folder)
            asked |= wanted.keys()
            there = [wheel for wheel in folder.glob("*.whl") if parse_wheel_filename(wheel.name)[0] in wanted]
            needed = [one for wheel in there if _fits(wheel, python, platform) for one in _requirements(wheel, python, platform)]
            wanted = {canonicalize_name(one.name): one for one in needed if canonicalize_name(one.name) not in asked}


def _download(names: Collection[str], python: str, platform: Platform, folder: Path) -> None:
    tags = [part for tag in platform.tags for part in ("--platform", tag)]
    abis = ("--implementation", "cp", "--abi", f"cp{python.replace('.', '')}", "--abi", "abi3", "--abi", "none")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--only-binary", ":all:", "--require-hashes", *tags, "--python-version", python, *abis, "--dest", str(folder)]
    there = _computer(python, platform)
    with TemporaryDirectory() as other:
        pinned = Path(other, "pins.txt")
        lines = ((name, marker, f"{name}=={version}{digests}\n") for name, version, marker, digests in pins())
        here = [line for name, marker, line in lines if name in names and (not marker or Marker(marker).evaluate(there))]
        pinned.write_text("".join(here), encoding="utf-8")
        subprocess.run([*command, "--requirement", str(pinned)], check=True)


def tags_of(wheel: Path) -> frozenset[Tag]:
    """The tags in a wheel's name; MisfitError if the wheel itself has others."""
    named = parse_wheel_filename(wheel.name)[3]
    tags = {line.partition(":")[2].strip() for line in _member(wheel, "WHEEL").splitlines() if line.startswith("Tag:")}
    if tags != {str(tag) for tag in named}:
        raise MisfitError(f"{wheel.name}: it is called otherwise than its tags {', '.join(sorted(tags))}")
    return named


def prove(platform: Platform, wheels: Sequence[Path]) -> None:
    """MisfitError unless each Python finds every package once with all its requirements, and every wheel is needed."""
    used: set[Path] = set()
    for python in platform.pythons:
        fitting = {wheel for wheel in wheels if _fits(wheel, python, platform)}
        by_name: dict[str, Path] = {}
        for wheel in sorted(fitting):
            name = parse_wheel_filename(wheel.name)[0]
            if name in by_name:
                raise MisfitError(f"Python {python} may take {by_name[name].name} or {wheel.name}")
            by_name[name] = wheel
        for wheel in fitting:
            for requirement in _requirements(wheel, python, platform):
                matches = by_name.get(canonicalize_name(requirement.name))
                if matches is None or parse_wheel_filename(matches.name)[1] not in requirement.specifier:
                    raise MisfitError(f"Python {python}: {wheel.name} requires {requirement}, here is {matches and matches.name}")
        used |= fitting
    if idle := sorted(wheel.name for wheel in set(wheels) - used):
        raise MisfitError(f"no Python takes {', '.join(idle)}")


def _fits(wheel: Path, python: str, platform: Platform) -> bool:
    version = tuple(map(int, python.split(".")))
    taken = {*cpython_tags(version, platforms=platform.tags), *compatible_tags(version, platforms=platform.tags)}
    return not taken.isdisjoint(tags_of(wheel))


def _computer(python: str, platform: Platform) -> dict[str, str]:
    """What markers ask of the computer of an installer."""
    return {**platform.markers, "python_version": python, "python_full_version": f"{python}.0", "extra": ""}


def _requirements(wheel: Path, python: str, platform: Platform) -> Iterator[Requirement]:
    there = _computer(python, platform)
    for line in metadata(wheel).get_all("Requires-Dist") or ():
        requirement = Requirement(line)
        marker: Marker | None = requirement.marker
        if requirement.name not in LEFT_OUT and (marker is None or marker.evaluate(there)):
            yield requirement


def metadata(wheel: Path) -> Message:
    """Name, version, requirements and licence from a wheel's metadata."""
    return Parser().parsestr(_member(wheel, "METADATA"))


def licence(wheel: Path) -> tuple[str, str]:
    """The licence's name from the wheel's metadata in one line, and the texts in the wheel; MisfitError without any."""
    about = metadata(wheel)
    classes = [line.rpartition(":: ")[2] for line in about.get_all("Classifier") or () if line.startswith("License")]
    name = about["License-Expression"] or ", ".join(classes) or (about["License"] or "").partition("\n")[0]
    with ZipFile(wheel) as packed:
        inside = [one for one in sorted(packed.namelist()) if ".dist-info/" in one and _is_terms(one)]
        text = "\n\n".join(packed.read(one).decode("utf-8", "replace") for one in inside)
    if not name or not text:
        raise MisfitError(f"{wheel.name} does not say under which terms it comes")
    return name, text


def _is_terms(member: str) -> bool:
    return "/licenses/" in member or member.rpartition("/")[2].upper().startswith(TERMS)


def _member(wheel: Path, name: str) -> str:
    with ZipFile(wheel) as packed:
        (member,) = (one for one in packed.namelist() if one.endswith(f".dist-info/{name}") and one.count("/") == 1)
        return packed.read(member).decode("utf-8")
