"""Lists of entrants in shapes that programs and people make, shuffled: all names right, or refused with the line."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

from bangxl.commands.entry_list import entry_list
from bangxl.commands.errors import Refusal
from tests.fuzz.seeds import dice, numbers

GIVEN: Final = ("Anna", "Bruno", "Jürgen", "Фёдор", "Chloé", "Mei-Ling", "Quirin", "Ólafur", "Ottokar", "Zoë")
SURNAMES: Final = ("Rossi", "D'Amico", "De Rosa", "Weiß", "Ильин", "Ó Briain", "Smith", "Novák", "Vorhees", "Ng")
WHOLE: Final = (
    "name", "Player Name", "Participants", "Nominativo", "Giocatore", "Nome e cognome", "Spielername", "Vor- und Zuname", "ФИО",
    "Имя игрока", "Jugador", "Deltager", "FullName", "Attendee name", "Concorrente", "Your name", "Nama",
)  # fmt: skip
HALVES: Final = (
    ("First name", "Last name"), ("first_name", "last_name"), ("GivenName", "Surname"), ("Nome", "Cognome"), ("Vorname", "Name"),
    ("Vorname", "Nachname"), ("Имя", "Фамилия"), ("name", "lastname"), ("Jméno", "Příjmení"), ("Etunimi", "Sukunimi"),
    ("Nome", "Sobrenome"), ("Nombre", "Apellidos"), ("Prénom", "Nom"), ("Imię", "Nazwisko"), ("#name", "lastname"),
)  # fmt: skip
OTHERS: Final[Sequence[tuple[str, Sequence[str] | range]]] = (
    ("Club", ("Lupi", "Tigri", "Lupi Grigi", "")), ("Rank", range(1, 400)), ("#", range(1, 400)), ("Ticket", ("Player",)),
    ("Biglietto", ("Giocatore",)), ("Paid", ("yes", "no")), ("E-mail", ("a@example.org", "b@example.org", "")),
    ("Regione", ("Lazio", "Umbria", "")), ("Order code", ("A1B", "X9Z", "ABC")), ("Date", ("2026-11-20", "2026-11-21")),
    ("Team name", ("Wild Bunch", "Desperados")), ("Gender", ("m", "f")), ("Player ID", ("P001", "P002", "P003")),
    ("Città", ("Roma", "Milano", "Terni")), ("Checked in", ("No",)), ("", ("",)), ("Captain", ("Ugo Neri", "Eva Blu")),
)  # fmt: skip
GONE: Final = (
    ("Status", ("paid", "ok"), ("cancelled", "Waiting list", "withdrawn")), ("Stato", ("iscritto", ""), ("annullato", "assente")),
    ("present", ("yes",), ("no",)), ("Anwesend", ("ja",), ("nein",)), ("Annullato", ("no",), ("sì",)),
    ("Статус", ("оплачено",), ("отменено", "лист ожидания")), ("Type", ("Player",), ("Spectator", "Crew")),
)  # fmt: skip
CODES: Final = ("utf-8", "utf-8-sig", "utf-16", "cp1252", "cp1251", "cp850", "mac-roman")
SHAPES: Final = ("whole", "whole", "halves", "halves", "comma", "lines", "numbered", "chess", "blocks", "two rows")


def shuffled(rng: random.Random) -> tuple[list[list[str]], list[str], str]:  # noqa: C901 - a way for each shape
    """The rows of a list, the names that are in it, and its shape."""
    shape = rng.choice(SHAPES)
    pairs = rng.sample([(given, surname) for given in GIVEN for surname in SURNAMES], rng.randint(4, 12))
    names = [" ".join(pair) for pair in pairs]
    if shape == "chess":
        return [[f"001 {at:4} m    {b + ', ' + a:33} 1500 ITA"] for at, (a, b) in enumerate(pairs, 1)], names, shape
    if shape in {"lines", "numbered"}:
        first = [[rng.choice(WHOLE)]] if rng.random() < 0.5 else []
        return first + [[f"{at}. {name}" if shape == "numbered" else name] for at, name in enumerate(names, 1)], names, shape
    rows: list[list[str]]
    if shape in {"halves", "two rows"}:
        heads, rows = list(rng.choice(HALVES)), [list(pair) for pair in pairs]
    else:
        written = [f"{b}, {a}" for a, b in pairs] if shape == "comma" else names
        heads, rows = [rng.choice(WHOLE)], [[name] for name in written]
    halves = len(heads)
    for head, values in rng.sample(OTHERS, rng.randint(0, 3)):
        heads.append(head)
        for at, row in enumerate(rows):
            row.append(str(values[at]) if isinstance(values, range) else rng.choice(values))
    if rng.random() < 0.4:
        head, stay, go = rng.choice(GONE)
        gone = {*rng.sample(range(len(rows)), rng.randint(1, len(rows) // 2))}
        heads.append(head)
        for at, row in enumerate(rows):
            row.append(rng.choice(go if at in gone else stay))
        names = [name for at, name in enumerate(names) if at not in gone]
    order = rng.sample(range(len(heads)), len(heads))
    above = [["Player" if at < halves else "" for at in order]] if shape == "two rows" else []
    table = [*above, *([line[at] for at in order] for line in [heads, *rows])]
    if shape == "blocks":
        middle = len(rows) // 2
        left, right = [table[0], *table[1 : middle + 1]], [table[0], *table[middle + 1 :]]
        left += [[""] * len(heads)] * (len(right) - len(left))
        table = [[*a, "", *b] for a, b in zip(left, right, strict=True)]
    elif rng.random() < 0.2:
        del table[len(above)]  # no headings
    if rng.random() < 0.2:
        table.insert(0, ["Coppa del West 2026"])
    if rng.random() < 0.2:
        table.insert(rng.randint(1, len(table)), [""])
    return table, names, shape


def encoded(rng: random.Random, table: Sequence[Sequence[str]], shape: str) -> bytes:
    sign = rng.choice(",;\t|")
    plain = shape in {"chess", "lines"}
    quote = rng.random() < 0.5
    cells = [[f'"{cell}"' if not plain and (quote or sign in cell) else cell for cell in row] for row in table]
    text = rng.choice(("\n", "\r\n")).join(sign.join(row) for row in cells)
    with suppress(UnicodeEncodeError):
        return text.encode(rng.choice(CODES))
    return text.encode()


@numbers(quick=100, long=4000)
def test_all_names_right_or_refused_with_the_line(examples: range, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    path, right = tmp_path / "list.csv", 0
    for number in examples:
        rng = dice("shapes", number)
        table, names, shape = shuffled(rng)
        path.write_bytes(encoded(rng, table, shape))
        try:
            entries = entry_list(path)
        except Refusal as refusal:
            assert "line" in refusal.lines[0], (number, shape, path.read_bytes())  # noqa: PT017
        else:
            right += 1
            read = sorted(player.name for player in entries.players)
            ansi = any("It was read as" in remark for remark in entries.remarks)  # nobody can know, but it is said
            assert ansi or read == sorted(names), (number, shape, path.read_bytes())
    assert 3 * right > len(examples)
