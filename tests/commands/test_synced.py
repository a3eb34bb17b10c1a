"""Folders in the cloud: who keeps them, and what `new` and `doctor` say of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bangxl.commands.computer import MAC, WINDOWS, Sign, cloud_folders, cloud_service
from bangxl.commands.setup import doctor
from tests.commands.computers import computer
from tests.hosts.commandline import CommandLine

CLOUD = "Library/CloudStorage"


@pytest.mark.parametrize(
    ("variable", "folder", "path", "service"),
    [
        ("OneDrive", r"C:\Users\Anna\OneDrive", r"C:\Users\Anna\OneDrive\torneo.xlsm", "OneDrive"),
        ("OneDriveConsumer", r"C:\Users\Anna\OneDrive", r"c:\users\ANNA\onedrive\Documenti\2026\torneo.xlsm", "OneDrive"),
        ("OneDriveCommercial", r"D:\OneDrive - BANG Club", r"D:\OneDrive - BANG Club\torneo.xlsx", "OneDrive"),
        ("OneDrive", r"C:\Users\Anna\OneDrive", r"C:\Users\Anna\OneDriveOld\torneo.xlsm", ""),
        ("OneDrive", r"C:\Users\Anna\OneDrive", r"C:\Users\Anna\Documents\torneo.xlsm", ""),
        ("OneDrive", " ", r"C:\Users\Anna\Documents\torneo.xlsm", ""),
    ],
)
def test_windows_says_where_onedrive_is(tmp_path: Path, variable: str, folder: str, path: str, service: str) -> None:
    assert cloud_service(Path(path), computer(tmp_path, WINDOWS, environ={variable: folder})) == service


@pytest.mark.parametrize(
    ("system", "place", "service"),
    [
        (WINDOWS, "OneDrive - BANG Club", "OneDrive"),
        (WINDOWS, "Dropbox (Anna)", "Dropbox"),
        (WINDOWS, "iCloudDrive", "iCloud"),
        (MAC, f"{CLOUD}/OneDrive-Personal", "OneDrive"),
        (MAC, f"{CLOUD}/OneDrive-SharedLibraries-BANG", "SharePoint"),
        (MAC, f"{CLOUD}/GoogleDrive-anna@example.org", "Google Drive"),
        (MAC, f"{CLOUD}/Box-Box", "Box"),
        (MAC, "Library/Mobile Documents", "iCloud"),
        ("linux", "Dropbox", "Dropbox"),
        (MAC, "Documents", ""),
        ("linux", "Dropboxes", ""),
    ],
)
def test_known_by_their_place(tmp_path: Path, system: str, place: str, service: str) -> None:
    (tmp_path / place / "2026").mkdir(parents=True)
    here = computer(tmp_path, system)
    assert cloud_service(tmp_path / place / "2026" / "torneo.xlsx", here) == service
    assert cloud_service(tmp_path / "elsewhere" / "torneo.xlsx", here) == ""
    assert list(cloud_folders(here).values()) == ([service] if service else [])


@pytest.mark.parametrize("file", ["torneo.xlsx", "torneo.xlsm"])
def test_new_warns_and_makes_the_workbook(
    bangxl: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    cloud = tmp_path / "cloud"
    cloud.mkdir()
    (tmp_path / "link").symlink_to(cloud)
    here = computer(tmp_path, WINDOWS, environ={"OneDrive": str(cloud)})
    monkeypatch.setattr("bangxl.commands.new.this_computer", lambda: here)
    for folder, lines in ((cloud, 2), (tmp_path / "link", 2), (tmp_path, 1)):
        path = folder / f"{lines}{folder.name}{file}"
        run = bangxl("new", path, "--rulebook", "italy-2010", "--players", "10", "--language", "en")
        assert (run.code, run.err, path.is_file()) == (0, "", True)
        said = " ".join(run.out.split())
        assert ("OneDrive keeps this folder in the cloud" in said) == (lines == 2)
        assert ("switch AutoSave off" in said) == (lines == 2)


def test_doctor_names_every_such_folder_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are no defect of the wiring: nothing is to be mended."""
    monkeypatch.setenv("LC_ALL", "C")
    (tmp_path / "Dropbox").mkdir()
    environ = {"OneDrive": r"C:\Users\Anna\OneDrive", "OneDriveConsumer": r"c:\users\anna\OneDrive"}
    lines = doctor(computer(tmp_path, WINDOWS, environ=environ))
    found = [line for line in lines if "in the cloud" in line.text]
    assert [(line.sign, line.mend) for line in found] == [(Sign.ABSENT, "")] * 2
    assert [line.text.partition(" keeps ")[0] for line in found] == ["OneDrive", "Dropbox"]
    assert r"C:\Users\Anna\OneDrive" in found[0].text
    assert all("AutoSave" in line.text for line in found)
