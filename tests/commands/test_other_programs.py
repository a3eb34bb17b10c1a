"""`check` says what another program has done to a workbook: wrong results, and what it did not write again."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bangxl.commands.check import check_with_lines
from bangxl.commands.repair import repair
from tests.additions.package import unzipped, zipped
from tests.commands.stages import Copy
from tests.helpers.keyboard import calculated
from tests.helpers.sample import these


def edited(path: Path, edit: Callable[[str, bytes], bytes]) -> None:
    path.write_bytes(zipped({name: edit(name, data) for name, data in unzipped(path.read_bytes()).items()}))


def saved_by(program: bytes) -> Callable[[str, bytes], bytes]:
    application = b"<Application>%b</Application>" % program
    return lambda name, data: re.sub(b"<Application>.*</Application>", application, data) if name == "docProps/app.xml" else data


def test_the_program_that_calculated_wrongly_is_named(at: Copy) -> None:
    path = at("played2")
    calculated(path, {"Standings_Score 2": 4999})
    assert not [line for line in check_with_lines(path)[1] if "saved this file last" in line]
    edited(path, saved_by(b"ONLYOFFICE/10"))
    assert [line for line in check_with_lines(path)[1] if line.startswith("! ONLYOFFICE/10 saved this file last")]


@pytest.mark.parametrize(
    ("sheets", "names"),
    these(
        [(r"sheet\d+", "Tournament, Players, Events, …"), ("sheet12", "Round1T1"), ("sheet3", "Events"), ("sheet7", "Finals")],
        ("sheet12", "Round1T1"),
    ),
)
def test_what_a_program_lost_is_named_and_comes_back(at: Copy, sheets: str, names: str) -> None:
    path = at("played2")
    lost = re.compile(rb"<sheetProtection[^>]*/>|<dataValidations.*</dataValidations>", re.DOTALL)
    part = re.compile(f"xl/worksheets/{sheets}.xml")
    edited(path, lambda name, data: lost.sub(b"", data) if part.fullmatch(name) else data)
    (line,) = (line for line in check_with_lines(path)[1] if "Missing on" in line)
    assert line.startswith(f"! Missing on {names}: protection, drop-downs.")
    repair(path)
    assert not [line for line in check_with_lines(path)[1] if "Missing on" in line]
