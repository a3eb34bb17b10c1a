"""`bangxl verify` as an office uses it."""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from zipfile import ZipFile

import pytest
from openpyxl import Workbook

from bangxl.books.closed import ClosedBook
from bangxl.commands.verify import _MOST, verdict_json, verdict_lines, verify
from bangxl.interchange.dump import DIGEST_LENGTH, spoken_digest
from bangxl.interchange.fingerprint import SHORTEST
from bangxl.locale.catalog import LANGUAGES
from bangxl.referto.report import report_of as report
from bangxl.referto.spreadsheet import referto as build
from tests.helpers.call_counts import calls
from tests.helpers.openpyxl_files import load, rewritten
from tests.helpers.sample import these
from tests.hosts.commandline import CommandLine
from tests.referto.referti import book as report_of, contents_of, eventful, facts, played, saved


@pytest.fixture
def referto(tmp_path: Path) -> Path:
    path = tmp_path / "torneo-referto.xlsx"
    path.write_bytes(saved(eventful("italy-2010", 10, "en")))
    return path


def forged(path: Path, *cells: tuple[str, str, object], **named: object) -> Path:
    """The file with other values in some cells, or in the first of some names."""
    names = ClosedBook.open(path).names

    def change(workbook: Workbook) -> None:
        places: list[tuple[Any, object]] = [(workbook[sheet][address], value) for sheet, address, value in cells]
        for ref, value in ((names[name], value) for name, value in named.items()):
            places.append((workbook[ref.sheet].cell(ref.first, ref.column), value))
        for cell, value in places:
            cell.value = value

    path.write_bytes(rewritten(path.read_bytes(), change))
    return path


def digest_of(path: Path) -> str:
    return verify(path).digest


def test_it_agrees(bangxl: CommandLine, referto: Path) -> None:
    run = bangxl("verify", referto)
    first, *_rest = run.out.splitlines()
    assert (run.code, run.err) == (0, "")
    assert first.startswith(f"✓ {referto} ")
    assert digest_of(referto) in first
    told = json.loads(bangxl("verify", referto, "--json").out)
    assert (told["agrees"], told["findings"], told["digest"]) == (True, [], digest_of(referto))


def test_it_does_not_agree(bangxl: CommandLine, referto: Path) -> None:
    path = forged(referto, ("Standings", "E6", 99999))
    run = bangxl("verify", path)
    assert run.code == 1
    assert run.out.startswith(f"× {referto} ")
    assert "× Standings E6: " in run.out
    told = json.loads(bangxl("verify", path, "--json").out)
    assert list(told) == [
        "report", "agrees", "interim", "digest", "second_half", "compared", "exact", "codes", "findings", "trusted",
    ]  # fmt: skip
    (one,) = told["findings"]
    assert {"code": "differs", "severity": "error", "sheet": "Standings", "cell": "E6"}.items() <= one.items()
    assert {found["severity"] for found in told["trusted"]} == {"note"}
    assert (told["agrees"], told["interim"], told["report"]) == (False, False, str(referto))


@pytest.mark.soak
def test_against_its_digest_however_it_was_copied(referto: Path) -> None:
    digest = digest_of(referto)
    spoken = spoken_digest(digest)
    assert [len(group) for group in spoken.split()] == [4] * 8
    parts = [f" {digest[:4].upper()} {digest[4:length].upper()}\n" for length in (SHORTEST, 20, 32)]
    for copied in (spoken, spoken.replace(" ", "-"), spoken[:19], *parts):
        assert verify(referto, copied).agrees, copied


def test_what_people_compare_binds_the_referee_too(referto: Path) -> None:
    """He found two tournaments with the same 16 digits in minutes: fewer than all are called what they prove."""
    told = verdict_json(referto, verify(referto))
    first, second = str(told["digest"]), str(told["second_half"])
    for asked in (first, spoken_digest(first), second, f"{first[:20]}/{second}", verify(referto).receipts[-1].code):
        assert "against_few" not in {one.finding.code for one in verify(referto, asked).trusted}, asked
    for asked in (first[:16], second[:31], f"{first[:16]}/{second[:20]}"):
        verdict = verify(referto, asked)
        assert verdict.agrees
        assert verdict.trusted[0].finding.code == "against_few", asked
        assert any("the referee may have made two" in line for line in verdict_lines(referto, verdict))


def test_sixteen_digits_may_be_a_code(referto: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One code of sixty thousand has only the digits of a fingerprint; one fingerprint's beginning is never taken for a code."""

    def digits_only(*fields: str) -> str:
        digits = sha256("|".join(fields).encode()).hexdigest().upper()
        return "-".join(digits[at : at + 4] for at in range(0, 16, 4))

    monkeypatch.setattr("bangxl.tournament.commitment._stretched", digits_only)
    referto.write_bytes(saved(eventful("italy-2010", 10, "en")))
    for asked in (verify(referto).receipts[1].code, digest_of(referto)[:16]):
        assert verify(referto, asked).agrees, asked
    assert {one.finding.code for one in verify(referto, "0" * 16).differences} == {"against_differs"}


def test_against_another_digest(bangxl: CommandLine, referto: Path) -> None:
    run = bangxl("verify", referto, "--against", "0" * 16, "--json")
    (one,) = json.loads(run.out)["findings"]
    assert (run.code, one["code"]) == (1, "against_differs")
    assert digest_of(referto) in one["text"]


ASKED: Final = ("", "right", "0" * 16, "KKKK-KKKK-KKKK-KKKK")
FORGERIES: Final[Mapping[str, Mapping[str, object]]] = {
    "saved again": {}, "forged": {"Ranking_Score": 99_999}, "unreadable": {"Rulebook_Id": "poker"}
}  # fmt: skip


@pytest.mark.parametrize("language", these(LANGUAGES, "ru"))
def test_what_exits_1_begins_with_a_cross(
    bangxl: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """And nothing else does; what differs in anything is not exact, whatever its bytes."""
    monkeypatch.setenv("BANGXL_LANGUAGE", language)
    data, path = saved(eventful("italy-2010", 10, language)), tmp_path / "torneo-referto.xlsx"
    path.write_bytes(data)
    right, files = digest_of(path), {"as written": data, "damaged": data[:-100]}
    for name, cells in FORGERIES.items():
        files[name] = forged(path, **cells).read_bytes()
        path.write_bytes(data)
    cases = [("as written", asked) for asked in ASKED] + [(name, ASKED[at % 4]) for at, name in enumerate(files)]
    for name, asked in cases:
        path.write_bytes(files[name])
        against = ("--against", right if asked == "right" else asked) if asked else ()
        run = bangxl("verify", path, *against)
        first = (run.out or run.err).splitlines()[0]
        is_good = name in {"as written", "saved again"} and asked in {"", "right"}
        assert (run.code, first[0]) == ((0, "✓") if is_good else (1, "×")), (name, asked)
        if name == "as written":
            told = json.loads(bangxl("verify", path, *against, "--json").out)
            assert (told["agrees"], told["exact"]) == (is_good, is_good), asked
            assert is_good or asked in first


def test_an_unreleased_version_is_named(bangxl: CommandLine, referto: Path) -> None:
    """Its layouts had numbers up to 7: no newer bangxl will ever read them."""
    run = bangxl("verify", forged(referto, Report_Program="bangxl 0.1.0", Report_Format=7))
    assert run.code == 1
    assert "bangxl 0.1.0 wrote this report. That version was never released" in run.out
    assert "newest" not in run.out.replace("with the newest bangxl", "")


def test_against_a_digest_that_begins_alike(referto: Path) -> None:
    """A forged referto with the same eight digits was found in 41 s (`shared/red/digest_grind.py`): all given digits count."""
    digest = digest_of(referto)
    for right in (8, SHORTEST - 1, 31):
        other = "0" if digest[right] != "0" else "1"
        assert not verify(referto, f"{digest[:right]}{other}{digest[right + 1 :]}").agrees


def test_against_no_digest(bangxl: CommandLine, referto: Path) -> None:
    wrong = ("", "12345678", "xyz45678901234567", *("0" * length for length in (15, 33, 47, 65)), f"{'0' * 20}/12345678")
    for text in wrong:
        run = bangxl("verify", referto, "--against", text)
        assert (run.code, run.out) == (2, "")
        assert text in run.err


class TestSecondHalf:
    """Addresses, time of writing and program are in the digest's second half: whoever has it proves the day of a report."""

    def code(self, referto: Path, against: str) -> bool:
        return verify(referto, against).agrees

    def test_either_half_or_both(self, referto: Path) -> None:
        told = verdict_json(referto, verify(referto))
        first, second = str(told["digest"]), str(told["second_half"])
        assert len(second) == DIGEST_LENGTH
        both = f"{first[:20]} / {spoken_digest(second)}"
        for right in (second, second[:16].upper(), first + second, first + second[:16], both):
            assert self.code(referto, right), right
        other = second[:15] + ("0" if second[15] != "0" else "1")
        for wrong in (other, first + other, f"{first[:20]}/{other}", second + first, f"{other}{second[16:]}"):
            assert not self.code(referto, wrong), wrong

    def test_another_day_has_another_one_and_the_same_first(self, tmp_path: Path) -> None:
        """2007's week: the facts are the same, so the first half is; what the office has noted tells the days apart."""
        contents, paths = eventful("italy-2007", 10, "en"), [tmp_path / "a.xlsx", tmp_path / "b.xlsx"]
        for path, day in zip(paths, ("2026-11-21", "2026-12-24"), strict=True):
            path.write_bytes(build(report(contents, f"{day}T18:00:00Z")))
        in_time, late = (verify(path) for path in paths)
        assert (in_time.agrees, late.agrees) == (True, True)
        assert in_time.digest == late.digest
        assert not self.code(paths[1], in_time.second_half)
        assert not self.code(paths[1], in_time.digest + in_time.second_half)
        assert self.code(paths[1], in_time.digest)

    def test_addresses_are_in_it(self, tmp_path: Path) -> None:
        contents, halves = eventful("italy-2010", 10, "en"), set()
        for addresses in (True, False):
            path = tmp_path / "referto.xlsx"
            path.write_bytes(saved(contents, addresses=addresses))
            verdict = verify(path)
            assert verdict.agrees
            halves.add((verdict.digest, verdict.second_half))
        assert (len({first for first, _ in halves}), len(halves)) == (1, 2)


def test_an_interim_one(bangxl: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "interim.xlsx"
    path.write_bytes(saved(contents_of(played("italy-2010", 13, 3, 1.0, "en", 4)), interim=True))
    run = bangxl("verify", path, "--json")
    told = json.loads(run.out)
    assert (run.code, told["agrees"], told["interim"]) == (0, True, True)
    assert told["trusted"][0]["code"] == "results_left_out"


def test_one_that_cannot_be_read(bangxl: CommandLine, referto: Path) -> None:
    run = bangxl("verify", forged(referto, Rulebook_Id="poker"))
    assert run.code == 1
    assert run.out.splitlines()[0] == f"× {referto} cannot be verified."
    assert "The regulation «poker» is unknown." in run.out


@pytest.mark.soak
def test_a_damaged_one(bangxl: CommandLine, referto: Path) -> None:
    """It cannot be read, whichever part is damaged and wherever the file breaks off: exit code 1, in one sentence."""
    whole = referto.read_bytes()
    with ZipFile(referto) as archive:
        places = [part.header_offset + 60 + part.compress_size // 2 for part in archive.infolist() if part.compress_size > 100]
    damaged = [whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :] for at in places]
    for data in (*damaged, whole[:-100], whole[: len(whole) // 2]):
        referto.write_bytes(data)
        run = bangxl("verify", referto, "--json")
        (line,) = run.err.splitlines()
        assert (run.code, json.loads(run.out)) == (1, {"lines": [line]})
        assert "or it is damaged. Ask the sender to send it again." in line


class TestWhatIsNoReferto:
    """Exit code 2, and one sentence that says what it is instead."""

    def refused(self, bangxl: CommandLine, path: Path) -> str:
        run = bangxl("verify", path, "--json")
        (line,) = run.err.splitlines()
        assert (run.code, json.loads(run.out)) == (2, {"lines": [line]})
        return line

    def test_the_workbook_itself(self, bangxl: CommandLine, path: Path) -> None:
        bangxl("new", path, "--rulebook", "record", "--players", 4)
        assert "the tournament's workbook, not its report" in self.refused(bangxl, path)

    def test_another_workbook(self, bangxl: CommandLine, referto: Path) -> None:
        """Damaged or not."""
        other = rewritten(referto.read_bytes(), lambda workbook: workbook.defined_names.clear())
        referto.write_bytes(other)
        assert "not a bangxl report" in self.refused(bangxl, referto)
        with ZipFile(referto) as archive:
            sheet = max(archive.infolist(), key=lambda part: part.compress_size)
        at = sheet.header_offset + 100
        referto.write_bytes(other[:at] + bytes([other[at] ^ 0xFF]) + other[at + 1 :])
        assert "not an Excel workbook" in self.refused(bangxl, referto)

    @pytest.mark.parametrize(
        ("name", "data"),
        [("referto.pdf", b"%PDF-1.7"), ("referto.eml", b"From: me"), ("referto.xlsx", b"PK nothing"), ("referto.xlsx", None)],
    )
    def test_no_workbook(self, bangxl: CommandLine, tmp_path: Path, name: str, data: bytes | None) -> None:
        if data is not None:
            (tmp_path / name).write_bytes(data)
        assert "undo" not in self.refused(bangxl, tmp_path / name)


def test_people_are_not_drowned(referto: Path) -> None:
    rows = load(referto.read_bytes())["Meetings"].iter_rows(min_row=2)
    changed = [("Meetings", cell.coordinate, 9) for row in rows for cell in row[2:]]
    verdict = verify(forged(referto, *changed))
    told = verdict_lines(referto, verdict)
    assert len(verdict.differences) > _MOST
    assert sum(line.startswith("× ") for line in told) == _MOST + 1
    assert f"… and {len(verdict.differences) - _MOST} more (--json shows all)." in told
    assert len(verdict_json(referto, verdict)["findings"]) == len(verdict.differences)  # type: ignore[arg-type]


@pytest.mark.soak
def test_126_players_take_no_time(tmp_path: Path) -> None:
    path = tmp_path / "torneo-referto.xlsx"
    path.write_bytes(report_of(facts("germany", 126)).file_bytes())
    verdict = verify(path)
    assert calls(lambda: verify(path)) < 7_000_000
    assert verdict.agrees
    assert verdict.compared > 10_000


@pytest.mark.parametrize("asked", [(), ("--against", "0" * 32)])
def test_the_verdict_is_in_the_readers_language(
    bangxl: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: tuple[str, ...]
) -> None:
    """An office in Italy reads Italian of a report from Russia, its differences and what it must trust, too."""
    monkeypatch.delenv("BANGXL_LANGUAGE", raising=False)
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    path = tmp_path / "torneo-referto.xlsx"
    path.write_bytes(saved(eventful("italy-2010", 10, "ru")))
    run = bangxl("verify", path, *asked)
    assert run.out.splitlines()[0].startswith(f"× {path} non è il referto" if asked else f"✓ {path} corrisponde")
    assert ("Hai indicato l’impronta" in run.out) == bool(asked)
    assert "Per questo devi fidarti dell’arbitro:" in run.out
    assert "su copie del file l’arbitro può aver sorteggiato più volte" in run.out
