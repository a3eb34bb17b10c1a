"""A referee's round in LibreOffice's window: names typed, buttons clicked with the mouse, roles chosen from drop-downs."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Thread

import pytest

from bangxl.commands.new import new
from tests.hosts.libreoffice.office import OfficeError
from tests.office_live.window import Screen, Window, until

NAMES = (
    "Anna Rossi", "Bruno Conti", "Carla Esposito", "Dario Ferri", "Elena Greco",
    "Fabio Leone", "Giulia Marino", "Hugo Neri", "Irene Orsi", "Luca Pace",
)  # fmt: skip
CHARACTERS = ("Paul Regret", "Sid Ketchum", "Calamity Janet", "Willy the Kid", "Rose Doolan")
ROLES = ("Sheriff", "Deputy", "Outlaw", "Outlaw", "Renegade")
BRIEFLY = ("k", "v", "ba", "c", "je")
QUICK = 49
"""Keys for a sheet of five: at most 10 a line and 3 for the winner and the way to the next table, less the Sheriff's role."""
STATUSES = ("alive", "eliminated", "eliminated", "eliminated", "eliminated")


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Window]:
    path = tmp_path / "torneo d'inverno.xlsx"
    new(path, "italy-2010", language="en", players="10")
    with Screen() as screen:
        window = Window(screen, path)
        assert window.desk.see("active") == "Tournament"
        yield window
        window.stop()


@pytest.mark.soak
def test_a_round(office: Window) -> None:
    not_set_up(office)
    office.desk.put("Option_duel", "fast")
    for button in ("Check", "Seat next round"):
        led(office, button, "$Tournament.$J$18")
    office.desk.put("Option_duel", "short")
    register(office)
    assert "Round 1 is drawn: 10 players, tables 5+5." in office.click("Seat next round")
    office.close_message()
    led(office, "Seat next round", "$Round1T1.$E$7")
    copy(office, "Round1T1")
    office.press("ctrl+Next")
    assert copy_quickly(office, "Round1T2") <= QUICK
    assert "Round 2 is drawn: 10 players, tables 5+5." in office.click("Seat next round")
    office.close_message()
    seated = {name for table in (1, 2) for name in office.desk.column(f"Round2T{table}!Player")}
    assert len(seated - {None}) == len(NAMES)
    assert office.desk.see("active") == "Round2"
    swap(office)


@pytest.mark.soak
def test_wrong_keys_lose_nothing(office: Window) -> None:
    """A tired person's: half a word and Esc, double clicks, two buttons at once, Ctrl+S, Delete over locked cells, a line pasted
    over another, the window's cross."""
    register(office)
    office.press("Return")
    office.write("Half a na", "Escape")
    assert "Round 1 is drawn: 10 players, tables 5+5." in at_once(office, "Seat next round", "Seat next round")
    office.tab("Round1T1")
    copy_quickly(office, "Round1T1")
    office.write("w", "Escape", "ctrl+s")
    columns = ("Character", "Bid", "Role", "Status", "Outcome", "Player")
    typed = [office.desk.column(f"Round1T1!{name}") for name in columns]
    office.desk.see("select", sheet="Round1T1", areas=["D7:L11"])
    office.press("Delete")
    office.desk.see("select", sheet="Round1T1", areas=["E8:H8"])
    office.press("ctrl+c")
    office.desk.see("select", sheet="Round1T1", areas=["E7"])
    office.press("ctrl+v", "Return")  # yes, over the line
    until(lambda: office.desk.column("Round1T1!Check") == ["× wrong"])
    assert "Round1T1 (round 1, table 1)" in office.click("Check")
    office.close_message()
    until(lambda: [office.desk.column(f"Round1T1!{name}") for name in columns] == typed, lambda: office.press("ctrl+z"))
    office.press("alt+F4", "Escape")
    office.press("ctrl+Next")
    copy_quickly(office, "Round1T2")
    assert "Round 2 is drawn" in at_once(office, "Seat next round", "Undo")
    assert [office.desk.column(f"Round1T1!{name}") for name in columns] == typed
    assert None not in office.desk.column("Round2T1!Player")[:5]
    assert office.click("Check").startswith("✓")


def led(office: Window, button: str, place: str) -> None:
    """A button leads to a cell; from there Tab and Return go on, as from a cell that a person has chosen."""
    office.click(button)
    office.close_message()
    until(lambda: office.desk.see("cursor") == place)
    for there, back in (("Tab", "shift+Tab"), ("Return", "shift+Return")):
        office.press(there)
        until(lambda: office.desk.see("cursor") != place, limit=5)
        office.press(back)
        until(lambda: office.desk.see("cursor") == place, limit=5)


def at_once(office: Window, *labels: str) -> str:
    """Click on buttons one right after the other; the only message that comes."""
    places = [until(partial(office.desk.see, "where", label=label)) for label in labels]
    for place in places:
        office.screen.xdotool("mousemove", *place, "click", 1)
    said = str(until(lambda: office.ask("message")))
    office.close_message()
    with pytest.raises(OfficeError):
        until(lambda: office.ask("message"), patience=5, limit=5)
    return said


def swap(office: Window) -> None:
    """Two change places, by their surnames; a slip leaves what was typed."""
    before = [office.desk.column(f"Round2T{table}!Player") for table in (1, 2)]
    click = Thread(target=office.desk.see, args=("click",), kwargs={"action": "swap"})
    click.start()
    dialog = ""
    for keys in (("conti", "Tab", "nobody", "Tab", "wrong table", "Return"), ("", "Tab", "pace", "Return")):
        dialog = until(partial(office.screen.another, "BANG!", dialog))
        for text, key in zip(keys[::2], keys[1::2], strict=True):
            office.write(text, key)
    until(lambda: not click.is_alive(), lambda: office.press("Return"))
    exchange = {"P002": "P010", "P010": "P002"}
    after = [office.desk.column(f"Round2T{table}!Player") for table in (1, 2)]
    assert after == [[exchange.get(str(name), name) for name in table] for table in before]


def not_set_up(office: Window) -> None:
    """Without the file that `bangxl setup` writes, the message says what to do."""
    file = office.settings / "python.txt"
    aside = file.rename(file.with_suffix(".aside"))
    assert "bangxl setup --libreoffice" in office.click("Help")
    office.close_message()
    aside.rename(file)


def register(office: Window) -> None:
    """The names; the last one is still being typed when the button is clicked."""
    office.tab("Players")
    for name in NAMES[:-1]:
        office.write(name, "Return")
    office.write(NAMES[-1])
    until(lambda: office.desk.column("Players_Name")[:9] == list(NAMES[:9]))


def copy(office: Window, sheet: str) -> None:
    """The record sheet of a table, as it was written on paper; each payout is there at once."""
    assert office.desk.see("cursor") == f"${sheet}.$E$7"
    for row, (character, role, status) in enumerate(zip(CHARACTERS, ROLES, STATUSES, strict=True)):
        office.write(character, "Tab")
        office.write(str(100 * row), "Tab")
        choose(office, sheet, role, row)
        office.press("Tab")
        office.write(status, "Tab")
    office.write("Law", "Return")
    until(lambda: office.desk.column(f"{sheet}!Payout")[:5] == [3000, 1400, 0, 0, 0])


def copy_quickly(office: Window, sheet: str) -> int:
    """As few letters as tell the words apart; the way back to the first input. How many keys that takes."""
    until(lambda: office.desk.see("cursor") == f"${sheet}.$E$7")
    keys = 0
    for row, (character, role, status) in enumerate(zip(BRIEFLY, ROLES, STATUSES, strict=True)):
        for text in (character, str(100 * (row % 2)), role[0] if row else "", status[0]):
            office.write(text, "Tab")
            keys += len(text) + 1
    assert office.desk.see("cursor") == f"${sheet}.$F$16"
    office.write("r", "Return")  # LibreOffice completes it by no character
    until(lambda: office.desk.column(f"{sheet}!Outcome") == ["r"])
    assert office.desk.column(f"{sheet}!Check") == ["× wrong"]
    office.press("shift+Tab")
    office.write("l", "Return")
    until(lambda: office.desk.column(f"{sheet}!Check") == ["✓ complete"])
    assert office.desk.see("cursor") == f"${sheet}.$E$7"
    return keys + len("l") + len(["Return", "ctrl+Next"])


def choose(office: Window, sheet: str, role: str, row: int) -> None:
    """The role from the cell's drop-down; the Sheriff's is there."""
    if role != "Sheriff":
        down = ["Sheriff", "Deputy", "Outlaw", "Renegade"].index(role)
        office.press("alt+Down", *["Down"] * down, "Return")
    until(lambda: office.desk.column(f"{sheet}!Role")[row] == role)
