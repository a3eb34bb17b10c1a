"""`bangxl season`: many referti, a bad one among them; the workbook that comes out, and what it is never written over."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from functools import cache
from pathlib import Path

import pandas as pd
import pytest

from bangxl.books.closed import ClosedBook
from bangxl.books.port import Changes
from bangxl.commands import season_files, verified_cache
from bangxl.commands.errors import Refusal
from bangxl.commands.new import new
from bangxl.commands.season import Request, season
from bangxl.commands.season_files import FEW, read_all, read_entry
from bangxl.locale.catalog import catalog
from bangxl.seasons.book import SEASON_TABLES
from bangxl.seasons.entry import BadFile, RefertoEntry
from bangxl.seasons.summary import season_lines
from bangxl.tournament.model import EventInfo, Tournament
from tests.commands.stages import unchanged
from tests.helpers.raised import raised
from tests.helpers.sample import sample
from tests.helpers.validators import complaints
from tests.hosts.commandline import CommandLine
from tests.season.referti import file, played
from tests.season.stories import at_home, record_session, season as season_of, tournament

FILES = 8


def event(name: str, day: str, region: str = "Piemonte", kind: str = "regional") -> EventInfo:
    return EventInfo(name, day, "Torino", region, kind, "Il Saloon", ("Marta Ferraris",))


@pytest.fixture(scope="module", autouse=True)
def _today() -> Iterator[None]:
    """A day after these referti were written, whatever this computer's clock says, for what is made once, too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "1795284000")
        yield


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The referti of a season in a folder, as they come by mail."""
    folder = tmp_path_factory.mktemp("referti")
    file(folder / "asti.xlsx", played("italy-2007", 10, event("Asti", "2007-05-01"), "Anna Neri, (John Smith)", seed="a"))
    file(folder / "cuneo.xlsx", played("italy-2007", 12, event("Cuneo", "2007-06-01", "PIEMONTE"), "ANNA  NERI", seed="b"))
    file(
        folder / "roma.xlsx",
        played("italy-2007", 11, event("Roma", "2007-06-10", "Lazio"), "=1+1, Ugo Poli, Ana Nerri", seed="c"),
    )
    file(folder / "late.xlsx", played("italy-2007", 10, event("Viterbo", "2007-11-08", "Lazio"), seed="d"))
    file(folder / "open.xlsx", played("italy-2007", 10, event("Open", "2007-11-17", "", "open"), seed="e"))
    file(folder / "milano.xlsx", played("italy-2010", 10, event("Milano", "2007-05-05", "Lombardia"), seed="f"))
    file(folder / "sera.xlsx", played("record", 5, event("Serata", "2007-03-01", kind="other"), seed="g"))
    file(folder / "now.xlsx", played("italy-2007", 10, event("Genova", "2007-07-01", "Liguria"), seed="h"), interim=True)
    return folder


@pytest.fixture(scope="module")
def written(sent: Path) -> Path:
    """The season's workbook of all of them."""
    target = sent.parent / "season.xlsx"
    assert season([sent], target, Request(language="en")).all_good
    return target


def sheets(path: Path) -> Mapping[str, pd.DataFrame]:
    """What pandas reads, by the tables' own names and codes of columns."""
    read_again = pd.read_excel(path, sheet_name=None)
    found = {
        name: read_again[tab].set_axis(list(columns), axis="columns")
        for name, (tab, columns) in SEASON_TABLES.items()
        if tab in read_again
    }
    return {name: found.get(name, pd.DataFrame(columns=list(columns))) for name, (_tab, columns) in SEASON_TABLES.items()}


@pytest.mark.soak
def test_json_has_the_tables_of_the_workbook(sent: Path, tmp_path: Path, bangxl: CommandLine) -> None:
    target = tmp_path / "season.xlsx"
    found = json.loads(bangxl("season", sent, "-o", target, "--json").out)["tables"]
    assert found.keys() == SEASON_TABLES.keys()
    book = ClosedBook.open(target)
    assert [row["name"] for row in found["Results"]] == [name for name in book.read("Results_Name") if name is not None]


class TestTheWorkbook:
    def test_one_row_a_tournament(self, written: Path) -> None:
        found = sheets(written)["Tournaments"].set_index("event")
        assert len(found) == FILES
        assert found["players"].to_dict()["Cuneo"] == 12
        assert found["date"].to_dict()["Cuneo"] == datetime(2007, 6, 1)  # noqa: DTZ001 -- a day
        assert bool(found["verified"].all())
        assert {name for name, valid in found["valid"].items() if valid} == {"Asti", "Cuneo", "Roma", "Open"}
        why = found["why"].fillna("").to_dict()
        assert (why["Viterbo"], why["Genova"]) == ("after the last day", "interim report: not finished")
        assert why["Milano"] == "another regulation"

    def test_one_row_a_player_in_a_tournament(self, written: Path) -> None:
        found = sheets(written)["Results"]
        assert len(found) == 10 + 12 + 11 + 10 + 10 + 10 + 5
        anna = found[found["name"] == "Anna Neri"]
        assert sorted(anna["written_name"]) == ["ANNA NERI", "Anna Neri"]
        assert len(set(anna["person"])) == 1
        assert found[found["written_name"] == "John Smith"]["eligible"].tolist() == [False]
        assert pd.api.types.is_numeric_dtype(found["score"])

    def test_the_ends_of_the_season(self, written: Path) -> None:
        found = sheets(written)
        regions = found["Regional"].groupby("regulation")["region"].unique()
        assert {name: set(own) for name, own in regions.items()} == {
            "Italia 2007": {"Piemonte", "Lazio"},
            "Italia 2010": {"Lombardia"},
        }
        assert found["National"].groupby("regulation")["rank"].min().to_dict() == {"Italia 2007": 1, "Italia 2010": 1}
        assert found["Qualified"]["won_in"].tolist() == ["Piemonte", "Lazio", "Open"]
        assert found["Reserves"]["region"].tolist()[0] == "Piemonte"
        assert (
            "winner of the new tournament «Viterbo»; first in line for a place of their region"
            in found["Reserves"]["way"].tolist()
        )
        assert [why for why in found["Doubtful"]["why"] if "letter" in why]
        assert len(found["Record"]) == 5
        assert found["Skipped"].empty

    def test_a_name_is_no_formula(self, written: Path) -> None:
        book = ClosedBook.open(written)
        assert "=1+1" in book.read("Results_Written_Name")
        assert not [value for name in book.names for value in book.read(name) if type(value).__name__ == "Formula"]

    def test_every_column_has_its_name(self, written: Path) -> None:
        names = ClosedBook.open(written).names
        columns = {
            f"{table}_{code.title()}"
            for table, (_tab, columns) in SEASON_TABLES.items()
            if table != "Skipped"
            for code in columns
        }
        assert columns | {"Season_Format"} == set(names)

    def test_no_sheet_is_empty(self, written: Path) -> None:
        found = pd.read_excel(written, sheet_name=None)
        assert [name for name, table in found.items() if table.empty] == []
        assert "Skipped" not in found

    def test_the_first_sheet_says_what_was_chosen(self, written: Path) -> None:
        told = {str(value) for value in ClosedBook.open(written).everything("Season").values()}
        day = catalog("en").day("2007-11-05")
        assert {"What was counted", "Options", "Choices", f"{day} (as printed)", "all points added up"} <= told
        assert any(text.startswith("Tables add up points") for text in told)
        assert not [text for text in told if text.startswith("--")]

    @pytest.mark.soak
    def test_the_first_sheet_and_the_terminal_say_who_goes_to_the_final_and_who_does_not(
        self, sent: Path, written: Path, tmp_path: Path
    ) -> None:
        """The first of Lazio is banned: his place goes to the next, and every table says of both why."""
        status = tmp_path / "status.csv"
        banned = sheets(written)["Qualified"].set_index("won_in")["name"].to_dict()["Lazio"]
        status.write_text(f"name,status\n{banned},banned\n", encoding="utf-8")
        done = season([sent], tmp_path / "season.xlsx", Request(language="en", status=status))
        found = sheets(tmp_path / "season.xlsx")
        following = found["Qualified"].set_index("won_in")["name"].to_dict()["Lazio"]
        told = {*ClosedBook.open(tmp_path / "season.xlsx").everything("Season").values()}
        lazio = f"{following} · next of the region ({banned}: banned)"
        assert {"Italia 2007 · national", "Italia 2007 · Lazio", "Italia 2010 · Lombardia", "Record", lazio} <= told
        assert f"→ Lazio: {lazio}" in done.lines
        notes = found["Regional"].query("region == 'Lazio'").set_index("name")["note"].to_dict()
        assert "next of the region" in notes[following]
        assert "banned" in notes[banned]

    @pytest.mark.soak  # tests/workbook/test_validators.py judges a smaller one
    def test_validators_have_nothing_to_say(self, written: Path) -> None:
        assert complaints(written) == {written: []}

    @pytest.mark.soak
    def test_the_same_referti_give_the_same_bytes(self, sent: Path) -> None:
        first, second = sent.parent / "1.xlsx", sent.parent / "2.xlsx"
        two = [sent / "asti.xlsx", sent / "roma.xlsx"]
        for target, paths in ((first, two), (second, [*reversed(two)])):
            assert season(paths, target, Request(language="en")).all_good
        assert first.read_bytes() == second.read_bytes()

    def test_it_speaks_the_language_of_most_referti(self, sent: Path) -> None:
        season([sent / "asti.xlsx"], sent.parent / "it.xlsx")
        book = ClosedBook.open(sent.parent / "it.xlsx")
        assert "Data" in book.everything(book.names["Tournaments_Date"].sheet).values()


class TestInterimReferti:
    @pytest.mark.parametrize("results", sample([False, True], 2))
    def test_are_listed_and_have_no_results(self, sent: Path, tmp_path: Path, *, results: bool) -> None:
        for name, rulebook, players in (("open", "italy-2007", 10), ("milano", "italy-2010", 10), ("sera", "record", 5)):
            told = event(name, "2007-07-01")
            file(tmp_path / f"{name}.xlsx", played(rulebook, players, told, seed=name), interim=True, results=results)
        done = season([sent / "asti.xlsx", tmp_path], tmp_path / "season.xlsx", Request(language="en"))
        found = sheets(tmp_path / "season.xlsx")
        assert {name: len(found[name]) for name in ("Tournaments", "Results", "Regional", "Record")} == {
            "Tournaments": 4,
            "Results": 10,
            "Regional": 10,
            "Record": 0,
        }
        rows = found["Tournaments"].set_index("event").drop("Asti")
        assert not rows["valid"].any()
        assert not rows["finished"].any()
        assert rows["winner"].isna().all()
        assert rows["why"].str.endswith("interim report: not finished").all()
        assert sum("is an interim report" in line for line in done.lines) == 3


class TestBadFiles:
    @pytest.mark.soak
    def test_the_reason_is_in_the_language_of_the_book(self, sent: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Whatever the system speaks; and it names neither folders nor commands that the office cannot use."""
        monkeypatch.setenv("LC_ALL", "C")
        (tmp_path / "torn.xlsx").write_bytes(b"no workbook")
        new(tmp_path / "torneo.xlsx", "italy-2007", language="en", players="10")
        book = ClosedBook.open(sent / "asti.xlsx")
        book.apply(Changes(cells={("Rulebook_Id", 0): "atlantis", ("Workbook_Language", 0): "en"}))
        (tmp_path / "newer.xlsx").write_bytes(book.dump())
        target = tmp_path / "written" / "season.xlsx"
        target.parent.mkdir()
        season([sent / "asti.xlsx", tmp_path], target)
        book = ClosedBook.open(target)
        shown = dict(zip(book.read("Skipped_File"), map(str, book.read("Skipped_Why")), strict=True))
        bad = {Path(one.file).name: one for one in map(read_entry, tmp_path.glob("*.xlsx")) if isinstance(one, BadFile)}
        assert shown == {name: one.reasons["it"] for name, one in bad.items()}
        assert set(shown) == {"torn.xlsx", "torneo.xlsx", "newer.xlsx"}
        assert "CSV" in bad["torn.xlsx"].reasons["en"]
        assert "«atlantis» is unknown" in bad["newer.xlsx"].reasons["en"]
        assert bad["newer.xlsx"].reasons["it"] != bad["newer.xlsx"].reasons["en"]
        assert not [one for one in bad.values() if "undo" in one.reasons["en"] or str(tmp_path) in one.reasons["en"]]

    def test_are_reported_and_skipped(self, sent: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("LC_ALL", "C")
        (tmp_path / "torn.xlsx").write_bytes((sent / "asti.xlsx").read_bytes()[:5000])
        (tmp_path / "note.xlsx").write_text("no workbook", encoding="utf-8")
        new(tmp_path / "torneo.xlsx", "italy-2007", language="en", players="10")
        (tmp_path / "copy.xlsx").write_bytes((sent / "asti.xlsx").read_bytes())
        missing = tmp_path / "gone.xlsx"
        done = season([sent / "asti.xlsx", tmp_path, missing], tmp_path / "season.xlsx", Request(language="en"))
        assert not done.all_good
        found = sheets(tmp_path / "season.xlsx")["Skipped"].set_index("file")["why"].to_dict()
        assert set(found) == {"torn.xlsx", "note.xlsx", "torneo.xlsx", "copy.xlsx", "gone.xlsx"}
        assert found["copy.xlsx"] == "the same data as asti.xlsx"
        assert "does not exist" in found["gone.xlsx"]
        assert all(any(str(name) in line for line in done.lines) for name in found)

    def test_one_that_does_not_agree_is_shown_and_not_valid(self, sent: Path, tmp_path: Path) -> None:
        """And why is told in the office's language, not in its own."""
        book = ClosedBook.open(sent / "asti.xlsx")
        book.apply(Changes(cells={("Podium_Name", 0): "Ugo Neri"}))
        (tmp_path / "forged.xlsx").write_bytes(book.dump())
        done = season([tmp_path / "forged.xlsx"], tmp_path / "season.xlsx", Request(language="en"))
        row = sheets(tmp_path / "season.xlsx")["Tournaments"].iloc[0]
        assert not done.all_good
        assert (bool(row["verified"]), bool(row["valid"])) == (False, False)
        assert all(part in done.lines[1] for part in ("forged.xlsx", "«Ugo Neri»"))
        german = season([tmp_path / "forged.xlsx"], tmp_path / "de.xlsx", Request(language="de"))
        assert "Ugo Neri" in german.lines[1]
        assert german.lines[1] != done.lines[1]

    def test_a_defect_of_ours_costs_one_file(self, sent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*_arguments: object) -> None:
            raise ZeroDivisionError("ours")

        monkeypatch.setattr("bangxl.commands.season_files.verify_book", fail)
        bad = read_entry(sent / "asti.xlsx")
        assert isinstance(bad, BadFile)
        assert "ZeroDivisionError: ours" in bad.reasons["en"]

    def test_nothing_but_bad_files_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "note.xlsx").write_text("no workbook", encoding="utf-8")
        refusal = raised(Refusal, season, [tmp_path], tmp_path / "season.xlsx", Request(language="en"))
        assert refusal.exit_code == 2
        assert refusal.lines[0] == "bangxl cannot read any of these files as a report (referto)."
        assert not (tmp_path / "season.xlsx").exists()


class TestListsAndOptions:
    def test_statuses_and_decisions(self, sent: Path, tmp_path: Path) -> None:
        status, same = tmp_path / "status.csv", tmp_path / "same.csv"
        status.write_text(
            "Name;Status;Region;Since\nANNA NERI;Champion;;\nUgo Poli;;Umbria;\n;banned;;\nAda Ott;banned;;\n",
            encoding="utf-8-sig",
        )
        same.write_text("name,as\nAna Nerri,Anna Neri\n", encoding="utf-8")
        four = [sent / f"{name}.xlsx" for name in ("asti", "cuneo", "roma", "late")]
        asked = Request(language="en", status=status, same=same, regional="best", deadline="8/11/2007")
        line = "? nobody in these reports has this name: Ada Ott (status.csv:5)."
        assert line in season(four, tmp_path / "season.xlsx", asked).lines
        found = sheets(tmp_path / "season.xlsx")
        assert found["Doubtful"].iloc[0].dropna().tolist() == [line[2:].partition(":")[0], "Ada Ott", "status.csv:5", 1]
        assert found["Qualified"].iloc[0][["way", "name"]].tolist() == ["last year's champion", "Anna Neri"]
        assert "played although already qualified" in found["Irregular"]["why"].tolist()
        assert bool(found["Tournaments"].set_index("event")["valid"].to_dict()["Viterbo"])

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("name,status\nAnna,winner\n", "line 2: «winner»"),
            ("name,status,since\nAnna,banned,maggio\n", "line 2: «maggio»"),
            ("name,status\nAnna,wild_card\n", "line 2: "),
            ("name,status\nAnna,champion\nUgo,champion\nanna,champion\n", "line 3: Only one player was last year's champion."),
            ("nome,stato\nAnna,banned\n", "name,status"),
            ("", "name,status"),
            ("name,status\nNiccolò,banned\n".encode("latin-1"), "UTF-8"),
        ],
    )
    def test_a_wrong_list_says_where(self, sent: Path, tmp_path: Path, text: str | bytes, words: str) -> None:
        path = tmp_path / "status.csv"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        assert words in refused(sent / "asti.xlsx", tmp_path, Request(language="en", status=path))

    def test_a_line_that_joins_two_of_one_report_is_refused(self, sent: Path, tmp_path: Path) -> None:
        same = tmp_path / "same.csv"
        same.write_text("name,as\nUgo Poli,Ugo Poli\nAna Nerri,Ugo Poli\n", encoding="utf-8")
        reason = "same.csv, line 3: one report has both, so they are two people: Ugo Poli, Ana Nerri (roma.xlsx)"
        assert refused(sent / "roma.xlsx", tmp_path, Request(language="en", same=same)) == f"{tmp_path}/{reason}"

    def test_a_line_that_means_two_is_refused(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        entries = [at_home("Ida Greco", region, day) for day, region in enumerate(("Lazio", "Umbria"), 1)]
        monkeypatch.setattr("bangxl.commands.season.read_all", lambda *_: entries)
        same = tmp_path / "same.csv"
        same.write_text("name,as\nregional 1 Aa,Ida Greco\n", encoding="utf-8")
        reason = "same.csv, line 2: several people have this name: Ida Greco (Lazio), Ida Greco (Umbria)"
        assert refused(tmp_path / "a.xlsx", tmp_path, Request(language="en", same=same)) == f"{tmp_path}/{reason}"

    @pytest.mark.parametrize(
        ("asked", "words"),
        [
            (Request(language="en", deadline="31/11/2007"), "«31/11/2007»"),
            (Request(language="en", since="31/11/2006"), "«31/11/2006»"),
            (Request(language="en", since="2007-11-05", deadline="2006-11-05"), "after the last"),
            (Request(language="xx"), "xx"),
            (Request(language="en", rulebook="record"), "record: "),
            (Request(language="en", same=Path("no such list.csv")), "no such list.csv: "),
        ],
    )
    def test_a_wrong_option_is_refused(
        self, sent: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: Request, words: str
    ) -> None:
        monkeypatch.setenv("LC_ALL", "C")
        assert words in refused(sent / "asti.xlsx", tmp_path, asked)


def test_folders_in_a_folder_are_read_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The regions' folders were passed over without a word."""
    paths = [
        tmp_path / name for name in ("a.xlsx", "lazio/b.xlsx", "lazio/roma/c.xlsx", ".old/d.xlsx", "t.xlsx.history-1/1.xlsx")
    ]
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    (tmp_path / "lazio/loop").symlink_to(tmp_path, target_is_directory=True)
    read = list[Path]()

    def read_all(found: list[Path], _progress: object) -> list[RefertoEntry]:
        read.extend(found)
        return [tournament("Anna Neri")]

    monkeypatch.setattr("bangxl.commands.season.read_all", read_all)
    season([tmp_path], tmp_path / "season.xlsx", Request(language="en"))
    assert read == paths[:3]


def test_a_folder_without_referti(tmp_path: Path) -> None:
    (tmp_path / "~$open.xlsx").write_bytes(b"Excel's own")
    assert "There is no report (.xlsx) in" in refused(tmp_path, tmp_path, Request(language="en"))


@pytest.mark.soak
def test_a_report_counts_whatever_its_file_is_called(sent: Path, tmp_path: Path) -> None:
    """Programs for mail and browsers rename what was attached."""
    folder = tmp_path / "sent"
    folder.mkdir()
    for source, name in (("asti", "one.bin"), ("cuneo", "two.zip"), ("roma", "three.xlsx.download"), ("milano", "four")):
        (folder / name).write_bytes((sent / f"{source}.xlsx").read_bytes())
    new(folder / "torneo.xlsm", "italy-2007", language="en", players="10")
    (folder / "photos.zip").write_bytes(b"PK\x03\x04 and no more")
    (folder / "empty").touch()
    computed = season([folder], tmp_path / "season.xlsx", Request(language="en"))
    assert computed.all_good
    assert len(computed.tables["Tournaments"]) == 4


def refused(source: Path, tmp_path: Path, asked: Request) -> str:
    refusal = raised(Refusal, season, [source], tmp_path / "season.xlsx", asked)
    assert refusal.exit_code == 2
    assert not (tmp_path / "season.xlsx").exists()
    return " ".join(refusal.lines)


@pytest.mark.soak
def test_side_by_side_gives_the_same(sent: Path, tmp_path: Path) -> None:
    """More files than are read here: processes of their own read them, in the same order."""
    paths = [*sorted(sent.iterdir()), tmp_path / "gone.xlsx"]
    assert len(paths) > FEW
    assert list(read_all(paths)) == [read_entry(path) for path in paths]


def test_progress_is_told(sent: Path, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    season([sent / "asti.xlsx"], tmp_path / "season.xlsx", Request(language="en"), lambda *step: told.append(step))
    assert told == [(0, 1), (1, 1)]


def test_it_does_not_import_pandas() -> None:
    code = "import sys, bangxl.commands.season; sys.exit('pandas' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


class TestByTheCommandLine:
    def test_a_wrong_option_writes_nothing(self, bangxl: CommandLine, sent: Path, tmp_path: Path) -> None:
        run = bangxl("season", sent, "-o", tmp_path / "season.xlsx", "--regional", "median")
        assert run.code == 2
        assert "--regional" in run.err
        assert not (tmp_path / "season.xlsx").exists()


def test_a_page_to_look_at_only_where_it_is_asked_for(sent: Path, tmp_path: Path) -> None:
    (tmp_path / "shy.txt").write_text("neri anna\n", encoding="utf-8")
    target = tmp_path / "season.xlsx"
    season([sent / "asti.xlsx"], target, Request(language="en"))
    assert [one.name for one in tmp_path.glob("*.html")] == []
    request = Request(language="en", overwrite=True, page=True, initials=tmp_path / "shy.txt")
    assert season([sent / "asti.xlsx"], target, request).lines[-1] == f"The season's page: {target.with_suffix('.html')}"
    text = target.with_suffix(".html").read_text(encoding="utf-8")
    assert "A. N." in text
    assert "Anna Neri" not in text
    assert re.search(r"Games won by role – .*Outlaw: \d of \d", text)
    assert re.search(r"Games won by size of table – \d\xa0players: \d of \d", text)
    assert re.search(r"Best games: [\d,]+ \$", text)
    (tmp_path / "shy.txt").write_text("Neri Anna\nAnna Nera\n", encoding="utf-8")
    with pytest.raises(Refusal, match=r"shy\.txt, line 2: nobody in these tournaments is called «Anna Nera»"):
        season([sent / "asti.xlsx"], target, request)


@pytest.mark.parametrize("text", ["Ida Greco (Lazio)", "Greco, Ida", "IDA GREKO", "Ida Greko (Umbria)"])
def test_initials_are_for_who_is_called_as_in_a_doubt_or_a_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """A child was refused under the very name that the doubts print, and under the one that a report has."""
    entries = [at_home("Ida Greco", "Lazio", 1), at_home("Ida Greko", "Umbria", 2)]
    monkeypatch.setattr("bangxl.commands.season.read_all", lambda *_: entries)
    (tmp_path / "same.csv").write_text("name,as\nIda Greko,Ida Greco\n", encoding="utf-8")
    (tmp_path / "shy.txt").write_text(f'"{text}"', encoding="utf-8")
    request = Request(language="en", page=True, initials=tmp_path / "shy.txt", same=tmp_path / "same.csv")
    season([tmp_path / "a.xlsx"], tmp_path / "season.xlsx", request)
    assert "Ida" not in (tmp_path / "season.html").read_text(encoding="utf-8")


ENGLISH = Request(language="en")
FORCED = Request(language="en", overwrite=True)


@cache
def asti() -> Tournament:
    event = EventInfo("Asti", "2007-05-01", "Torino", "Piemonte", "regional", "Il Saloon", ("Marta Ferraris",))
    return played("italy-2007", 10, event, seed="a")


@pytest.fixture
def mailed(tmp_path: Path) -> Path:
    """The folder of what came by mail: one referto."""
    folder = tmp_path / "referti"
    folder.mkdir()
    file(folder / "asti.xlsx", asti())
    return folder


def test_an_earlier_season_stays_unless_forced_and_is_not_counted(mailed: Path) -> None:
    """The office may have written its notes into it."""
    target = mailed / "season.xlsx"
    assert season([mailed], target, ENGLISH).all_good
    with unchanged(target), pytest.raises(Refusal):
        season([mailed], target, ENGLISH)
    assert season([mailed], target, FORCED).all_good


def test_one_that_came_meanwhile_stays(mailed: Path, tmp_path: Path) -> None:
    target = tmp_path / "season.xlsx"
    season([mailed], tmp_path / "other.xlsx", ENGLISH)
    other = (tmp_path / "other.xlsx").read_bytes()

    def meanwhile(_done: int, _files: int) -> None:
        target.write_bytes(other)

    with pytest.raises(Refusal):
        season([mailed], target, ENGLISH, meanwhile)
    assert target.read_bytes() == other


def test_an_earlier_one_among_the_referti_is_called_what_it_is(mailed: Path) -> None:
    season([mailed], mailed / "s1.xlsx", ENGLISH)
    done = season([mailed], mailed / "s2.xlsx", ENGLISH)
    assert f"× {mailed / 's1.xlsx'}: " in " ".join(done.lines)


def test_an_empty_file_is_nobodys(mailed: Path, tmp_path: Path) -> None:
    (target := tmp_path / "season.xlsx").touch()
    assert season([mailed], target, ENGLISH).all_good


def test_anything_else_stays(mailed: Path, tmp_path: Path) -> None:
    precious = tmp_path / "torneo.xlsx"
    precious.write_bytes((mailed / "asti.xlsx").read_bytes())
    with pytest.raises(Refusal):
        season([mailed], precious, ENGLISH)
    assert precious.read_bytes() == (mailed / "asti.xlsx").read_bytes()
    assert season([mailed], precious, FORCED).all_good


@pytest.mark.parametrize(
    ("name", "words"), [("season.csv", "must be an .xlsx file"), ("no folder/season.xlsx", "cannot be written")]
)
def test_where_nothing_can_be_written(mailed: Path, tmp_path: Path, name: str, words: str) -> None:
    with pytest.raises(Refusal, match=words):
        season([mailed], tmp_path / name, ENGLISH)


def told(*entries: RefertoEntry) -> tuple[str, ...]:
    """In English."""
    return season_lines(Path("s.xlsx"), season_of(*entries), [], catalog("en"))


def test_who_is_first_and_who_goes_to_the_final() -> None:
    assert told(tournament("Anna Neri"), tournament("Bruno Galli", region="Lazio", day="2007-05-02")) == (
        "✓ s.xlsx is written. Tournaments: 2 (valid for the championship: 2); people: 20; doubtful pairs: 0.",
        "★ Italia 2007 · national: Anna Neri, Bruno Galli",
        "→ Piemonte: Anna Neri · first of the region",
        "→ Lazio: Bruno Galli · first of the region",
    )


def test_where_there_is_no_championship_nothing_is_said_of_one() -> None:
    ours = replace(tournament("Anna Neri"), regulation="italy-2010", title="Italia 2010", championship=None)
    found = season_lines(Path("s.xlsx"), season_of(ours, rulebook=None), [], catalog("it"))
    assert found == ("✓ s.xlsx è pronto. Tornei: 1; persone: 10; coppie dubbie: 0.", "★ Italia 2010 · nazionale: Anna Neri")


def test_the_highest_score_of_record() -> None:
    assert "★ Record: Dino" in told(record_session("Anna 1357, Bruno 1200"), record_session("Anna 1257, Dino 1400", "2007-06-01"))


def test_what_is_not_valid_for_the_championship_is_named_with_the_reason() -> None:
    late = [tournament("Anna Neri", day=f"2007-12-0{n}", name=f"Torino {n}") for n in range(1, 8)]
    small = tournament("Bruno Galli", players=9, name="Asti")
    *_others, few, after = told(*late, small)
    assert few == "· Not valid for the championship, too few players (1): Asti.xlsx"
    assert after == (
        "· Not valid for the championship, after the last day (7): "
        "Torino 1.xlsx, Torino 2.xlsx, Torino 3.xlsx, Torino 4.xlsx, Torino 5.xlsx, …"
    )


def doubtful(*entries: RefertoEntry) -> list[str]:
    return [line for line in told(*entries) if line.startswith("? ")]


def test_a_doubt_names_both_with_their_files_and_the_line_that_settles_it() -> None:
    pair = tournament("Rossi Anna", name="Asti"), tournament("Anna Rossi", day="2007-05-02", name="Cuneo")
    line = "other accents, signs, spaces or order of words: Anna Rossi (Cuneo.xlsx) – Rossi Anna (Asti.xlsx)."
    assert doubtful(*pair) == [f"? {line} If they are one person, the line for --same is: Anna Rossi,Rossi Anna,"]
    pair = tournament("Anna Rossi", name="Asti"), tournament("Anna Rossi", name="Cuneo")
    line = "in two tournaments on one day: Anna Rossi (Asti.xlsx) – Anna Rossi (Cuneo.xlsx)."
    assert doubtful(*pair) == [f"? {line} If they are two people, the line for --same is: Anna Rossi,Anna Rossi (2),Cuneo.xlsx"]


def test_a_doubt_about_namesakes_says_how_to_tell_them_apart() -> None:
    pair = tournament("Anna Rossi, Anna Rossi", name="Asti"), tournament("Anna Rossi", day="2007-05-02")
    line = "one report has both, so they are two people: Anna Rossi (P001) (Asti.xlsx) – Anna Rossi (P002) (Asti.xlsx)."
    settled = "If the first is the one of the other reports, the line for --same is: P002,Anna Rossi (2),Asti.xlsx"
    assert doubtful(*pair) == [f"? {line} {settled}"]


def test_of_very_many_doubts_the_sheet_has_all() -> None:
    names = ["Anna Rossi", "Bruno Galli", "Carla Conti", "Dario Neri", "Emma Fabbri", "Gino Serra", "Ugo Poli"]
    spellings = names, [name.upper().replace(" ", "-") for name in names], [name.replace(" ", "") for name in names]
    entries = [tournament(", ".join(one), day=f"2007-05-0{n}", name=f"{n}") for n, one in enumerate(spellings, 1)]
    assert len(doubtful(*entries[:3])) == 14
    entries.append(tournament(", ".join(" ".join(reversed(name.split())) for name in names), day="2007-05-04", name="4"))
    shown = doubtful(*entries)
    assert (len(shown), shown[20]) == (21, "? All 21 doubtful pairs: sheet «Doubtful».")


ASTI = EventInfo("Asti", "2007-05-01", "Asti", "Piemonte", "regional", "Il Saloon", ("Marta Ferraris",))


@pytest.fixture
def caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(verified_cache.FOLDER, str(tmp_path / "caches"))
    return tmp_path / "caches"


@pytest.fixture
def report(tmp_path: Path) -> Path:
    return file(tmp_path / "asti.xlsx", played("italy-2007", 10, ASTI, "Anna Neri, (John Smith)"))


def unread(path: Path) -> RefertoEntry | BadFile:
    raise AssertionError(path)


def test_next_time_nothing_is_verified_again(caches: Path, report: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """3,000 reports took a quarter of an hour each week, of which twelve were new."""
    first = read_entry(report)
    assert isinstance(first, RefertoEntry)
    monkeypatch.setattr(season_files, "read_entry", unread)
    assert [*read_all([report])] == [first]
    renamed = report.rename(report.with_name("again.xlsx"))
    assert [one.file for one in read_all([renamed])] == [str(renamed)]
    assert {path.parent.stat().st_mode & 0o077 for path in caches.glob("*/*")} == {0}


def test_a_changed_file_is_not_known(caches: Path, report: Path) -> None:
    read_entry(report)
    report.write_bytes(report.read_bytes() + b"\0")
    assert verified_cache.recall_entry(report) is None
    report.unlink()
    assert verified_cache.recall_entry(report) is None
    assert caches.exists()


def test_another_program_knows_nothing_and_tidies_up(caches: Path, report: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_entry(report)
    monkeypatch.setattr(verified_cache, "_program", lambda: "0" * 32)
    assert verified_cache.recall_entry(report) is None
    read_entry(report)
    assert [one.name for one in caches.iterdir()] == [f"verified-{'0' * 32}"]


def test_what_is_damaged_there_counts_for_nothing(caches: Path, report: Path) -> None:
    read_entry(report)
    (kept,) = caches.glob("*/*")
    for damage in (b"", kept.read_bytes()[:-1], b'{"file": "x"}'):
        kept.write_bytes(damage)
        assert verified_cache.recall_entry(report) is None


def test_it_can_be_switched_off_and_no_place_to_write_is_no_fault(report: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for said in ("", str(report / "no folder")):
        monkeypatch.setenv(verified_cache.FOLDER, said)
        assert isinstance(read_entry(report), RefertoEntry)
        assert verified_cache.recall_entry(report) is None


def test_what_it_has_not_written_stays(caches: Path, report: Path) -> None:
    """BANGXL_CACHE in a folder of one's own lost every folder there whose name began with «verified-»."""
    own = [caches / "verified-2010" / "torneo.xlsx", caches / f"verified-{'a' * 32}" / "notes.txt"]
    for path in own:
        path.parent.mkdir(parents=True)
        path.write_bytes(b"mine")
    read_entry(report)
    assert [path.read_bytes() for path in own] == [b"mine", b"mine"]
