"""For which computers there is a kit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
PYTHONS: Final = ("3.13", "3.14", "3.12", "3.11")
"""The versions of Python that a kit has wheels for; the first that is found is taken, the first of all is fetched."""


@dataclass(frozen=True, slots=True)
class Platform:
    """``tags`` as wheels have them, the newest first · ``markers``: what decides which packages are needed there."""

    name: str
    tags: tuple[str, ...]
    markers: Mapping[str, str]
    uv: str
    pythons: tuple[str, ...] = PYTHONS
    newline: str = "\n"

    @property
    def scripts(self) -> Path:
        """The installer as it lies in the sources."""
        return HERE / self.name


_WINDOWS: Final = {"os_name": "nt", "sys_platform": "win32", "platform_system": "Windows", "platform_machine": "AMD64"}
_LINUX: Final = {"os_name": "posix", "sys_platform": "linux", "platform_system": "Linux", "platform_machine": "x86_64"}
_MANYLINUX: Final = ("manylinux_2_28_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64")

PLATFORMS: Final = {
    "windows": Platform("windows", ("win_amd64",), _WINDOWS, "uv.exe", newline="\r\n"),
    "linux": Platform("linux", _MANYLINUX, _LINUX, "uv"),
}
"""The one for Linux is Windows' twin, for the rehearsal."""
