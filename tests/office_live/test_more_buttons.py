"""The buttons under *More*, pressed in a real LibreOffice one after the other, as on a bad day; the page of the room follows."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image

from bangxl.commands.asking import ANSWERS
from bangxl.commands.seat import seat
from bangxl.commands.tonight import tonight
from bangxl.workbook.read import read_workbook
from tests.commands.stages import NAMES, Copy, listed
from tests.commands.test_league import CARDS
from tests.helpers.keyboard import facts, played
from tests.office_live.host import Desk, LiveOffice

REASON = "it was a bad day"
SIZES = (5, 5)


def pressed(office: LiveOffice, desk: Desk, button: str, *answers: str | Sequence[str]) -> list[str]:
    """Press a button that asks as often as there are answers, and refuses nothing; its last message."""
    messages = office.settings.parents[1] / "messages"
    prepared = messages.with_name(messages.name + ANSWERS)
    if answers:
        prepared.write_text(json.dumps(answers), encoding="utf-8")
    office.messages()
    desk.click(button)
    *asked, said = office.messages()
    assert (len(asked), said["wrong"], prepared.exists()) == (len(answers), False, False), said["lines"]
    return list(said["lines"])


def logged(desk: Desk) -> tuple[str, str]:
    entry = read_workbook(desk.book()).journal.entries[-1]
    return entry.command, entry.reason


def seated(desk: Desk, number: int) -> list[list[object]]:
    tables = [desk.column(f"Round{number}T{table}!Player") for table, _size in enumerate(SIZES, 1)]
    return [[player for player in table if player] for table in tables]


def amounts(desk: Desk, table: int) -> list[str]:
    """What is answered to who asks for a ruling of round 2."""
    return [*(str(100 * seat) for seat, _player in enumerate(seated(desk, 2)[table - 1])), REASON]


def by_hand(path: Path, players: Sequence[str]) -> Path:
    """A list beside the workbook that says who sits where in the next round."""
    lines = [f"{1 + place // SIZES[0]},{1 + place % SIZES[0]},{name}" for place, name in enumerate(players)]
    seats = path.with_name("seats.csv")
    seats.write_text("\n".join(["table,seat,player", *lines]), encoding="utf-8")
    return seats


@pytest.mark.soak
def test_every_button_under_more(office: LiveOffice, at: Copy) -> None:
    path = at("drawn2")
    page = path.with_name(f"{path.stem}-room.html")
    with office.open_live(path) as desk:
        assert str(page) in pressed(office, desk, "room")[0]
        (one, *_), (other, *_) = before = seated(desk, 2)

        first = desk.book().names["Round2T1!Player"].first
        desk.see("select", sheet="Round2T1", areas=[f"C{first}"])
        pressed(office, desk, "swap", [str(one), str(other), REASON])
        after = seated(desk, 2)
        assert (after[0][0], after[1][0], logged(desk)) == (other, one, ("swap", REASON))

        shown = page.read_bytes()
        pressed(office, desk, "redraw", REASON)
        assert seated(desk, 2) not in (before, after)
        assert logged(desk) == ("redraw", REASON)
        assert page.read_bytes() != shown

        assert any(NAMES[1] in line for line in pressed(office, desk, "slip", NAMES[1]))
        assert "The door prize goes to" in pressed(office, desk, "raffle", "a mug")[0]
        assert logged(desk) == ("raffle", "a mug")
        assert any(line.startswith("Table 1: ★") for line in pressed(office, desk, "chat"))
        assert "torneo-Slips.pdf" in pressed(office, desk, "slips")[0]

        for table in (1, 2):
            desk.see("select", sheet=f"Round2T{table}", areas=["E7"])
            pressed(office, desk, "rule", amounts(desk, table))
            assert logged(desk) == ("rule", REASON)

        shown = page.read_bytes()
        desk.see("select", sheet="Tournament", areas=["B5"])
        told = pressed(office, desk, "close", REASON)
        assert "The elimination phase is over: the standings are public." in told
        assert read_workbook(desk.book()).tournament.closed_after_round == 2
        assert page.read_bytes() != shown

        pressed(office, desk, "undo")  # nothing was typed since, so nothing is asked
        pressed(office, desk, "redo")
        assert read_workbook(desk.book()).tournament.closed_after_round == 2
        pressed(office, desk, "rename", [NAMES[1], "Bruno Damico", REASON])
        desk.put("Event_Place", "Torino")
        pressed(office, desk, "undo", "")
        assert desk.column("Players_Name")[1] == NAMES[1]
        pressed(office, desk, "redo")
        assert (desk.column("Event_Place"), desk.column("Players_Name")[1]) == (["Torino"], "Bruno Damico")
        assert "torneo-repaired.xlsx" in pressed(office, desk, "repair")[0]
        assert desk.errors() == []


def test_all_of_last_time_come_again(office: LiveOffice, tmp_path: Path) -> None:
    """The button of a league asks, and marks who sat in the last round."""
    tonight(path := listed(tmp_path / "league.xlsx", str(CARDS), NAMES, 12), NAMES[:6])
    seat(path)
    played(path)
    tonight(path, none=True)
    with office.open_live(path) as desk:
        assert pressed(office, desk, "tonight", "") == ["Evening 2: 6 players, tables 6.", ", ".join(NAMES[:6])]
        assert [player.name for player in read_workbook(desk.book()).tournament.players if player.present] == [*NAMES[:6]]
        assert logged(desk) == ("tonight", "")
        assert desk.errors() == []


def test_a_logo_stays_with_its_workbook(office: LiveOffice, tmp_path: Path) -> None:
    """Through clicks that write, take back and print, as LibreOffice saves it."""
    Image.effect_noise((300, 200), 50).save(logo := tmp_path / "logo.png")
    path = listed(tmp_path / "torneo.xlsx", "italy-2010", NAMES, 12, logo=logo)
    with office.open_live(path) as desk:
        pressed(office, desk, "seat")
        pressed(office, desk, "undo")
        pressed(office, desk, "seat")
        assert "torneo-Round1.pdf" in pressed(office, desk, "print")[0]
        assert read_workbook(desk.book()).tournament.logo == logo.read_bytes()
    assert b"/Subtype /Image" in path.with_name("torneo-Round1.pdf").read_bytes()
    assert facts(path).logo == logo.read_bytes()
