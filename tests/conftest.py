"""Fixtures for all tests."""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from tests.fuzz.seeds import VARIABLE, fuzz_seed
from tests.hosts.commandline import CommandLine, command_line
from tests.hosts.libreoffice.office import Office, lent

if TYPE_CHECKING:
    from openpyxl import Workbook

    from bangxl.books.closed import ClosedBook
    from bangxl.books.worksheet import Worksheet
    from bangxl.tournament.state import State
    from tests.commands.stages import Copy, Stages
    from tests.hosts.excel.program import Excel


LONGEST: Final = (
    "workbook/test_findings.py", "libreoffice/test_regulations.py", "commands/test_command_line.py",
    "office_live/test_clicks.py", "books/test_live.py", "commands/test_undo.py", "books/test_office.py", "page/test_built.py",
    "page/test_actions.py", "commands/test_season.py", "test_library.py", "commands/test_verify.py", "test_ribbon.py",
    "commands/test_stamp.py", "commands/test_repair.py", "commands/test_commit.py", "commands/test_more_buttons.py",
    "test_redraw.py", "commands/test_transfer.py", "commands/test_seat.py", "workbook/test_regulation_texts.py",
    "commands/test_kept.py", "fuzz/test_cells.py", "tournament/test_mixing.py", "paper/test_every_page.py",
    "test_calls.py", "commands/test_regulations.py", "books/test_package_random.py", "commands/test_output.py",
    "commands/test_rule.py", "test_ribbon_hazards.py", "commands/test_keep_apart.py",
)  # fmt: skip
"""The files whose tests take longest, the longest first: begun at the end, one would keep all processes but its own waiting."""


DERIVED: Final = re.compile(r" at 0x\w+|words=frozenset\([^)]*\)")
"""What differs between processes where two regulations are the same; the text of each expression stands beside it."""


def pytest_xdist_auto_num_workers() -> int:
    """One process more than cores: LibreOffice and the browsers keep ours waiting for a quarter of the time."""
    return min(4, (os.cpu_count() or 1) + 1)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Files whose LibreOffice has the extension go to one process: to start it, install and start it again takes seconds."""
    if config.getvalue("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling  # noqa: PLC0415 - where there is none, nobody asks

    found = LoadFileScheduling(config, log)
    found._split_scope = lambda node: "tests/office_live" if node.startswith("tests/office_live/") else node.partition("::")[0]
    return found


@pytest.fixture(scope="session")
def office() -> Iterator[Office]:
    yield from lent(Office())


@pytest.fixture
def excel() -> Iterator[Excel]:
    from tests.hosts.excel import program  # noqa: PLC0415 - xlwings takes a second, and few tests need it

    with program.running(running := program.Excel()):
        yield running


@pytest.fixture
def mac_excel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Excel]:
    """A running Excel on a Mac, with a home folder in which Office has its own."""
    from tests.hosts.excel import program  # noqa: PLC0415 - as above

    home = tmp_path / "home"
    (home / "Library/Group Containers/UBF8T346G9.Office").mkdir(parents=True)
    monkeypatch.setattr(Path, "home", lambda: home)
    with program.running(running := program.Excel(mac=True)):
        yield running


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a test's workbook goes; some test files put one there."""
    return tmp_path / "torneo.xlsx"


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder for what one run of the tests makes once for all its processes."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def stages(shared: Path) -> Stages:
    from tests.commands.stages import day_played  # noqa: PLC0415 - most tests need none

    return day_played(shared / "stages")


@pytest.fixture
def at(request: pytest.FixtureRequest, tmp_path: Path) -> Copy:
    return lambda stage: request.getfixturevalue("stages").copy(stage, tmp_path)


@pytest.fixture
def bangxl(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """The command line, called like a program. Without an open workbook it speaks English."""
    monkeypatch.setenv("LC_ALL", "C")
    return command_line(capsys, monkeypatch)


@pytest.fixture(scope="session", autouse=True)
def _workbooks_are_built_once(shared: Path) -> Iterator[None]:
    """A blank workbook of one regulation, language, size and kind is the same each time: all processes share it, packed."""
    from bangxl.books import files, writer  # noqa: PLC0415 - openpyxl is slow to import, and collecting tests needs none
    from bangxl.books.closed import ClosedBook  # noqa: PLC0415
    from bangxl.books.package import Package  # noqa: PLC0415
    from bangxl.commands import new  # noqa: PLC0415

    build, dump, folder = new.empty_book, writer.dump, shared / "built"
    folder.mkdir(exist_ok=True)

    def empty_book(path: Path, state: State, places: int, known: Mapping[str, str]) -> ClosedBook:
        language, rounds = state.tournament.language, state.tournament.rounds_seated
        about = state.rulebook, language, places, rounds, path.suffix, {**known}, sorted(state.tournament.extras)
        key = *about, os.environ.get("SOURCE_DATE_EPOCH")
        built = folder / sha256(DERIVED.sub("", repr(key)).encode()).hexdigest()
        if built.exists():
            book = ClosedBook(files.real_path(path), built.read_bytes(), fresh=True)
            book.require_writable()
            return book

        def remember(workbook: Workbook, *, macros: bool) -> bytes:
            data = dump(workbook, macros=macros)
            unfinished = built.with_suffix(f".{os.getpid()}")
            unfinished.write_bytes(Package(data, packing=True).dump())
            unfinished.replace(built)
            return data

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(writer, "dump", remember)
            return build(path, state, places, known)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(new, "empty_book", empty_book)
        yield


@pytest.fixture(scope="session", autouse=True)
def _parts_are_read_once() -> Iterator[None]:
    """A command opens a workbook of which the one before has changed two sheets of eighty; nobody writes into what was read."""
    from bangxl.books import closed, markup  # noqa: PLC0415 - as above
    from bangxl.books.worksheet import scan  # noqa: PLC0415

    known = lru_cache(maxsize=120)(scan)

    def scanned(data: bytes, cells: int, letters: int) -> Worksheet:
        sheet = known(data)
        return sheet if sheet.size <= cells and sheet.letters <= letters else scan(data, cells, letters)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(closed, "scan", scanned)
        patch.setattr(markup, "parse_part", lru_cache(maxsize=60)(markup.parse_part))
        yield


def pytest_configure() -> None:
    """A workbook is a million objects: garbage is looked for after two million. After 100,000, commands take a seventh longer."""
    gc.set_threshold(2_000_000, 5, 3)
    os.environ["BANGXL_CACHE"] = ""  # no test believes what an earlier one has verified
    os.environ.pop("SOURCE_DATE_EPOCH", None)  # whoever builds reproducibly has set it; a test that needs a time sets its own


def pytest_report_header() -> str:
    """With this seed in the environment, the fuzzers do the same again."""
    return f"{VARIABLE}={fuzz_seed()}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Longest files first; and mark what drives LibreOffice, so that ``-m "not office"`` runs where there is none."""
    begin = {Path(__file__).parent / name: number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: begin.get(item.path, len(LONGEST)))
    for item in items:
        if "office" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.office)
