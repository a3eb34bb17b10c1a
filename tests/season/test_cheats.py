"""Files that people who mean ill send to the office: each is found and named with exit code 1, or it is said that none can be."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.books.port import Changes
from bangxl.commands.errors import Refusal
from bangxl.commands.season import Request, season
from bangxl.interchange.dump import spoken_digest
from bangxl.referto.report import report_of
from bangxl.referto.spreadsheet import referto
from bangxl.referto.verify import verify_book as prove
from bangxl.tournament.model import EventInfo, Tournament
from tests.hosts.commandline import CommandLine
from tests.referto.referti import WRITTEN, contents_of, opened
from tests.season.referti import file, played

ENGLISH = Request(language="en")


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> None:
    """The day on which these referti were written, whatever this computer's clock says."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795284000")
    assert WRITTEN == "2026-11-21T18:00:00Z"


def event(name: str, day: str = "2026-05-01") -> EventInfo:
    return EventInfo(name, day, "Torino", "Piemonte", "other", "Il Saloon", ("Marta Ferraris",))


@cache
def asti() -> Tournament:
    return played("italy-2010", 10, event("Asti"), seed="a")


@cache
def roma() -> Tournament:
    names = ", ".join(f"Roma {letter}" for letter in "ABCDEFGHIJ")
    return played("italy-2010", 10, event("Roma", "2026-06-01"), names, seed="b")


def other_winner(tournament: Tournament) -> Tournament:
    """The same tournament, but for the end of the last duel."""
    assert tournament.finals is not None
    *before, last = tournament.finals.duels
    turned = replace(last, score_a=last.score_b, score_b=last.score_a)
    return replace(tournament, finals=replace(tournament.finals, duels=(*before, turned)))


def later(path: Path, tournament: Tournament) -> Path:
    """The same report, written an hour later."""
    path.write_bytes(referto(report_of(contents_of(tournament), "2026-11-21T19:00:00Z")))
    return path


def winners(path: Path) -> dict[str, str]:
    """By tournament, who has won it, as far as it counts."""
    book = ClosedBook.open(path)
    events, names = book.read("Tournaments_Event"), book.read("Tournaments_Winner")
    return {str(one): str(name) for one, name in zip(events, names, strict=True) if name}


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the office has received: a tournament, the same with another winner, and one more."""
    folder = tmp_path_factory.mktemp("sent")
    file(folder / "forged.xlsx", other_winner(asti()))
    file(folder / "real.xlsx", asti())
    file(folder / "roma.xlsx", roma())
    return folder


class TestAForgedCopy:
    """`shared/red/season_attacks.py`: a later date once made it the one that counted, with one neutral line and exit code 0."""

    def digest(self, sent: Path, tmp_path: Path, name: str) -> str:
        season([sent / name], tmp_path / f"only-{name}", ENGLISH)
        return str(ClosedBook.open(tmp_path / f"only-{name}").read("Tournaments_Digest")[0])

    def test_replaces_nothing_and_both_are_named(self, sent: Path, tmp_path: Path) -> None:
        done = season([sent], tmp_path / "season.xlsx", ENGLISH)
        assert not done.all_good
        told = next(line for line in done.lines if "say different things" in line)
        assert all(name in told for name in ("real.xlsx", "forged.xlsx", "none of them counts"))
        assert {*winners(tmp_path / "season.xlsx")} == {"Roma"}
        book = ClosedBook.open(tmp_path / "season.xlsx")
        assert {*book.read("Skipped_File")} == {"forged.xlsx", "real.xlsx"}
        assert "forged.xlsx is a report of the same tournament and says something else" in book.read("Skipped_Why")

    def test_the_list_of_digests_decides(self, sent: Path, tmp_path: Path, bangxl: CommandLine) -> None:
        listed = tmp_path / "list.txt"
        spoken = spoken_digest(self.digest(sent, tmp_path, "real.xlsx"))
        whole = self.digest(sent, tmp_path, "roma.xlsx").upper()
        listed.write_text(f"# 2026\n\n{spoken}  Fede Bianchi, Asti\n{whole};Roma\n", encoding="utf-8-sig")
        run = bangxl("season", sent, "-o", tmp_path / "season.xlsx", "--language", "en", "--digests", listed)
        assert run.code == 1
        line = next(line for line in run.out.splitlines() if "forged.xlsx" in line)
        assert line.endswith("is not counted: its fingerprint is not on the list")
        assert {*winners(tmp_path / "season.xlsx")} == {"Asti", "Roma"}

    @pytest.mark.soak
    def test_a_list_with_second_halves_tells_the_days_of_writing_apart(self, tmp_path: Path) -> None:
        """The facts are the same, and so is the first half: only who has noted the second knows which came in time."""
        real, forged = tmp_path / "real.xlsx", tmp_path / "late.xlsx"
        halves = [(prove(opened(path.read_bytes())), path) for path in (file(real, asti()), later(forged, asti()))]
        (first, _), (other, _) = halves
        assert first.digest == other.digest
        for line in (f"{first.digest}{first.second_half}", f"{spoken_digest(first.digest)} / {spoken_digest(first.second_half)}"):
            listed = tmp_path / "list.txt"
            listed.write_text(f"{line}  Fede Bianchi, Asti\n", encoding="utf-8")
            done = season([real, forged], tmp_path / "season.xlsx", Request(language="en", digests=listed, overwrite=True))
            assert [line.rpartition(": ")[2] for line in done.lines if "late.xlsx" in line] == [
                "its fingerprint is not on the list"
            ]
            assert winners(tmp_path / "season.xlsx").keys() == {"Asti"}

    @pytest.mark.soak
    def test_what_is_missing_of_the_list_is_told(self, sent: Path, tmp_path: Path) -> None:
        listed = tmp_path / "list.txt"
        listed.write_text(f"{'0123456789abcdef'} Genova\n{self.digest(sent, tmp_path, 'roma.xlsx')}\n", encoding="utf-8")
        done = season([sent / "roma.xlsx"], tmp_path / "season.xlsx", Request(language="en", digests=listed))
        assert not done.all_good
        assert done.lines[-1] == "× On the list of fingerprints, but not among the files: 0123 4567 89ab cdef Genova"

    @pytest.mark.parametrize("line", ["Asti", "0123 4567", "0123456789abcdefg", "0123456789abcdef0123456789abcdef0"])
    def test_a_line_without_digest_is_refused(self, sent: Path, tmp_path: Path, line: str) -> None:
        listed = tmp_path / "list.txt"
        listed.write_text(f"0123456789abcdef\n{line}\n", encoding="utf-8")
        with pytest.raises(Refusal, match="line 2: this is not a fingerprint"):
            season([sent], tmp_path / "season.xlsx", Request(language="en", digests=listed))
        with pytest.raises(Refusal, match="this list cannot be read"):
            season([sent], tmp_path / "season.xlsx", Request(language="en", digests=tmp_path / "none.txt"))


def test_the_names_of_a_forged_file_join_nobody(tmp_path: Path) -> None:
    """Changed cells are always found; what such a file tells is used nowhere."""
    book = ClosedBook.of(file(tmp_path / "asti.xlsx", asti()).read_bytes(), tmp_path / "asti.xlsx")
    book.apply(Changes(cells={("Podium_Name", 0): "Ugo Neri"}))
    (tmp_path / "asti.xlsx").write_bytes(book.dump())
    assert not season([tmp_path], tmp_path / "season.xlsx", ENGLISH).all_good
    assert "Results_Name" not in ClosedBook.open(tmp_path / "season.xlsx").names
    assert winners(tmp_path / "season.xlsx") == {}
