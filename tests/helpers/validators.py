"""What Microsoft's own validator, a second one, and pyOpenVBA have against a workbook. It must be nothing: see
docs/dev/testing.md.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from tests.helpers.missing import missing

EDITIONS: Final = ("Office2016", "Microsoft365")
PACKAGE: Final = Path(__file__).parents[2] / "build/node/node_modules/@ooxml-tools/validate"
ABSENT: Final = "Microsoft's validator did not run: no Node or no npm package in build/node (make test tries to install them)"


@dataclass(frozen=True, slots=True)
class Complaint:
    validator: str
    part: str
    path: str
    text: str

    def __str__(self) -> str:
        return f"{self.validator}: {self.part} {self.path}: {self.text}"


def complaints(*files: Path) -> dict[Path, list[Complaint]]:
    """What all validators have against each file. Where Node is absent, no test passes by the word of the other two."""
    if not node_is_here():
        missing(ABSENT)
    found: dict[Path, list[Complaint]] = {file: [*audit(file), *openvba(file)] for file in files}
    for file, said in microsoft(*files).items():
        found[file].extend(said)
    return found


@cache
def node_is_here() -> bool:
    return shutil.which("node") is not None and PACKAGE.is_dir()


def microsoft(*files: Path) -> dict[Path, list[Complaint]]:
    """Ask Microsoft's Open XML SDK for Office 2016 and Microsoft 365: 7 s a small file, 20 s one of 50 sheets, on every core one.

    A file that is no workbook at all gives the SDK's own message as the only complaint of its process.
    """
    processes = min(len(files), os.cpu_count() or 1)
    with ThreadPoolExecutor(processes) as pool:
        parts = pool.map(_microsoft, (files[first::processes] for first in range(processes)))
        return {file: said for part in parts for file, said in part.items()}


def _microsoft(files: Sequence[Path]) -> dict[Path, list[Complaint]]:
    command = ["node", str(Path(__file__).with_name("validate.mjs")), str(PACKAGE), *map(str, files)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    if run.returncode:
        reason = next((line for line in run.stderr.splitlines() if "Error" in line), run.stderr[-300:])
        return {file: [Complaint("microsoft", "", "", reason)] for file in files}
    said = json.loads(run.stdout)
    return {
        file: [
            Complaint(f"microsoft {edition}", one["path"]["partUri"], one["path"]["xpath"], one["description"])
            for edition in EDITIONS
            for one in said[str(file)][edition]
        ]
        for file in files
    }


def audit(file: Path) -> list[Complaint]:
    """Ask `openxml-audit`, a port of the SDK that also knows what Excel silently rewrites."""
    from openxml_audit import FileFormat, OpenXmlValidator  # noqa: PLC0415 - only where workbooks are judged: the page's Python has none

    said = [
        error
        for edition in (FileFormat.OFFICE_2016, FileFormat.MICROSOFT_365)
        for error in OpenXmlValidator(edition, max_errors=0).validate(str(file)).errors
    ]
    unique = dict.fromkeys((error.part_uri, error.path, error.description) for error in said)
    return [Complaint("openxml-audit", part, path, text) for part, path, text in unique]


def openvba(file: Path) -> list[Complaint]:
    """Ask `pyOpenVBA`: the zip byte by byte, types and relationships of the parts, every module and form of the macros.

    Of an .xlsx it judges the package alone: cells, formulas and styles it does not look at.
    """
    from pyopenvba import check_file  # noqa: PLC0415 - as above

    report = check_file(file)
    found = [Complaint("pyOpenVBA", issue.location, issue.code, issue.message) for issue in report.issues]
    return found if report.complete else [*found, Complaint("pyOpenVBA", file.name, "", "it could not check everything")]
