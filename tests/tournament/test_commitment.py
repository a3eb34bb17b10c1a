"""What a draw is made of, in one form that nobody chooses (docs/draw.md, section 6)."""

import json
from dataclasses import replace
from hashlib import sha256
from itertools import combinations
from typing import Final

import pytest
from hypothesis import given, strategies as st

from bangxl.interchange.dump import dumps, tournament_json
from bangxl.tournament.commitment import canonical_value, commitment_digest, is_plainly_spelt, seed_of
from bangxl.tournament.identity import appearance, canonical
from bangxl.tournament.model import EventInfo, Player, Tournament
from bangxl.tournament.state import State
from tests.tournament.rules import ITALY
from tools import redraw

PEOPLE: Final = (Player("P001", "Anna", "Lazio"), Player("P002", "Niccolò"), Player("P003", "Zoe"))
DRAWN: Final = ("P002", "P001")
PLAYED: Final = Tournament(ITALY.id, event=EventInfo("Prova", "2026-11-20"), options={"draw": "lot"}, players=PEOPLE)


def digest(tournament: Tournament = PLAYED, stage: str = "Round3", drawn: tuple[str, ...] = DRAWN) -> str:
    return commitment_digest(State(tournament, ITALY), stage, drawn)


def named(name: str) -> Tournament:
    return replace(PLAYED, players=(PEOPLE[0], replace(PEOPLE[1], name=name), PEOPLE[2]))


def test_byte_by_byte() -> None:
    """As the page says: lengths count bytes, ò has two; the people by name, those who are drawn."""
    told = b"13:bangxl pool 1,5:Prova,10:2026-11-20,10:italy-2010,0:,1:3,1:1,4:draw,3:lot,"
    pool = sha256(told + b"4:Anna,5:Lazio,4:P001,8:Niccol\xc3\xb2,0:,4:P002,").hexdigest()
    assert digest() == pool
    seed = sha256(b"13:bangxl seed 2,64:" + pool.encode() + b",7:dice426,").hexdigest()
    assert seed_of(pool, " Dice 4-2-6") == seed


@pytest.mark.parametrize("value", ["4 2 6", "4-2-6", "(426)", "４２６", "4\u200b26", "٤٢٦", "[4, 2, 6]", "4·2·6", "④②⑥"])
def test_every_spelling_of_the_dice_is_one_value(value: str) -> None:
    assert canonical_value(value) == "426"


@pytest.mark.parametrize(
    "value",
    ["426", "dice 4 2 6", "Dice 4-2-6", "٤٢٦", "④②⑥", "l’asso 3", "il numero 426", "i dadi 4 2 6", "Würfel 4 2 6", "кубики 4 2 6",
     "орёл", "4d6", "heads"],
)  # fmt: skip
def test_a_value_of_one_spelling(value: str) -> None:
    assert is_plainly_spelt(value)


@pytest.mark.parametrize(
    ("name", "latin"),
    [
        ("\u0555lga", "Olga"), ("\u13a0avide", "Davide"), ("\u13da\u0430ra", "Sara"), ("\ua4e1uca", "Luca"),
        ("Ni\u03f2ol\u00f2", "Nicolò"),
        ("Pier\u0261iorgio", "Piergiorgio"), ("\u0475alerio", "Valerio"), ("\u0406van", "Ivan"),
        ("\u0410\u041d\u041d\u0410", "Ahha"), ("\u0401rica", "Ërica"), ("\U0001d6a8nna", "Anna"),
    ],
    ids=ascii,
)  # fmt: skip
def test_letters_of_other_alphabets_that_look_like_latin_ones(name: str, latin: str) -> None:
    """Armenian, Cherokee, Cyrillic, Greek, Lisu, phonetic, mathematical."""
    assert appearance(name) == appearance(latin)


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "Enna"), ("Borić", "Boric"), ("Đuro", "Duro"), ("Ilaria", "Llaria"), ("Вера", "Пера")]
)
def test_names_that_people_tell_apart(one: str, other: str) -> None:
    assert appearance(one) != appearance(other)


@pytest.mark.parametrize(
    "value",
    ["di\u0441e 4 2 6", "d\u0456ce 4 2 6", "d\u0131ce 4 2 6", "4\u06402 6", "4\u30fc2 6", "4\u01c02 6", "4\u02bc2 6",
     "426\U00013441", "4 2 l", "4 I 6", "l2 6", "4 2 O", "4 2 \u0431", "\u0441op 4", "\u0441\u043e\u0440 4",
     "\u0422\u041e\u0420", "\u0261ame 4"],
    ids=ascii,
)  # fmt: skip
def test_a_value_of_several_spellings_that_look_alike(value: str) -> None:
    """Letters of another alphabet, letters that look like strokes or digits, and what some Unicode does not know yet."""
    assert not is_plainly_spelt(value)


@pytest.mark.parametrize(
    "name",
    [
        "Nic\u200bcolò", "Niccolo\u0300", " Niccolò ", "Niccol\u200do\u0300", "Ｎiccolò", "Niccolò\u3164", "Niccolò\ufe0f",
        "\u00adNiccolò",
    ],
)  # fmt: skip
def test_what_nobody_sees_does_not_count(name: str) -> None:
    assert digest(named(name)) == digest()


def test_nor_who_is_absent_nor_the_order() -> None:
    ghost = Player("P004", "Ghost", present=False)
    assert digest(replace(PLAYED, players=(*reversed(PEOPLE), ghost)), drawn=DRAWN[::-1]) == digest()


def test_nothing_that_is_drawn_is_forgotten() -> None:
    changed = [
        digest(),
        digest(replace(PLAYED, event=EventInfo("Prova 2", "2026-11-20"))),
        digest(replace(PLAYED, event=EventInfo("Prova", "2026-11-21"))),
        digest(replace(PLAYED, options={"draw": "mixed"})),
        digest(replace(PLAYED, options={"draw": "lot", "keep_apart": "P001+P002"})),
        digest(named("Niccolo")),
        digest(named("Niccоlò")),  # a Cyrillic о: somebody else's name, as far as a program knows
        digest(replace(PLAYED, players=(replace(PEOPLE[0], region=""), *PEOPLE[1:]))),
        digest(stage="Round4"),
        digest(stage="SF1"),
        digest(drawn=("P001", "P002", "P003")),
        digest(drawn=("P001",)),
        commitment_digest(State(PLAYED, replace(ITALY, text="rounds = 3")), "Round3", DRAWN),
    ]
    assert all(a != b for a, b in combinations(changed, 2))


@given(st.text())
def test_it_is_final(text: str) -> None:
    assert canonical(canonical(text)) == canonical(text)
    assert canonical_value(canonical_value(text)) == canonical_value(text)


@given(st.text(), st.text(), st.text())
def test_the_pocket_script_says_the_same(event: str, name: str, value: str) -> None:
    tournament = replace(named(name), event=EventInfo(event, "2026-11-20"))
    data = json.loads(dumps(tournament_json(State(tournament, ITALY))))
    assert redraw.pooled_seed(redraw.as_drawn(data, 3), "3", value, DRAWN) == seed_of(digest(tournament), value)
