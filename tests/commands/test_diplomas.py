"""`bangxl print --what diplomas`: for the podium or for everybody, and not before the end."""

from __future__ import annotations

import pytest

from bangxl.commands.errors import STATE, USAGE, Refusal
from bangxl.commands.printing import print_pages
from bangxl.workbook.wall import spoken
from tests.commands.stages import Copy
from tests.render import page_count


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
