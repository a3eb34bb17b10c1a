"""The platforms that have an installer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
PYTHONS: Final = ("3.13", "3.14", "3.12", "3.11")
"""The Python versions of an installer's wheels; the first one found is used, or the first of all downloaded."""


@dataclass(frozen=True, slots=True)
class Platform:
    """``tags`` as in wheels, the newest first · ``markers``: they decide which packages the platform needs."""

    name: str
    tags: tuple[str, ...]
    markers: Mapping[str, str]
    uv: str
    pythons: tuple[str, ...] = PYTHONS
    newline: str = "\n"

    @property
    def scripts(self) -> Path:
        """The installer in the sources."""
        return HERE / self.name


_WINDOWS: Final = {"os_name": "nt", "sys_platform": "win32", "platform_system": "Windows", "platform_machine": "AMD64"}
_LINUX: Final = {"os_name": "posix", "sys_platform": "linux", "platform_system": "Linux", "platform_machine": "x86_64"}
_MANYLINUX: Final = ("manylinux_2_28_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64")

PLATFORMS: Final = {
    "windows": Platform("windows", ("win_amd64",), _WINDOWS, "uv.exe", newline="\r\n"),
    "linux": Platform("linux", _MANYLINUX, _LINUX, "uv"),
}
"""Linux mirrors Windows, for rehearsals."""
