"""The texts that people read: English in the code, other languages from the gettext catalogs beside this module."""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from typing import Final

LANGUAGES: Final = ("it", "en", "de", "ru")
"""The languages of a workbook, the default first."""

SOURCE_LANGUAGE: Final = "en"


class UnknownLanguageError(LookupError):
    """There is no catalog for ``language``."""

    def __init__(self, language: str) -> None:
        super().__init__(f"unknown language {language!r}; known are {', '.join(LANGUAGES)}")
        self.language = language


class Catalog:
    """One language's texts. Call it with an English text, usually under the name ``_``."""

    __slots__ = ("_translations", "language")

    def __init__(self, language: str, translations: NullTranslations) -> None:
        self.language = language
        self._translations = translations

    def __call__(self, text: str) -> str:
        """Give the text in this language; a text without translation stays English, "" stays empty."""
        return self._translations.gettext(text) if text else ""

    def plural(self, one: str, many: str, n: int) -> str:
        """Give the form of the text that this language uses for ``n`` things; placeholders stay to be filled in."""
        return self._translations.ngettext(one, many, n)

    def __repr__(self) -> str:
        return f"Catalog({self.language!r})"


def N_(text: str) -> str:  # noqa: N802 -- gettext's own name for it, known to the tools that collect texts
    """Mark a text for translation where it cannot be translated yet, as in a table of a module."""
    return text


@cache
def catalog(language: str) -> Catalog:
    """Read the catalog of a language ("it", "de"); UnknownLanguageError for any other."""
    if language not in LANGUAGES:
        raise UnknownLanguageError(language)
    if language == SOURCE_LANGUAGE:
        return Catalog(language, NullTranslations())
    with files(__package__).joinpath(f"{language}.mo").open("rb") as file:
        return Catalog(language, GNUTranslations(file))
