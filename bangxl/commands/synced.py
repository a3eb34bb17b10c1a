"""Folders that another program keeps in the cloud: Excel saves there by itself, and may open a workbook by its address."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Final

from bangxl.commands.computer import WINDOWS, Computer

_VARIABLES: Final = ("OneDrive", "OneDriveConsumer", "OneDriveCommercial")
"""Where OneDrive on Windows says which folders are its own."""

_PLACES: Final = (
    *("OneDrive", "OneDrive - *", "Dropbox", "Dropbox (*)", "iCloudDrive", "Google Drive"),
    *("Library/CloudStorage/*", "Library/Mobile Documents"),
)
"""Below the user's own folder; the last two on a Mac."""

_NAMES: Final[Mapping[str, str]] = {
    "OneDrive-SharedLibraries": "SharePoint",
    "OneDrive": "OneDrive",
    "Dropbox": "Dropbox",
    "GoogleDrive": "Google Drive",
    "Google Drive": "Google Drive",
    "iCloudDrive": "iCloud",
    "Mobile Documents": "iCloud",
}
"""How a folder's name begins, and whose it is."""


def synced(computer: Computer) -> Mapping[PurePath, str]:
    """The folders on this computer that a program keeps in the cloud, with its name, as far as they can be known."""
    return {_pure(folder, computer): service for folder, service in _found(computer)}


def keeper(path: Path, computer: Computer) -> str:
    """Who keeps a file in the cloud; "" if nobody who is known."""
    file = _pure(str(path), computer)
    return next((service for folder, service in synced(computer).items() if file.is_relative_to(folder)), "")


def _found(computer: Computer) -> Iterator[tuple[str, str]]:
    if computer.system == WINDOWS:
        yield from ((folder, "OneDrive") for key in _VARIABLES if (folder := computer.environ.get(key, "").strip()))
    for place in _PLACES:
        yield from ((str(folder), _service(folder.name)) for folder in sorted(computer.home.glob(place)) if folder.is_dir())


def _service(name: str) -> str:
    return next((service for start, service in _NAMES.items() if name.startswith(start)), name.partition("-")[0])


def _pure(path: str, computer: Computer) -> PurePath:
    return PureWindowsPath(path) if computer.system == WINDOWS else PurePosixPath(path)
