"""The referto by mail: what the mail says, and a sentence for whatever goes wrong, the draft kept."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Final

import pytest

import bangxl.post
from bangxl.commands import mailing
from bangxl.commands.demo import simulate
from bangxl.commands.errors import STATE, USAGE, Refusal
from bangxl.commands.mailing import (
    SERVER_SENTENCES,
    SETTINGS_SENTENCES,
    doubtful_addresses,
    send_report,
    settings_file,
    subject_and_text,
)
from bangxl.office import interpreter_file
from bangxl.post.delivery import send
from bangxl.post.message import Attachment, draft
from bangxl.rulebooks.loader import load
from bangxl.tournament.finals import final_ranking
from bangxl.tournament.model import EventInfo, Tournament
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.state import State
from tests.smtp import CERTIFICATE, HOST, PASSWORD, UNKNOWN, UNWANTED, USER, Postman, free_port, running, saying

TO: Final = "report@example.org"
DIGEST: Final = "0123456789abcdef" * 2
FILES: Final = ("Torneo d'autunno-referto.xlsx", "Torneo d'autunno-referto.pdf")
PLAYERS: Final = {"italy-2010": 10, "italy-2011": 10, "italy-2007": 11, "germany": 20, "record": 5}


@pytest.fixture
def mail(tmp_path: Path) -> Path:
    path = tmp_path / "torneo-referto.eml"
    path.write_bytes(draft(TO, "Report", "Hello", [Attachment("torneo-referto.xlsx", bytes(3000))]))
    return path


@pytest.fixture(autouse=True)
def configured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user with a mail account, whose settings name all but the port."""
    file = tmp_path / "mail.toml"
    text = f'host = "{HOST}"\nuser = "{USER}"\nsender = "referee@example.org"\ncertificate = {str(CERTIFICATE)!r}\n'
    file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(mailing, "settings_file", lambda: file)
    for key in ("HOST", "PORT", "TLS", "USER", "SENDER", "CERTIFICATE"):
        monkeypatch.delenv(f"BANGXL_SMTP_{key}", raising=False)
    monkeypatch.setenv("BANGXL_SMTP_PASSWORD", PASSWORD)
    return file


def refused(mail: Path) -> Refusal:
    """Why a mail did not go out: one sentence, and the place of the draft, of which nothing is lost."""
    before = mail.read_bytes()
    with pytest.raises(Refusal) as caught:
        send_report(mail, "en")
    assert mail.read_bytes() == before
    assert len(caught.value.lines) == 2
    assert caught.value.lines[1] == f"The draft is kept: {mail}"
    assert PASSWORD not in str(caught.value)
    return caught.value


def test_it_says_to_whom_it_went(mail: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    postman = Postman()
    with running(postman) as port:
        monkeypatch.setenv("BANGXL_SMTP_PORT", str(port))
        assert send_report(mail, "en") == f"The report was sent to {TO}."
    assert [envelope.rcpt_tos for envelope in postman.received] == [[TO]]


@contextmanager
def nobody() -> Iterator[int]:
    yield free_port()


REFUSALS: Final[dict[str, tuple[AbstractContextManager[int], dict[str, str], str]]] = {
    "self-signed": (running(Postman()), {"CERTIFICATE": ""}, "127.0.0.1 could not show that it is that server (self"),
    "password": (
        running(Postman()),
        {"PASSWORD": "High Noon"},
        "127.0.0.1 does not let arbitro in with this password: 5.7.8 bad credentials. Check both",
    ),
    "drops": (
        running(Postman(drops=True)),
        {},
        "127.0.0.1 broke off in the middle: it is not certain that the mail arrived. Ask before you send it again.",
    ),
    "drops at once": (saying(), {}, "127.0.0.1 broke the connection off; nothing was sent. Try again."),
    "no encryption": (running(Postman(), starttls=False, login=False), {}, "127.0.0.1 offers no encryption at port "),
    "sender": (running(Postman()), {"SENDER": UNWANTED}, f"127.0.0.1 does not send for {UNWANTED}: 5.7.1 "),
    "too large": (running(Postman(), most=1000), {}, "127.0.0.1 finds the mail too large: "),
    "nobody": (nobody(), {}, "127.0.0.1 takes no mail at port "),
    "silence": (saying(hang=True), {}, "127.0.0.1 did not answer at port "),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_a_sentence_for_whatever_goes_wrong(mail: Path, configured: Path, monkeypatch: pytest.MonkeyPatch, case: str) -> None:
    server, environ, said = REFUSALS[case]
    monkeypatch.setattr(mailing, "send", partial(send, patience=0.3 if case == "silence" else 30))
    for key, value in environ.items():
        monkeypatch.setenv(f"BANGXL_SMTP_{key}", value)
    if case == "self-signed":
        configured.write_text(configured.read_text(encoding="utf-8").partition("certificate")[0], encoding="utf-8")
    with server as port:
        monkeypatch.setenv("BANGXL_SMTP_PORT", str(port))
        refusal = refused(mail)
    assert refusal.exit_code == STATE
    assert refusal.lines[0].startswith(said)


def test_some_get_it_and_some_do_not(mail: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mail.write_bytes(draft(f"{TO}, {UNKNOWN}", "", "", ()))
    with running(Postman()) as port:
        monkeypatch.setenv("BANGXL_SMTP_PORT", str(port))
        refusal = refused(mail)
    assert refusal.lines[0].startswith(f"The report went to {TO}, but not to {UNKNOWN}: 5.1.1 no such user here. ")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "No mail server is known. Set BANGXL_SMTP_HOST (and "),
        ('password = "x"', "{file}: no password may stand in this file"),
        ('host = "x"\ntls = "ssl"', "{file}: tls: «ssl» is not known. Write starttls, tls or none."),
        ('host = "x"', 'The mail has no sender: set BANGXL_SMTP_SENDER, or write «sender = "name@example.org"» in {file}.'),
        ('host = "x', "{file}: the mail settings cannot be understood ("),
    ],
)
def test_what_is_wrong_in_the_settings(mail: Path, configured: Path, text: str, said: str) -> None:
    configured.write_text(text, encoding="utf-8")
    refusal = refused(mail)
    assert refusal.exit_code == USAGE
    assert refusal.lines[0].startswith(said.format(file=configured))


def test_no_address(mail: Path) -> None:
    mail.write_bytes(draft("the regional contact", "Report", "", ()))
    assert refused(mail).lines[0].startswith("The mail has no address. Type it on the first sheet beside «Report to»")


def test_no_draft(mail: Path) -> None:
    mail.unlink()
    with pytest.raises(Refusal) as caught:
        send_report(mail, "en")
    assert caught.value.exit_code == USAGE


def test_settings_lie_beside_those_for_libreoffice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert mailing.settings_file() == settings_file() == interpreter_file().parent / "mail.toml"


def test_every_code_has_its_sentence() -> None:
    package = Path(bangxl.post.__file__).parent
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in package.glob("*.py")]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    raised = [call.args[0] for call in calls if ast.unparse(call.func).endswith(("PostError", "fault"))]
    codes = {argument.value for argument in raised if isinstance(argument, ast.Constant)}
    by_number = {"login_needed", "too_large", "wrong_password", "sender_refused", "rejected"}
    assert codes | by_number == {*SETTINGS_SENTENCES, *SERVER_SENTENCES}
    assert len(SETTINGS_SENTENCES) + len(SERVER_SENTENCES) == len({*SETTINGS_SENTENCES, *SERVER_SENTENCES})


@cache
def finished(rulebook_id: str) -> tuple[Tournament, Rulebook]:
    rulebook = load(rulebook_id)
    return simulate(rulebook, PLAYERS[rulebook_id], "mail", "en")[0], rulebook


@pytest.mark.parametrize("rulebook_id", PLAYERS)
def test_the_mail_of_a_finished_tournament(rulebook_id: str) -> None:
    tournament, rulebook = finished(rulebook_id)
    event = EventInfo("Saloon", "2026-11-21", "Rho", "Lombardia", referees=("Calamity Jane", "Wyatt Earp"))
    names = {player.id: player.name for player in tournament.players}
    champion = names[final_ranking(State(tournament, rulebook))[0].player]
    subject, text = subject_and_text(
        State(replace(tournament, event=event), rulebook), DIGEST, interim=False, attachments=FILES, language="en"
    )
    assert subject == "Report: Saloon, 21/11/2026"
    assert text == (
        "Good day,\n\nattached is the report of this tournament:\n\n"
        f"Tournament: Saloon\nDate: 21/11/2026\nVenue: Rho, Lombardia\nParticipants: {PLAYERS[rulebook_id]}\n"
        f"First place: {champion}\n\n"
        f"Attached:\n- {FILES[0]}\n- {FILES[1]}\n\nDigest of the facts: 0123 4567 89ab cdef 0123\n"
        "Everything in it can be computed again from the record sheets: "
        f'«bangxl verify "{FILES[0]}" --against {DIGEST}».\n\n'
        "Kind regards\nCalamity Jane\nWyatt Earp\n"
    )


@pytest.mark.parametrize("rulebook_id", PLAYERS)
def test_nobody_is_named_before_the_end(rulebook_id: str) -> None:
    tournament, rulebook = finished(rulebook_id)
    for finals in (None, replace(tournament.finals, closed=False) if tournament.finals else None):
        running_now = replace(tournament, event=EventInfo(), finals=finals)
        subject, text = subject_and_text(State(running_now, rulebook), DIGEST, interim=True, attachments=FILES[:1], language="en")
        assert subject == "Interim report: BANG! tournament"
        assert "attached is an interim report of a tournament that is not over yet:" in text
        assert f"Participants: {PLAYERS[rulebook_id]}\n" in text
        assert [player.name for player in tournament.players if player.name in text] == []
        assert "First place" not in text


def test_a_date_that_is_none_stays_as_it_was_typed() -> None:
    tournament, rulebook = finished("italy-2010")
    event = EventInfo("Saloon", "next Sunday")
    subject, _text = subject_and_text(
        State(replace(tournament, event=event), rulebook), DIGEST, interim=False, attachments=(), language="en"
    )
    assert subject == "Report: Saloon, next Sunday"


def test_doubtful_addresses() -> None:
    assert doubtful_addresses("a@example.org; Käthe@example.org", "en") == (
        "«Report to»: this is no mail address, so it is not in the mail: Käthe@example.org"
    )
    assert doubtful_addresses(" ", "en").startswith("The mail has no address.")
    assert not doubtful_addresses("a@example.org", "en")
