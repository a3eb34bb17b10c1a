"""Where `bangxl season` writes: over no file that is there, not even its own of before, unless forced."""

from functools import cache
from pathlib import Path

import pytest

from bangxl.commands.errors import Refusal
from bangxl.commands.season import Request, season
from bangxl.tournament.model import EventInfo, Tournament
from tests.commands.stages import unchanged
from tests.season.referti import file, played

ENGLISH = Request(language="en")
FORCED = Request(language="en", overwrite=True)


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> None:
    """A day after this referto was written, whatever this computer's clock says."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795284000")


@cache
def asti() -> Tournament:
    event = EventInfo("Asti", "2007-05-01", "Torino", "Piemonte", "regional", "Il Saloon", ("Marta Ferraris",))
    return played("italy-2007", 10, event, seed="a")


@pytest.fixture
def sent(tmp_path: Path) -> Path:
    """The folder of what came by mail: one referto."""
    folder = tmp_path / "referti"
    folder.mkdir()
    file(folder / "asti.xlsx", asti())
    return folder


def test_an_earlier_season_stays_unless_forced_and_is_not_counted(sent: Path) -> None:
    """The office may have written its notes into it."""
    target = sent / "season.xlsx"
    assert season([sent], target, ENGLISH).all_good
    with unchanged(target), pytest.raises(Refusal):
        season([sent], target, ENGLISH)
    assert season([sent], target, FORCED).all_good


def test_one_that_came_meanwhile_stays(sent: Path, tmp_path: Path) -> None:
    target = tmp_path / "season.xlsx"
    season([sent], tmp_path / "other.xlsx", ENGLISH)
    other = (tmp_path / "other.xlsx").read_bytes()

    def meanwhile(_done: int, _files: int) -> None:
        target.write_bytes(other)

    with pytest.raises(Refusal):
        season([sent], target, ENGLISH, meanwhile)
    assert target.read_bytes() == other


def test_an_earlier_one_among_the_referti_is_called_what_it_is(sent: Path) -> None:
    season([sent], sent / "s1.xlsx", ENGLISH)
    done = season([sent], sent / "s2.xlsx", ENGLISH)
    assert f"× {sent / 's1.xlsx'}: " in " ".join(done.lines)


def test_an_empty_file_is_nobodys(sent: Path, tmp_path: Path) -> None:
    (target := tmp_path / "season.xlsx").touch()
    assert season([sent], target, ENGLISH).all_good


def test_anything_else_stays(sent: Path, tmp_path: Path) -> None:
    precious = tmp_path / "torneo.xlsx"
    precious.write_bytes((sent / "asti.xlsx").read_bytes())
    with pytest.raises(Refusal):
        season([sent], precious, ENGLISH)
    assert precious.read_bytes() == (sent / "asti.xlsx").read_bytes()
    assert season([sent], precious, FORCED).all_good


@pytest.mark.parametrize(
    ("name", "words"), [("season.csv", "must be an .xlsx file"), ("no folder/season.xlsx", "cannot be written")]
)
def test_where_nothing_can_be_written(sent: Path, tmp_path: Path, name: str, words: str) -> None:
    with pytest.raises(Refusal, match=words):
        season([sent], tmp_path / name, ENGLISH)
