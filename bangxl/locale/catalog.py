"""The texts for people: English in the code and in sentences.toml, other languages in the gettext catalogs beside this module."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime
from fractions import Fraction
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from itertools import groupby
from typing import Any, Final


def N_(text: str) -> str:  # noqa: N802 -- gettext's own name for it, known to the tools that collect texts
    """Mark a text that is translated later, as in a table of a module."""
    return text


@cache
def sentences(package: str, file: str = "sentences") -> Mapping[str, Mapping[str, Any]]:
    """The texts of a package's ``sentences.toml``, by table and code, to be translated later; so are codes with a capital."""
    return tomllib.loads(files(package).joinpath(f"{file}.toml").read_text(encoding="utf-8"))


LANGUAGES: Final = ("it", "en", "de", "ru")
"""The languages of a workbook, the default first."""

SOURCE_LANGUAGE: Final = "en"
ASKED_LANGUAGE: Final = "BANGXL_LANGUAGE"
"""The environment variable that stands for ``--language``, and for the computer's language."""

_DOLLAR: Final = "$"
"""The unit of amounts in all texts."""

_NO_MONEY: Final = {
    N_("Money before"): N_("Total before"),
    N_("Money after"): N_("Total after"),
    N_("Money at\nthe start"): N_("Total at\nthe start"),
    N_("Money after\nround {n}"): N_("Total after\nround {n}"),
    N_("Money of the first eight, in the order of the standings"): N_("Totals of the first eight, in the order of the standings"),
}
"""What sums are called where the unit is not the dollar."""

_MARKS: Final = {"it": (".", ","), "en": (",", "."), "de": (".", ","), "ru": ("\N{NO-BREAK SPACE}", ",")}
"""The text between thousands, and before decimals."""

_QUOTES: Final = {"de": ("„", "“")}
"""The quotation marks of a language; «» in the others."""

_MOMENTS: Final = {
    "it": "%d/%m/%Y, ore %H:%M", "en": "%d/%m/%Y, %H:%M", "de": "%d.%m.%Y, %H:%M Uhr", "ru": "%d.%m.%Y, %H:%M",
}  # fmt: skip

_DAYS: Final = {"it": "%d/%m/%Y", "en": "%d/%m/%Y", "de": "%d.%m.%Y", "ru": "%d.%m.%Y"}

WEEKDAYS: Final = (N_("Monday"), N_("Tuesday"), N_("Wednesday"), N_("Thursday"), N_("Friday"), N_("Saturday"), N_("Sunday"))
MONTHS: Final = (
    *(N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June")),
    *(N_("July"), N_("August"), N_("September"), N_("October"), N_("November"), N_("December")),
)

_WORDS: Final = re.compile(r"\{(bangxl |--)([^}]*)\}")
"""A command or an option in a text: ``{bangxl seat --close}``, ``{--reason TEXT}``."""


class UnknownLanguageError(LookupError):
    """There is no catalog for ``language``."""

    def __init__(self, language: str) -> None:
        super().__init__(f"unknown language {language!r}; known are {', '.join(LANGUAGES)}")
        self.language = language


class Catalog:
    """One language's texts. Call it with an English text, usually under the name ``_``."""

    __slots__ = ("_translations", "_unit", "language")

    def __init__(self, language: str, translations: NullTranslations, unit: str = _DOLLAR) -> None:
        """``unit`` is what amounts are counted in."""
        self.language = language
        self._translations = translations
        self._unit = unit

    def __call__(self, text: str) -> str:
        """Give the text in this language; a text without translation stays English, "" stays empty."""
        text = text if self._unit == _DOLLAR else _NO_MONEY.get(text, text)
        return self._complete(self._translations.gettext(text)) if text else ""

    def counting(self, unit: str) -> Catalog:
        """The same texts with another unit instead of the dollar, for house regulations."""
        return self if unit == self._unit else Catalog(self.language, self._translations, unit)

    def plural(self, one: str, many: str, n: int) -> str:
        """Give the form of the text that this language uses for ``n`` things; placeholders stay to be filled in."""
        return self._complete(self._translations.ngettext(one, many, n))

    def _complete(self, text: str) -> str:
        """Put in the unit of amounts, and what commands and options are called where the text is read."""
        if self._unit != _DOLLAR:
            text = text.replace(_DOLLAR, self._unit)
        return _WORDS.sub(lambda words: _naming.get()(words[1] + words[2], self), text) if "{" in text else text

    def quoted(self, text: str) -> str:
        """A text in the language's quotation marks."""
        opening, closing = _QUOTES.get(self.language, ("«", "»"))
        return f"{opening}{text}{closing}"

    def number(self, value: int | Fraction, places: int = 0) -> str:
        """A number in a running text, ``9.200`` or ``2,5`` (cells have formats)."""
        thousands, decimals = _MARKS[self.language]
        return f"{float(value) if places else int(value):,.{places}f}".translate(str.maketrans(",.-", f"{thousands}{decimals}−"))

    def amount(self, amount: int | Fraction, places: int = 0) -> str:
        """An amount in a running text: ``9.200 $``, ``1 point`` where the unit is points."""
        unit = self._unit
        if unit != _DOLLAR and unit in {self.plural("point", "points", count) for count in (1, 2, 5)}:
            unit = self.plural("point", "points", abs(int(amount)))
        return f"{self.number(amount, places)} {unit}"

    def day(self, text: str) -> str:
        """A date (``2026-11-20``) in a running text; other texts unchanged."""
        try:
            return date.fromisoformat(text).strftime(_DAYS[self.language])
        except ValueError:
            return text

    def moment(self, text: str) -> str:
        """Date and time on its own clock (``2026-11-20T19:05:07+01:00``) in a running text; other texts unchanged."""
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            return text
        return moment.strftime(_MOMENTS[self.language])

    def __repr__(self) -> str:
        return f"Catalog({self.language!r})"


def _command_line(words: str, _: Catalog) -> str:
    """Commands as people type them: «bangxl seat --close»; options as they are."""
    return _.quoted(words) if words.startswith("bangxl ") else words


Naming = Callable[[str, Catalog], str]
"""Gives what a command (``bangxl seat --close``) or an option (``--reason TEXT``) is called: typed, on a button, in a form."""

_naming: ContextVar[Naming] = ContextVar("naming", default=_command_line)


@contextmanager
def naming(called: Naming) -> Iterator[None]:
    """Let texts call commands and options so, in place of how the command line calls them."""
    token = _naming.set(called)
    try:
        yield
    finally:
        _naming.reset(token)


_wanted: ContextVar[str] = ContextVar("wanted", default="")


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Answer in this language, whatever the workbook's is; "" changes nothing."""
    code = language[:2].lower()  # de_DE.UTF-8, as in LANG
    token = _wanted.set((code if code in LANGUAGES else language) or _wanted.get())
    try:
        yield
    finally:
        _wanted.reset(token)


def wanted_language() -> str:
    """The language that somebody has asked for; "" if nobody has."""
    return _wanted.get()


def answer_language(own: str) -> str:
    """The language of an answer about a workbook: the one asked for, else the workbook's ``own``."""
    return _wanted.get() if _wanted.get() in LANGUAGES else own


def dotted(*texts: str) -> str:
    """Join the texts that are not blank with dots between them."""
    return " · ".join(filter(None, texts))


def runs_of(numbers: Iterable[int]) -> list[list[int]]:
    """Numbers in order, those together that follow each other."""
    return [[number for _at, number in run] for _key, run in groupby(enumerate(sorted({*numbers})), lambda one: one[1] - one[0])]


def in_runs(numbers: Iterable[int]) -> str:
    """Numbers in short: ``1–3, 5``."""
    return ", ".join(f"{run[0]}–{run[-1]}" if run[1:] else str(run[0]) for run in runs_of(numbers))


def one_line(text: str) -> str:
    """A heading with line breaks for narrow columns, in one line."""
    return text.replace("-\n", "").replace("\n", " ")


def long_day(_: Catalog, text: str) -> str:
    """A date in words; other texts unchanged."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return text
    weekday, month = _(WEEKDAYS[day.weekday()]), _(MONTHS[day.month - 1])
    return _("{weekday} {day} {month} {year}").format(weekday=weekday, day=day.day, month=month, year=day.year)


@cache
def catalog(language: str) -> Catalog:
    """Read the catalog of a language ("it", "de"); UnknownLanguageError for any other."""
    if language not in LANGUAGES:
        raise UnknownLanguageError(language)
    if language == SOURCE_LANGUAGE:
        return Catalog(language, NullTranslations())
    with files(__package__).joinpath(f"{language}.mo").open("rb") as file:
        return Catalog(language, GNUTranslations(file))
