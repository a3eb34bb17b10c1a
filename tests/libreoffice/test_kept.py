"""What a player keeps from the game before: the sheet and Python allow the same, and name the same cell."""

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from bangxl.commands.check import check
from bangxl.commands.new import create_workbook
from bangxl.sheets.record.layout import layout_of
from bangxl.tournament.state import State
from tests.hosts.libreoffice.office import Office
from tests.tournament.faulty_tables import DEPUTY, evening
from tests.tournament.rules import RECORD

SHERIFF: Final = 0
SIGNS: Final = "Round2T1!{0}7:{0}11".format(layout_of(RECORD).letters["Line_Check"])
CARDS: Final = "Round2T1!{0}7:{0}11".format(layout_of(RECORD).letters["On_Cards"])
"""Hidden: what is wrong with the cards, also where something else comes first in the sign, such as a Sheriff out of turn."""


@pytest.mark.soak
def test_cards_and_characters_kept(office: Office, tmp_path: Path) -> None:
    """Esperienza: as many cards as life points, the Sheriff's one more (DV-9); Ingaggio: "la stessa cifra" (R07-10)."""
    # two games with the same Sheriff: he and his Deputy are alive after the first, and rich. Everybody has bid 100
    played = evening(2, auction="true", experience="true")
    first, _second = played.games
    tournament, path = replace(played, language="en", games=(first, replace(first, round=2))), tmp_path / "kept.xlsx"
    create_workbook(path, State(tournament, RECORD), 5, [])
    lives = [RECORD.characters[seat.character] for seat in tournament.games[1].seats]
    most = {SHERIFF: lives[SHERIFF] + 1, DEPUTY: lives[DEPUTY]}
    with office.open(path) as book:
        for chair, cards in most.items():
            book.put("Round2T1!Cards_Kept", cards, index=chair)
        book.put("Round2T1!Reconfirmed", "yes", index=SHERIFF)
        assert book.column(SIGNS)[DEPUTY] == "✓"
        fine = {book.column(CARDS)[chair] for chair in most}
        assert len(fine) == 1
        book.save(path)
        assert wrong(path) == []
        for chair, cards in most.items():
            book.put("Round2T1!Cards_Kept", cards + 1, index=chair)
        assert book.column(SIGNS)[DEPUTY] == "× too many cards"
        assert fine.isdisjoint(book.column(CARDS)[chair] for chair in most)
        told = "no more than the character's life points; the Sheriff can have one more."
        assert str(book.cell("Round2T1!Problem")).endswith(told)
        book.put("Round2T1!Cards_Kept", None, index=SHERIFF)
        book.put("Round2T1!Bid", 200, index=SHERIFF)
        assert book.column(SIGNS)[SHERIFF] == "× another price"
        assert str(book.cell("Round2T1!Problem")).endswith("a player who keeps the character pays the price of its auction.")
        assert book.errors() == []
        book.save(path)
    assert wrong(path) == ["cards_kept_impossible", "reconfirmed_wrongly"]


def wrong(path: Path) -> list[str]:
    return sorted(one.finding.code for one in check(path) if one.finding.code in {"cards_kept_impossible", "reconfirmed_wrongly"})
