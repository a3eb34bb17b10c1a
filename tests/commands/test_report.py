"""`bangxl report`: four files at the end, an interim referto before; what the mail says; and what is refused."""

import time
from dataclasses import replace
from email import message_from_bytes
from email.policy import SMTP
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.commands.check import check
from bangxl.commands.demo import simulate_tournament
from bangxl.commands.report import doubtful_addresses, name_to_send, subject_and_text
from bangxl.commands.standings import standings_data
from bangxl.commands.transfer import export
from bangxl.interchange.dump import spoken_digest
from bangxl.rulebooks.loader import load
from bangxl.tournament.finals import final_ranking
from bangxl.tournament.model import EventInfo, Tournament
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.state import State
from bangxl.web.results import is_results_page
from tests.commands.stages import Copy
from tests.helpers.keyboard import typed
from tests.helpers.render import page_texts
from tests.hosts.commandline import CommandLine


def test_it_writes_workbook_pdf_and_mail(at: Copy, bangxl: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as without_programs:
        without_programs.setenv("PATH", "")
        run = bangxl("report", at("closed"), "-o", tmp_path / "sent")
    workbook, pdf, draft = (tmp_path / "sent" / f"torneo-referto{suffix}" for suffix in (".xlsx", ".pdf", ".eml"))
    assert (run.code, run.err) == (0, "")
    page = tmp_path / "sent" / "torneo-results.html"
    files, (nobody, *blanks) = run.out.splitlines()[:4], run.out.splitlines()[4:]
    assert files == [f"Report: {workbook}", f"PDF: {pdf}", f"Results page: {page}", f"Mail draft: {draft}"]
    assert is_results_page(page.read_bytes())
    assert blanks
    assert all("The report will not contain" in line for line in blanks)
    assert nobody.startswith("The mail has no address.")
    digest = str(ClosedBook.open(workbook).read("Report_Digest")[0])
    pages = page_texts(pdf)
    assert " ".join(pages[0].split()).count(spoken_digest(digest)) == 2
    assert all(spoken_digest(digest) in page for page in pages)
    mail = message_from_bytes(draft.read_bytes(), policy=SMTP)
    assert mail["X-Unsent"] == "1"
    attached = {part.get_filename(): part.get_payload(decode=True) for part in mail.walk() if part.get_filename()}
    assert attached == {path.name: path.read_bytes() for path in (workbook, pdf)}
    body = mail.get_body(("plain",))
    assert body is not None
    assert digest in str(body.get_content())


class TestReport:
    @pytest.mark.soak
    def test_the_referto_of_another_tournament_stays(self, at: Copy, bangxl: CommandLine, tmp_path: Path) -> None:
        """Two clubs call their workbook torneo.xlsx, and their referti go into one folder."""
        sent, other = tmp_path / "sent", tmp_path / "other" / "torneo.xlsx"
        other.parent.mkdir()
        assert bangxl("report", at("closed"), "-o", sent).code == 0
        before = {path: path.read_bytes() for path in sent.iterdir()}
        assert bangxl("demo", other, "--rulebook", "record", "--players", "4", "--language", "en").code == 0
        run = bangxl("report", other, "-o", sent)
        assert run.code == 1
        assert "is the report of another tournament. Choose another folder with -o" in run.err
        assert {path: path.read_bytes() for path in sent.iterdir()} == before
        assert bangxl("report", at("closed"), "-o", sent).code == 0
        assert bangxl("report", other, "-o", sent, "--overwrite").code == 0

    def test_before_the_end_it_says_what_is_missing(self, at: Copy, bangxl: CommandLine, tmp_path: Path) -> None:
        run = bangxl("report", at("drawn2"), "-o", tmp_path / "sent")
        assert run.code == 1
        assert "not over" in run.err.splitlines()[0]
        assert any(line.startswith("Round2T1 (round 2, table 1): ") for line in run.err.splitlines())
        assert not (tmp_path / "sent").exists()

    def test_after_the_final_and_before_its_recording_too(self, at: Copy, bangxl: CommandLine) -> None:
        run = bangxl("report", at("final_played"))
        assert run.code == 1
        assert "bangxl seat" in run.err

    def test_an_interim_one_is_written_at_any_time(self, at: Copy, bangxl: CommandLine, tmp_path: Path) -> None:
        assert bangxl("report", at("drawn2"), "-o", tmp_path / "sent", "--interim").code == 0
        book = ClosedBook.open(tmp_path / "sent" / "torneo-referto-interim.xlsx")
        assert book.read("Report_Secret") == ["yes"]
        assert not any(book.read("Round1T1_Payout"))
        assert is_results_page((tmp_path / "sent" / "torneo-results-interim.html").read_bytes())

    def test_it_has_the_clock_of_its_place_and_agrees_at_any_other(
        self, at: Copy, bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = at("drawn2")
        with monkeypatch.context() as in_the_east:
            in_the_east.setenv("TZ", "Asia/Vladivostok")
            time.tzset()
            assert bangxl("report", path, "--interim").code == 0
        time.tzset()
        referto = path.with_name("torneo-referto-interim.xlsx")
        (written,), (shown,) = (ClosedBook.open(referto).read(name) for name in ("Report_Written", "Report_Written_On"))
        assert str(written).endswith("+10:00")
        assert str(shown).endswith(str(written)[11:16])
        assert bangxl("verify", referto).code == 0

    def test_what_it_cannot_read_is_told(self, at: Copy, bangxl: CommandLine) -> None:
        path = typed(at("played2"), {"Round2T1!Bid 0": "many"})
        assert "«many» is not a whole number" in bangxl("report", path, "--interim").out

    def test_but_not_of_nobody(self, bangxl: CommandLine, tmp_path: Path) -> None:
        bangxl("new", tmp_path / "torneo.xlsx", "--rulebook", "record", "--language", "en")
        run = bangxl("report", tmp_path / "torneo.xlsx", "--interim")
        assert run.code == 1
        assert run.err.splitlines()[0] == "The players' list is empty, so there is nothing to report."
        assert sorted(path.name for path in tmp_path.iterdir()) == ["torneo.xlsx"]

    def test_commands_read_it_and_none_changes_it_or_the_workbook(self, at: Copy, bangxl: CommandLine) -> None:
        path = at("closed")
        referto, before = path.with_name("torneo-referto.xlsx"), path.read_bytes()
        assert bangxl("report", path).code == bangxl("report", path).code == 0
        assert path.read_bytes() == before
        assert export(referto) == export(path)
        assert standings_data(referto) == standings_data(path)
        assert [one.finding.code for one in check(referto)] == [one.finding.code for one in check(path)]
        written = referto.read_bytes()
        for command, *options in (["seat"], ["reopen", "--round", "1", "--table", "1", "--reason", "x"]):
            run = bangxl(command, referto, *options)
            assert (run.code, referto.read_bytes()) == (1, written)
            assert "this is a report, and reports are not changed" in run.err

    def test_after_publication_nothing_is_secret(self, at: Copy, bangxl: CommandLine, tmp_path: Path) -> None:
        assert bangxl("report", at("semifinals"), "-o", tmp_path / "sent", "--interim").code == 0
        assert ClosedBook.open(tmp_path / "sent" / "torneo-referto-interim.xlsx").read("Report_Secret") == [None]


DIGEST: Final = "0123456789abcdef" * 2
FILES: Final = ("Torneo d'autunno-referto.xlsx", "Torneo d'autunno-referto.pdf")
PLAYERS: Final = {"italy-2010": 10, "germany": 20}


@cache
def finished(rulebook_id: str) -> tuple[Tournament, Rulebook]:
    rulebook = load(rulebook_id)
    return simulate_tournament(rulebook, PLAYERS[rulebook_id], "mail", "en")[0], rulebook


@pytest.mark.parametrize("rulebook_id", PLAYERS)
def test_the_mail_of_a_finished_tournament(rulebook_id: str) -> None:
    tournament, rulebook = finished(rulebook_id)
    event = EventInfo("Saloon", "2026-11-21", "Rho", "Lombardia", referees=("Calamity Jane", "Wyatt Earp"))
    names = {player.id: player.name for player in tournament.players}
    champion = names[final_ranking(State(tournament, rulebook))[0].player]
    subject, text = subject_and_text(
        State(replace(tournament, event=event), rulebook), DIGEST, interim=False, attachments=FILES, language="en"
    )
    assert "Saloon, 21/11/2026" in subject
    facts = ("Saloon", "21/11/2026", "Rho, Lombardia", str(PLAYERS[rulebook_id]), champion, spoken_digest(DIGEST))
    assert [fact for fact in facts if f": {fact}\n" not in text] == []
    assert f"- {FILES[0]}\n- {FILES[1]}\n" in text
    assert f'«bangxl verify "{FILES[0]}" --against {DIGEST}»' in text
    assert text.endswith("\nCalamity Jane\nWyatt Earp\n")


@pytest.mark.parametrize("rulebook_id", PLAYERS)
def test_nobody_is_named_before_the_end(rulebook_id: str) -> None:
    tournament, rulebook = finished(rulebook_id)
    for finals in (None, replace(tournament.finals, closed=False) if tournament.finals else None):
        running_now = replace(tournament, event=EventInfo(), finals=finals)
        subject, text = subject_and_text(State(running_now, rulebook), DIGEST, interim=True, attachments=FILES[:1], language="en")
        assert ["nterim" in subject, "interim" in text] == [True, True]
        assert f": {PLAYERS[rulebook_id]}\n" in text
        assert [player.name for player in tournament.players if player.name in text] == []


def test_a_date_that_is_none_stays_as_it_was_typed() -> None:
    tournament, rulebook = finished("italy-2010")
    event = EventInfo("Saloon", "next Sunday")
    subject, _text = subject_and_text(
        State(replace(tournament, event=event), rulebook), DIGEST, interim=False, attachments=(), language="en"
    )
    assert subject == "Report: Saloon, next Sunday"


def test_doubtful_addresses() -> None:
    assert doubtful_addresses("a@example.org; Käthe@example.org", "en") == (
        "«Report to»: this is not a mail address, so the mail does not use it: Käthe@example.org"
    )
    assert doubtful_addresses(" ", "en").startswith("The mail has no address.")
    assert not doubtful_addresses("a@example.org", "en")


@pytest.mark.parametrize(
    ("event", "name"),
    [
        (EventInfo("High Noon", "2026-11-21", "Torino"), "2026-11-21-Torino-High-Noon"),
        (EventInfo("../12° Open: «La Diligenza»?\r\n", "2026-11-21", ""), "2026-11-21-12-Open-La-Diligenza"),
        (EventInfo("Кубок_2026", "", "Санкт-Петербург"), "Санкт-Петербург-Кубок-2026"),
        (EventInfo(), "torneo"),
    ],
)
def test_an_office_tells_a_hundred_reports_apart_by_date_place_and_event(event: EventInfo, name: str) -> None:
    """Every club calls its workbook torneo.xlsx, so every mail carried a torneo-referto.xlsx."""
    assert name_to_send(event, "torneo") == name
