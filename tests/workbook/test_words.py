"""The words of the drop-downs: what is offered, what is read beside, in every language."""

from __future__ import annotations

import pytest

from bangxl.locale.catalog import LANGUAGES, catalog, former, formerly
from bangxl.tournament.model import EventType, Outcome, Role
from bangxl.workbook.words import OPTION_WORDS, WORDS, codes, fold, option_codes, word


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_today_and_of_yesterday_is_read(language: str) -> None:
    for speaker in (catalog(language), catalog(formerly(language))):
        for kind, words in WORDS.items():
            assert {code: codes(kind).get(fold(speaker(text))) for code, text in words.items()} == {code: code for code in words}
        assert {value: option_codes().get(fold(speaker(text))) for value, text in OPTION_WORDS.items()} == {
            value: option_codes()[value] for value in OPTION_WORDS
        }


def test_the_law_is_called_what_the_german_regulation_prints() -> None:
    """Das Kopfgeld: "Sheriff und Hilfssheriff siegen"."""
    assert word(Outcome.LAW, "de") == "Sheriff und Hilfssheriff"
    assert codes(Outcome)[fold("Gesetz")] is Outcome.LAW


def test_the_words_of_russian_cards_are_read() -> None:
    assert [codes(Role)[fold(text)] for text in ("Бандит", "Ренегат", "Преступник", "Предатель")] == [
        Role.OUTLAW, Role.RENEGADE, Role.OUTLAW, Role.RENEGADE,
    ]  # fmt: skip
    assert codes(Outcome)[fold("бандиты")] is Outcome.OUTLAWS


def test_a_withdrawal_is_called_what_the_italian_regulations_print() -> None:
    """Abbandono (2010, 1.3; 2007, Regolamento arbitrale); who has gone is "ritirato"."""
    assert word(EventType.WITHDRAWAL, "it") == "abbandono"
    assert codes(EventType)["ritiro"] is EventType.WITHDRAWAL


def test_an_old_text_has_a_new_one() -> None:
    for language in LANGUAGES:
        assert {text for text, said in former(language).items() if catalog(language)(text) == said} == set()
