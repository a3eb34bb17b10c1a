"""Lists that people write: of players in any shape, of seats drawn by hand, of who is qualified, of names that are one person."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from hypothesis import strategies as st

from bangxl.commands import season
from bangxl.commands.by_hand import seat_by_hand, seat_list
from bangxl.commands.entry_list import NO_ANSWERS, Answers, Asked, entry_list
from bangxl.commands.errors import Refusal
from bangxl.locale.catalog import catalog
from tests.fuzz.desk import Desk
from tests.fuzz.judge import limits, tells
from tests.fuzz.moments import at, book
from tests.fuzz.seeds import dice, numbers, search
from tests.fuzz.weird import TEXTS, WORDS

HEADS: Final = {
    "players": ("name", "region", "email"),
    "seats": ("round", "table", "seat", "player"),
    "statuses": ("name", "status", "region", "since", "email"),
    "names": ("name", "as", "file"),
}
MORE: Final = (
    "1", "2", "3", "5", "lots", "lot", "P010", "Anna Rossi", "qualified", "banned", "unavailable", "2007-06-30", "30/6/2007",
)  # fmt: skip
CELL: Final = st.sampled_from((*TEXTS, *WORDS, *MORE, *MORE)) | st.text(max_size=5)
CODES: Final = ("utf-8", "utf-8", "utf-8-sig", "utf-16", "latin-1")


class Example(NamedTuple):
    """A kind of list, its heads (None: the right ones), its lines, what stands between cells, whether in quotes, the encoding."""

    kind: str
    heads: list[str] | None
    rows: list[list[str]]
    between: str
    quoted: bool
    code: str


EXAMPLES: Final = st.builds(
    Example,
    st.sampled_from(sorted(HEADS)),
    st.none() | st.none() | st.lists(st.sampled_from(("name", "table", "seat", "player", "status", "as", "", "x")), max_size=5),
    st.lists(st.lists(CELL, min_size=3, max_size=5), max_size=12),
    st.sampled_from(",;,;\t|"),
    st.booleans(),
    st.sampled_from(CODES),
)
GOOD: Final = [["2", str(1 + chair // 5), str(1 + chair % 5), f"P{chair + 1:03}"] for chair in range(10)]
SEATS: Final = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 3), CELL), min_size=1, max_size=3)
"""Cells of a list of seats that was right: line, column, what stands there instead."""


def written(path: Path, example: Example) -> Path:
    rows = [list(example.heads if example.heads is not None else HEADS[example.kind]), *example.rows]
    cells = [['"' + cell.replace('"', '""') + '"' if example.quoted else cell for cell in row] for row in rows]
    text = "\n".join(example.between.join(row) for row in cells)
    path.write_bytes(text.encode(example.code, errors="replace"))
    return path


@numbers(quick=15, long=2000)
def test_any_list(examples: range, tmp_path: Path) -> None:
    path, _ = tmp_path / "list.csv", catalog("en")
    readers: Mapping[str, Callable[[], object]] = {
        "players": lambda: entry_list(path),
        "seats": lambda: seat_list(path, _),
        "statuses": lambda: season.statuses(path, _),
        "names": lambda: season.decisions(path, _),
    }

    def look(example: Example) -> None:
        written(path, example)
        try:
            with limits():
                readers[example.kind]()
        except Refusal as refusal:
            tells(refusal)

    search(examples, EXAMPLES, look)


@numbers(quick=8, long=500)
def test_a_round_drawn_by_hand(examples: range, tmp_path: Path) -> None:
    known, path = book(at("italy-2010_n10_plain", "played")), tmp_path / "seats.csv"

    def look(changes: list[tuple[int, int, str]]) -> None:
        rows = [list(row) for row in GOOD]
        for line, column, text in changes:
            rows[line][column] = text
        written(path, Example("seats", None, rows, ",", quoted=True, code="utf-8"))
        desk = Desk.on(tmp_path, known)
        before = desk.everything()
        try:
            with limits():
                seat_by_hand(desk, path)
        except Refusal as refusal:
            tells(refusal)
            assert desk.everything() == before

    search(examples, SEATS, look)


LISTS: Final = (
    # the ANSI code, given names, surnames, headings of whole names, of halves
    ("cp1252", "Anna,Niccolò,Maria Grazia", "D'Amico,De Rosa,Forlì", "Nominativo,Giocatore,Nome e cognome", "Nome/Cognome"),
    ("cp1252", "Chloé,Mei-Ling,Zoë", "Ó Briain,van Dyke,Ng", "Player Name,Full name,What is your full name?",
     "First name/Last name,first_name/last_name,GivenName/Surname,#name/lastname"),
    ("cp1252", "Jürgen,Sabine,Karl-Heinz", "Weiß,von Ahn,Ott", "Spielername,Vor- und Zuname", "Vorname/Name,Rufname/Zuname"),
    ("cp1251", "Фёдор,Ольга,Юлия", "Ильин,Петров,Щукин", "ФИО,Имя игрока,Участник", "Имя/Фамилия"),
    ("cp1250", "Jiří,Zdeněk,Eva", "Dvořák,Černý,Malá", "Jméno a příjmení,Hráč", "Jméno/Příjmení,Křestní jméno/Příjmení"),
    ("cp1250", "Łukasz,Małgorzata,Jan", "Dąbrowski,Zięba,Żak", "Imię i nazwisko,Zawodnik,Uczestnik", "Imię/Nazwisko"),
    ("cp1250", "István,Jenő,Éva", "Nagy,Erdős,Szűcs", "Név,Játékos neve,Résztvevő", "Keresztnév/Vezetéknév,Utónév/Családnév"),
    ("cp1252", "Matti,Päivi,Väinö", "Virtanen,Hämäläinen,Öhman", "Nimi,Pelaaja,Osallistuja", "Etunimi/Sukunimi"),
    ("cp1252", "Sjoerd,Daniël,Renée", "de Vries,van den Berg,Smit", "Naam,Speler,Volledige naam", "Voornaam/Achternaam"),
    ("cp1252", "Chloé,Hélène,Jean-Luc", "Lefèvre,Le Goff,Noël", "Nom complet,Joueur,Nom et prénom",
     "Prénom/Nom,Prénom/Nom de famille"),
    ("cp1252", "María José,Íñigo,Ana", "Núñez,López Díaz,Cruz", "Nombre y apellidos,Jugador", "Nombre/Apellidos,Nombre/Apellido"),
    ("cp1254", "Ayşe,Çağrı,İpek", "Yılmaz,Çelik,Işık", "Ad Soyad,Oyuncu,Katılımcı", "Ad/Soyad,Adı/Soyadı,İsim/Soyisim"),
    ("cp1253", "Γιώργος,Ελένη,Ζωή", "Παπαδόπουλος,Βλάχος,Ρήγα", "Ονοματεπώνυμο,Παίκτης,Όνομα παίκτη", "Όνομα/Επώνυμο"),
    ("cp932", "花子,太郎,健", "佐藤,高橋,田中", "氏名,お名前,選手名", "名/姓"),
)  # fmt: skip
OTHERS: Final[Sequence[tuple[str, Sequence[str] | range]]] = (
    ("Club", ("Lupi", "Tigri", "Lupi Grigi", "")), ("Rank", range(1, 400)), ("#", range(1, 400)), ("Ticket", ("Player",)),
    ("Biglietto", ("Giocatore",)), ("Paid", ("yes", "no")), ("E-mail", ("a@example.org", "b@example.org", "")),
    ("Regione", ("Lazio", "Umbria", "")), ("Order code", ("A1B", "X9Z", "ABC")), ("Horodateur", ("21/11/2026 10:03:22",)),
    ("Team name", ("Wild Bunch", "Desperados")), ("Gender", ("m", "f")), ("Player ID", ("P001", "P002", "P003")),
    ("Klub", ("Praha", "Brno", "Plzeň")), ("Checked in", ("No",)), ("", ("",)), ("Captain", ("Ugo Neri", "Eva Blu")),
)  # fmt: skip
GONE: Final = (
    ("Status", ("paid", "ok"), ("cancelled", "Waiting list", "withdrawn")), ("Stato", ("iscritto", ""), ("annullato", "assente")),
    ("present", ("yes",), ("no",)), ("Anwesend", ("ja",), ("nein",)), ("Annullato", ("no",), ("sì",)),
    ("Статус", ("оплачено",), ("отменено", "лист ожидания")), ("Type", ("Player",), ("Spectator", "Crew")),
    ("Attendee Status", ("Attending",), ("Not Attending", "Refunded")), ("Statut", ("confirmé",), ("annulé", "liste d'attente")),
    ("Stav", ("zaplaceno", ""), ("zrušeno", "náhradník")), ("Will you attend?", ("Yes",), ("No",)),
)  # fmt: skip
SHAPES: Final = ("whole", "whole", "halves", "halves", "comma", "lines", "numbered", "chess", "blocks", "two rows")


def shuffled(rng: random.Random) -> tuple[list[list[str]], list[str], str, str]:  # noqa: C901, PLR0912 - a way for each shape
    """The rows of a list, the names that are in it, its shape, and its ANSI code."""
    code, *texts = rng.choice(LISTS)
    given, surnames, whole, halves = (text.split(",") for text in texts)
    shape = rng.choice(SHAPES)
    pairs = rng.sample([(one, other) for one in given for other in surnames], rng.randint(4, 9))
    names = [" ".join(pair) for pair in pairs]
    total = [rng.choice(("Total: 22", "Totale 22", "Gesamt 22", "Итого 22", "22 players"))]
    if shape == "chess":
        return [[f"001 {at:4} m    {b + ', ' + a:33} 1500 ITA"] for at, (a, b) in enumerate(pairs, 1)], names, shape, code
    if shape in {"lines", "numbered"}:
        table = [[f"{at}. {name}" if shape == "numbered" else name] for at, name in enumerate(names, 1)]
        ends = [["#N/A"]] * rng.randint(0, 1) + [total] * rng.randint(0, 1)
        return [[rng.choice(whole)]] * rng.randint(0, 1) + table + ends, names, shape, code
    rows: list[list[str]]
    if shape in {"halves", "two rows"}:
        heads, rows = rng.choice(halves).split("/"), [list(pair) for pair in pairs]
    else:
        heads, rows = [rng.choice(whole)], [[f"{b}, {a}" if shape == "comma" else f"{a} {b}"] for a, b in pairs]
    named = len(heads)
    for head, values in rng.sample(OTHERS, rng.randint(0, 4)):
        heads.append(head)
        for number, row in enumerate(rows):
            row.append(str(values[number]) if isinstance(values, range) else rng.choice(values))
    if rng.random() < 0.4:
        head, stay, go = rng.choice(GONE)
        gone = {*rng.sample(range(len(rows)), rng.randint(1, len(rows) // 2))}
        heads.append(head)
        for number, row in enumerate(rows):
            row.append(rng.choice(go if number in gone else stay))
        names = [name for at, name in enumerate(names) if at not in gone]
    order = rng.sample(range(len(heads)), len(heads))
    above = [["Player" if at < named else "" for at in order]] if shape == "two rows" else []
    table = [*above, *([line[at] for at in order] for line in [heads, *rows])]
    if shape == "blocks":
        middle = len(rows) // 2
        left, right = [table[0], *table[1 : middle + 1]], [table[0], *table[middle + 1 :]]
        left += [[""] * len(heads)] * (len(right) - len(left))
        table = [[*a, "", *b] for a, b in zip(left, right, strict=True)]
    else:
        if rng.random() < 0.15:
            del table[len(above)]  # no headings
        table += [["#N/A" if at < named else "" for at in order]] * (rng.random() < 0.1)
        table += [total if len(order) == 1 else ["Total", str(len(rows)), *[""] * (len(order) - 2)]] * (rng.random() < 0.1)
    if rng.random() < 0.2:
        table.insert(0, [rng.choice(("Coppa del West 2026", "Turnaj"))])
    if shape == "comma" and len(order) == 1 and rng.random() < 0.2:
        table[:0] = [["Torneo di Milano"], [rng.choice(("Your name", "Kandidat"))]]
    if rng.random() < 0.2:
        table.insert(rng.randint(1, len(table)), [""])
    return table, names, shape, code


def encoded(rng: random.Random, table: Sequence[Sequence[str]], shape: str, code: str) -> bytes:
    sign = rng.choice(",;\t|")
    plain = shape in {"chess", "lines"}
    quote = rng.random() < 0.5
    cells = [[f'"{cell}"' if not plain and (quote or sign in cell) else cell for cell in row] for row in table]
    text = rng.choice(("\n", "\r\n")).join(sign.join(row) for row in cells)
    with suppress(UnicodeEncodeError):
        return text.encode(rng.choice(("utf-8", "utf-8-sig", "utf-16", code, code, "cp850", "mac-roman")))
    return text.encode()


def answered(path: Path, answers: Answers = NO_ANSWERS) -> Iterator[list[str]]:
    """The names by each answer: another encoding may ask again."""
    try:
        yield [player.name for player in entry_list(path, answers=answers).players]
    except Asked as asked:
        for way in asked.ways.values():
            yield from answered(path, way)


@numbers(quick=60, long=6000)
def test_all_names_right_or_asked_and_each_answer_goes_on(
    examples: range, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    path, right = tmp_path / "list.csv", 0
    for number in examples:
        rng = dice("shapes", number)
        table, names, shape, code = shuffled(rng)
        path.write_bytes(encoded(rng, table, shape, code))
        try:
            read = [[player.name for player in entry_list(path).players]]
            assert sorted(read[0]) == sorted(names), (number, shape, path.read_bytes())
        except Asked:
            read = [*answered(path)]
        right += shape in {"chess", "blocks"} or any(sorted(one) == sorted(names) for one in read)  # no answer reads all of these
    assert 4 * right > 3 * len(examples)
