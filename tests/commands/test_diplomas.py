"""`bangxl print --what diplomas`: a page to hang up for each, and one for who hands out the prizes; nothing cut off."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.books.programs import to_pdf
from bangxl.commands.demo import simulate
from bangxl.commands.errors import STATE, USAGE, Refusal
from bangxl.commands.printing import print_pages
from bangxl.locale.catalog import catalog
from bangxl.rulebooks.loader import load
from bangxl.sheets.diplomas import build, honours
from bangxl.tournament.state import State
from bangxl.workbook.wall import spoken
from tests.commands.stages import Copy
from tests.render import page_count, page_texts, page_words

LONG = "Maria Antonietta Wolfeschlegelsteinhausenbergerdorff von und zu Hohenlohe"
LANDSCAPE = 842.0, 595.0


def ended(rulebook_id: str, players: int, language: str) -> State:
    """A simulated tournament up to its end, with an event and a long name on top."""
    rulebook = load(rulebook_id)
    tournament, _log = simulate(rulebook, players, "diplomas", language)
    event = replace(
        tournament.event,
        name="12° Open Città di Torino",
        date="2026-11-21",
        place="Torino, Circolo «La Diligenza»",
        organiser="Ludoteca",
    )
    first = honours(State(tournament, rulebook), catalog(language), everyone=True)[0].name
    people = tuple(replace(player, name=LONG if player.name == first else player.name) for player in tournament.players)
    return State(replace(tournament, event=event, players=people), rulebook)


@pytest.mark.parametrize(
    ("rulebook", "players", "language"),
    [("italy-2010", 22, "it"), ("italy-2011", 12, "en"), ("italy-2007", 20, "ru"), ("germany", 20, "de"), ("record", 6, "en")],
)
def test_one_page_each_with_all_its_words_inside_the_frame(tmp_path: Path, rulebook: str, players: int, language: str) -> None:
    state, _ = ended(rulebook, players, language), catalog(language)
    honoured = honours(state, _, everyone=False)
    assert len(honoured) >= 3
    source, pdf = tmp_path / "pages.xlsx", tmp_path / "pages.pdf"
    source.write_bytes(ClosedBook.built(source, build(state, _, honoured)).dump())
    assert to_pdf(source, pdf, language=language)
    texts, words = page_texts(pdf), page_words(pdf)
    assert page_count(pdf) == 1 + len(honoured)
    read = [" ".join(text.split()) for text in texts]
    assert [read[0].index(one.name) for one in reversed(honoured)] == sorted(read[0].index(one.name) for one in honoured)
    for one, text, page in zip(honoured, read[1:], words[1:], strict=True):
        assert all(part in text for part in (one.name, one.title, "12° Open Città di Torino", "Torino, Circolo «La Diligenza»"))
        assert (_("The referee (signature)") in text) == (state.rulebook.referee is not None)
        assert all(50 < word.left < word.right < LANDSCAPE[0] - 50 for word in page), text
        assert all(40 < word.top < word.bottom < LANDSCAPE[1] - 40 for word in page), text
    assert min(word.bottom - word.top for page in words for word in page) > 8


def test_everybody_who_is_ranked(at: Copy) -> None:
    path = at("closed")
    said = print_pages(path, "diplomas")
    assert said[0].startswith("4 diplomas to print")
    assert said[0].endswith("torneo-Diplomas.pdf")
    assert page_count(path.with_name("torneo-Diplomas.pdf")) == 5
    assert print_pages(path, "diplomas", everyone=True)[0].startswith("10 diplomas to print")
    assert page_count(path.with_name("torneo-Diplomas.pdf")) == 11


@pytest.mark.parametrize("stage", ["fresh", "played2", "semifinals", "final_played"])
def test_not_before_the_end(at: Copy, stage: str) -> None:
    path = at(stage)
    with pytest.raises(Refusal, match="no final ranking yet") as refusal:
        print_pages(path, "diplomas")
    assert refusal.value.exit_code == STATE
    assert not path.with_name("torneo-Diplomas.pdf").exists()


def test_only_diplomas_are_for_everyone(at: Copy) -> None:
    with pytest.raises(Refusal) as refusal:
        print_pages(at("closed"), "standings", everyone=True)
    assert refusal.value.exit_code == USAGE


def test_a_name_like_a_formula_stays_a_name() -> None:
    state = ended("italy-2010", 12, "en")
    people = tuple(replace(player, name="=1+1" if player.name == LONG else player.name) for player in state.tournament.players)
    state = State(replace(state.tournament, players=people), state.rulebook)
    pages = build(state, catalog("en"), honours(state, catalog("en"), everyone=False))
    cells = [cell for ws in pages.worksheets for row in ws.iter_rows() for cell in row if cell.value == "=1+1"]
    assert len(cells) == 2
    assert {cell.data_type for cell in cells} == {"s"}


def test_names_as_they_are_said() -> None:
    assert [*map(spoken(["Rossi, Anna", "DE SANTIS Ilaria"]), ["Rossi, Anna", "DE SANTIS Ilaria", "Ugo Neri (Torino)"])] == [
        "Anna Rossi",
        "Ilaria De Santis",
        "Ugo Neri",
    ]
    listed = ["Rossi Anna", "Bianchi Marco", "Galli Paolo", "Иванова Анна Петровна", "Öztürk Çelik"]
    assert [*map(spoken(listed), listed)] == [
        "Anna Rossi", "Marco Bianchi", "Paolo Galli", "Иванова Анна Петровна", "Öztürk Çelik",
    ]  # fmt: skip
    assert spoken(["Martin Luther King, Jr."])("Martin Luther King, Jr.") == "Martin Luther King, Jr."
