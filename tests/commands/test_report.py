"""`bangxl report`: four files at the end, an interim referto before; and what is refused."""

from __future__ import annotations

from email import message_from_bytes
from email.policy import SMTP
from pathlib import Path

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.commands.check import check
from bangxl.commands.standings import standings
from bangxl.commands.transfer import export
from bangxl.interchange.dump import spoken_digest
from bangxl.web.results import is_page
from tests.commands.stages import Copy
from tests.hosts.commandline import CommandLine
from tests.render import page_texts


def test_it_writes_workbook_pdf_and_mail(at: Copy, bangxl: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as without_programs:
        without_programs.setenv("PATH", "")
        run = bangxl("report", at("closed"), "-o", tmp_path / "sent")
    workbook, pdf, draft = (tmp_path / "sent" / f"torneo-referto{suffix}" for suffix in (".xlsx", ".pdf", ".eml"))
    assert (run.code, run.err) == (0, "")
    page = tmp_path / "sent" / "torneo-results.html"
    files, (nobody, *blanks) = run.out.splitlines()[:4], run.out.splitlines()[4:]
    assert files == [f"Referto: {workbook}", f"PDF: {pdf}", f"Results page: {page}", f"Mail draft: {draft}"]
    assert is_page(page.read_bytes())
    assert blanks
    assert all("The referto will say nothing of" in line for line in blanks)
    assert nobody.startswith("The mail has no address.")
    digest = str(ClosedBook.open(workbook).read("Report_Digest")[0])
    pages = page_texts(pdf)
    assert digest in pages[0]
    assert all(spoken_digest(digest) in page for page in pages)
    mail = message_from_bytes(draft.read_bytes(), policy=SMTP)
    assert mail["X-Unsent"] == "1"
    attached = {part.get_filename(): part.get_payload(decode=True) for part in mail.walk() if part.get_filename()}
    assert attached == {path.name: path.read_bytes() for path in (workbook, pdf)}
    body = mail.get_body(("plain",))
    assert body is not None
    assert digest in str(body.get_content())


class TestReport:
    def test_the_referto_of_another_tournament_stays(self, at: Copy, bangxl: CommandLine, tmp_path: Path) -> None:
        """Two clubs call their workbook torneo.xlsx, and their referti go into one folder."""
        sent, other = tmp_path / "sent", tmp_path / "other" / "torneo.xlsx"
        other.parent.mkdir()
        assert bangxl("report", at("closed"), "-o", sent).code == 0
        before = {path: path.read_bytes() for path in sent.iterdir()}
        assert bangxl("demo", other, "--rulebook", "record", "--players", "4", "--language", "en").code == 0
        run = bangxl("report", other, "-o", sent)
        assert run.code == 1
        assert "is the referto of another tournament. Choose another folder with -o" in run.err
        assert {path: path.read_bytes() for path in sent.iterdir()} == before
        assert bangxl("report", at("closed"), "-o", sent).code == 0
        assert bangxl("report", other, "-o", sent, "--force").code == 0

    def test_before_the_end_it_says_what_is_missing(self, at: Copy, bangxl: CommandLine, tmp_path: Path) -> None:
        run = bangxl("report", at("drawn2"), "-o", tmp_path / "sent")
        assert run.code == 1
        assert "not over" in run.err.splitlines()[0]
        assert any(line.startswith("Round 2, table 1: ") for line in run.err.splitlines())
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
        assert is_page((tmp_path / "sent" / "torneo-results-interim.html").read_bytes())

    @pytest.mark.parametrize("rulebook", ["italy-2010", "italy-2007", "record"])
    def test_but_not_of_nobody(self, bangxl: CommandLine, tmp_path: Path, rulebook: str) -> None:
        bangxl("new", tmp_path / "torneo.xlsx", "--rulebook", rulebook, "--language", "en")
        run = bangxl("report", tmp_path / "torneo.xlsx", "--interim")
        assert run.code == 1
        assert run.err.splitlines()[0] == "Nobody is on the list of players yet, so there is nothing to report."
        assert sorted(path.name for path in tmp_path.iterdir()) == ["torneo.xlsx"]

    def test_after_publication_nothing_is_secret(self, at: Copy, bangxl: CommandLine, tmp_path: Path) -> None:
        assert bangxl("report", at("semifinals"), "-o", tmp_path / "sent", "--interim").code == 0
        assert ClosedBook.open(tmp_path / "sent" / "torneo-referto-interim.xlsx").read("Report_Secret") == [None]

    def test_it_is_written_again_over_the_old_one(self, at: Copy, bangxl: CommandLine) -> None:
        path = at("closed")
        assert bangxl("report", path).code == 0
        assert bangxl("report", path).code == 0

    def test_but_over_nothing_else(self, at: Copy, bangxl: CommandLine) -> None:
        path = at("closed")
        other = path.with_name("torneo-referto.xlsx")
        other.write_bytes(path.read_bytes())
        run = bangxl("report", path)
        assert run.code == 1
        assert f"{other} exists already" in run.err
        assert other.read_bytes() == path.read_bytes()

    def test_the_workbook_stays_as_it_is(self, at: Copy, bangxl: CommandLine) -> None:
        path = at("closed")
        before = path.read_bytes()
        bangxl("report", path)
        assert path.read_bytes() == before

    def test_export_standings_and_check_read_it(self, at: Copy, bangxl: CommandLine) -> None:
        path = at("closed")
        bangxl("report", path)
        referto = path.with_name("torneo-referto.xlsx")
        assert export(referto) == export(path)
        assert standings(referto) == standings(path)
        assert [one.finding.code for one in check(referto)] == [one.finding.code for one in check(path)]

    @pytest.mark.parametrize("command", [["seat"], ["reopen", "--round", "1", "--table", "1", "--reason", "x"]])
    def test_no_command_changes_it(self, at: Copy, bangxl: CommandLine, command: list[str]) -> None:
        path = at("closed")
        bangxl("report", path)
        referto = path.with_name("torneo-referto.xlsx")
        before = referto.read_bytes()
        run = bangxl(command[0], referto, *command[1:])
        assert run.code == 1
        assert "this is a referto, which nobody changes" in run.err
        assert referto.read_bytes() == before
