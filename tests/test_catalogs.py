"""The catalogs hold every text, say in other words what the English says, and are compiled."""

from __future__ import annotations

import pytest

from bangxl.locale.catalog import LANGUAGES, UnknownLanguageError, catalog
from tools import catalogs


def test_english_is_the_text_itself() -> None:
    english = catalog("en")
    assert english("Sheriff") == "Sheriff"
    assert [english.plural("one", "many", n) for n in (0, 1, 2)] == ["many", "one", "many"]


def test_italian_translates() -> None:
    italian = catalog("it")
    assert italian("Sheriff") == "Sceriffo"
    assert italian("never written") == "never written"
    assert italian("") == ""
    assert italian.language == "it"


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(UnknownLanguageError, match="unknown language 'xx'; known are it, en, de, ru"):
        catalog("xx")


def test_every_language_has_a_catalog() -> None:
    assert [catalog(language).language for language in LANGUAGES] == list(LANGUAGES)


@pytest.mark.parametrize("language", catalogs.TRANSLATED)
class TestTranslation:
    def test_has_every_text_and_no_other(self, language: str) -> None:
        known = {message.id for message in catalogs.read(language) if message.id}
        assert known == set(catalogs.texts()), "make catalogs"

    def test_is_complete(self, language: str) -> None:
        assert catalogs.untranslated(catalogs.read(language)) == []

    def test_keeps_the_placeholders(self, language: str) -> None:
        assert catalogs.mismatched(catalogs.read(language)) == []

    def test_is_compiled(self, language: str) -> None:
        path = catalogs.FOLDER / f"{language}.mo"
        assert path.read_bytes() == catalogs.compiled(language), "make catalogs"
