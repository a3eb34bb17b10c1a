"""The words of the drop-downs: what is offered, what is read beside, in every language."""

from enum import StrEnum

import pytest

from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.rulebooks.loader import load
from bangxl.tournament.model import EventType, Moment, Outcome, Role, SeedSource, Status
from bangxl.workbook.words import (
    OPTION_WORDS,
    WORDS,
    YesNo,
    candidates,
    characters_by_spelling,
    codes_by_spelling,
    codes_in_all_languages,
    fold,
    kind_spellings,
    moment_word,
    offered,
    option_code,
    option_codes_in_all_languages,
    outcome_word,
    search_list,
    word,
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_read(language: str) -> None:
    speaker = catalog(language)
    for kind, words in WORDS.items():
        codes = codes_in_all_languages(kind)
        assert [codes.get(fold(speaker(text))) for text in words.values()] == [*words]
    assert {value: option_codes_in_all_languages().get(fold(speaker(text))) for value, text in OPTION_WORDS.items()} == {
        value: option_codes_in_all_languages()[value] for value in OPTION_WORDS
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_law_without_a_deputy_is_read_again(language: str) -> None:
    alone = outcome_word(Outcome.LAW, {Role.SHERIFF: 1, Role.DEPUTY: 0}, language)
    assert kind_spellings(Outcome, language)[alone] is codes_by_spelling(Outcome, language)[fold(alone)] is Outcome.LAW


def test_the_german_regulation_has_its_words() -> None:
    """Das Kopfgeld: "Sheriff und Hilfssheriff siegen", "ausgeschaltet", for which older workbooks have "ausgeschieden"."""
    assert [word(code, "de") for code in (Outcome.LAW, Status.ELIMINATED)] == ["Sheriff und Hilfssheriff", "ausgeschaltet"]
    assert codes_in_all_languages(Status)["ausgeschieden"] is Status.ELIMINATED


def test_germany_plays_games_and_a_knock_out_and_no_rounds_and_duels() -> None:
    """Its own words are written; everybody reads them, and those of older workbooks."""
    germany, record, italy = load("germany"), load("record"), load("italy-2010")
    said = "zwischen Partien, während einer Partie, nach der letzten Partie, vor einer K.O.-Partie, während einer K.O.-Partie"
    assert ", ".join(moment_word(moment, germany, "de") for moment in Moment) == said
    assert [moment_word(Moment.BETWEEN_ROUNDS, rules, "en") for rules in (record, italy)] == ["between games", "between rounds"]
    assert [moment_word(moment, italy, "it") for moment in Moment] == [word(moment, "it") for moment in Moment]
    for language in LANGUAGES:
        read = codes_by_spelling(Moment, language)
        for moment in Moment:
            assert {read[fold(word(moment, language))], read[fold(moment_word(moment, germany, language))]} == {moment}


def test_the_words_of_russian_cards_are_written_and_those_of_translated_rules_and_older_workbooks_are_read() -> None:
    assert (word(Role.OUTLAW, "ru"), word(Role.RENEGADE, "ru"), word(Outcome.OUTLAWS, "ru")) == ("Бандит", "Ренегат", "Бандиты")
    assert [kind_spellings(Role, "ru")[letter] for letter in "шпбр"] == [Role.SHERIFF, Role.DEPUTY, Role.OUTLAW, Role.RENEGADE]
    assert [codes_in_all_languages(Role)[fold(text)] for text in ("Бандит", "Ренегат", "Преступник", "Предатель")] == [
        Role.OUTLAW, Role.RENEGADE, Role.OUTLAW, Role.RENEGADE,
    ]  # fmt: skip
    assert codes_in_all_languages(Outcome)[fold("преступники")] is Outcome.OUTLAWS
    assert kind_spellings(Status, "ru")["финальная дуэль"] is Status.FINAL_DUEL
    assert codes_in_all_languages(EventType)["выход"] is EventType.WITHDRAWAL
    assert codes_in_all_languages(SeedSource)["публичный"] is SeedSource.PUBLIC


def test_a_withdrawal_is_called_what_the_italian_regulations_print() -> None:
    """Abbandono (2010, 1.3; 2007, Regolamento arbitrale); who has gone is "ritirato"."""
    assert word(EventType.WITHDRAWAL, "it") == "abbandono"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", WORDS)
def test_the_first_word_that_begins_so_is_the_one_that_is_meant(kind: type[StrEnum], language: str) -> None:
    spoken = {text: code.value for text, code in kind_spellings(kind, language).items()}
    listed = search_list(spoken, "?")
    meant = {text.lower(): code for text, code in spoken.items()}
    begun = {text[:length].strip() for text in meant for length in range(1, len(text) + 1)}
    found = {text: next(code for word, code in listed if word.lower().startswith(text)) for text in begun}
    assert found == {text: meant.get(text, "?") for text in begun}
    assert listed[0] == (" ", "?"), "blanks are no word"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_is_read_by_how_it_alone_begins(language: str) -> None:
    """Every beginning of the workbook's own words means what begins so, or nothing where several do."""
    for kind in WORDS:
        known, read = offered(kind), codes_by_spelling(kind, language)
        own = {code: word(code, language) for code in known}
        for code, text in own.items():
            for length in range(1, len(text) + 1):
                begun = fold(text[:length])
                meant = {other for other, said in own.items() if fold(said).startswith(begun)}
                whole = codes_in_all_languages(kind).get(begun)
                assert read.get(begun) == (whole or (code if len(meant) == 1 else None)), (text, length)


def test_the_workbooks_own_words_come_before_others() -> None:
    """«a» is alive in English; in German two words begin so; «e» is eliminato in Italian and eliminated nowhere else."""
    assert codes_by_spelling(Status, "en")["a"] is Status.ALIVE
    assert "a" not in codes_by_spelling(Status, "de")
    assert codes_by_spelling(Status, "de")["e"] is Status.ELIMINATED
    assert codes_by_spelling(Role, "it")["f"] is Role.OUTLAW
    assert codes_by_spelling(Role, "en")["f"] is Role.OUTLAW
    assert {codes_by_spelling(YesNo, language)["x"] for language in LANGUAGES} == {YesNo.YES}
    assert {codes_by_spelling(YesNo, language)["1"] for language in LANGUAGES} == {YesNo.YES}
    assert [option_code("k", ("long", "short"), language) for language in ("de", "en")] == ["short", "short"]


def test_an_ambiguous_beginning_names_its_candidates() -> None:
    assert set(candidates("d", Moment, "it")) == {Moment.DURING_GAME, Moment.BEFORE_RANKING, Moment.DURING_DUEL}
    assert set(candidates("zzz", Role, "it")) == set(Role)
    assert set(candidates("a", Status, "en", among_last=True)) == {Status.ALIVE, Status.AMONG_LAST}


def test_who_was_among_the_last_is_a_word_only_where_it_is_paid() -> None:
    assert codes_by_spelling(Status, "en")["al"] is codes_by_spelling(Status, "en", among_last=True)["al"] is Status.ALIVE
    assert "a" not in codes_by_spelling(Status, "en", among_last=True)
    assert codes_by_spelling(Status, "en", among_last=True)["am"] is Status.AMONG_LAST


def test_a_character_is_read_by_how_it_alone_begins() -> None:
    read = characters_by_spelling(tuple(load("italy-2010").characters))
    assert read["pau"] == "Paul Regret"
    assert "b" not in read
