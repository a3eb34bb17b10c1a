"""What the referto's mail says."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

import pytest

from bangxl.commands.demo import simulate
from bangxl.commands.mailing import doubtful_addresses, subject_and_text
from bangxl.rulebooks.loader import load
from bangxl.tournament.finals import final_ranking
from bangxl.tournament.model import EventInfo, Tournament
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.state import State

DIGEST: Final = "0123456789abcdef" * 2
FILES: Final = ("Torneo d'autunno-referto.xlsx", "Torneo d'autunno-referto.pdf")
PLAYERS: Final = {"italy-2010": 10, "italy-2011": 10, "italy-2007": 11, "germany": 20, "record": 5}


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
