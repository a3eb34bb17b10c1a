"""The words of the drop-downs in every language, and the program's codes for them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from itertools import chain
from typing import Final, TypeVar

from bangxl.locale.catalog import LANGUAGES, N_, Catalog, catalog, sentences
from bangxl.tournament.compositions import read_composition
from bangxl.tournament.criteria import CRITERIA
from bangxl.tournament.identity import as_typed
from bangxl.tournament.model import EventType, Moment, Outcome, Role, SeedSource, Status
from bangxl.tournament.rulebook import Counted, League, Rulebook, ScoreRule

Code = TypeVar("Code", bound=str)


class YesNo(StrEnum):
    """What people type where a column asks for a mark: ``x``, a tick or «yes», or that there is none."""

    YES = "yes"
    NO = "no"


_SENTENCES: Final = sentences("bangxl.workbook")

WORDS: Final[Mapping[type[StrEnum], Mapping[StrEnum, str]]] = {
    kind: {kind(code): text for code, text in _SENTENCES["words"][kind.__name__].items()}
    for kind in (Role, Outcome, Status, YesNo, EventType, SeedSource, Moment)
}

_GAMES: Final[Mapping[StrEnum, str]] = {Moment(code): text for code, text in _SENTENCES["games"].items()}

TITLES: Final[Mapping[str, str]] = {
    "QF1": N_("Quarterfinal 1"),
    "QF2": N_("Quarterfinal 2"),
    "QF3": N_("Quarterfinal 3"),
    "QF4": N_("Quarterfinal 4"),
    "SF1": N_("Semifinal 1"),
    "SF2": N_("Semifinal 2"),
    "P3": N_("Third place"),
    "F": N_("Final"),
}
"""What a duel of the finals is called, by its match."""


def score_head(rule: ScoreRule, _: Catalog) -> str:
    """The heading of what ranks, which says where that is a mean; two lines."""
    return _("Score\nper game") if rule.per_game else _("Score")


def games_that_count(league: League, _: Catalog) -> str:
    """Which of a player's games make the score in a league where not all do."""
    which = {Counted.BEST: _("Only a player's best {n} games count."), Counted.FIRST: _("Only a player's first {n} games count.")}
    return which[league.which].format(n=league.counted)


def duel_title(match: str, _: Catalog) -> str:
    """What a duel is called; in a referee's own regulation perhaps only by its code."""
    return _(TITLES[match]) if match in TITLES else _("Duel {code}").format(code=match)


def duel_side(side: str, _: Catalog) -> str:
    """Who comes from another duel: the winner of ``SF1``, or with ``-SF1`` its loser."""
    text = _("loser of {match}") if side.startswith("-") else _("winner of {match}")
    return text.format(match=duel_title(side.removeprefix("-"), _))


IN_PRINT: Final[Mapping[StrEnum, Sequence[str]]] = {
    Role.OUTLAW: ("Преступник",),
    Role.RENEGADE: ("Предатель",),
    Outcome.LAW: ("Sheriff", "Sceriffo", "Шериф"),
    Outcome.OUTLAWS: ("Преступники",),
    Outcome.RENEGADE: ("Предатель",),
    Status.ELIMINATED: ("ausgeschieden",),
    YesNo.YES: ("si", "x", "х", "1", "✓"),
    YesNo.NO: ("0", "-"),
    Status.FINAL_DUEL: ("финальная дуэль",),
    EventType.WITHDRAWAL: ("выход",),
    SeedSource.PUBLIC: ("публичный",),
}
"""What translated rules and older workbooks say, the law without a Deputy, marks made with one key: read, not in the lists."""

HEADS: Final[Mapping[str, str]] = {code: criterion.head for code, criterion in CRITERIA.items()}
"""The text over a criterion's column."""


def word(code: StrEnum, language: str) -> str:
    """How the workbook's language says it."""
    return catalog(language)(WORDS[type(code)][code])


def moment_word(moment: StrEnum, rulebook: Rulebook, language: str) -> str:
    """As `word`, where the regulation says it: between its rounds or games, before its duels or games of the knock-out."""
    games = moment in _GAMES and (rulebook.knockout if moment.endswith("duel") else rulebook.fixed_tables)
    return catalog(language)(_GAMES[moment]) if games else word(moment, language)


def outcome_word(outcome: Outcome | None, roles: Mapping[Role, int], language: str) -> str:
    """How a table with these roles says it: without a Deputy, the law is the Sheriff; "" if none."""
    alone = outcome is Outcome.LAW and roles and not roles.get(Role.DEPUTY)
    return word(Role.SHERIFF if alone else outcome, language) if outcome else ""


def fold(text: str) -> str:
    """A word for comparison: any case, stray blanks, as formulas compare it."""
    return as_typed(text)


def _also_read(code: StrEnum) -> list[str]:
    """What is read for a code and not offered, or only by some regulations."""
    return [*IN_PRINT.get(code, ()), *(catalog(language)(_GAMES[code]) for language in LANGUAGES if code in _GAMES)]


def offered(kind: type[StrEnum], *, among_last: bool = False) -> tuple[StrEnum, ...]:
    """The codes of a kind; *among the last* only if the regulation pays for it."""
    return tuple(code for code in WORDS[kind] if among_last or code is not Status.AMONG_LAST)


def beginnings(words: Iterable[tuple[str, Code]]) -> Mapping[str, Sequence[Code]]:
    """How words can begin, folded, with the codes of those that do."""
    codes_of: dict[str, dict[Code, None]] = {}
    for text, code in words:
        for length in range(1, len(text) + 1):
            codes_of.setdefault(fold(text[:length]), {})[code] = None
    return {begun: tuple(codes) for begun, codes in codes_of.items()}


def spellings(
    own: Sequence[tuple[str, Code]], others: Sequence[tuple[str, Code]] = (), whole: Sequence[tuple[str, Code]] = ()
) -> Mapping[str, Code]:
    """Every spelling that is read, with its code: whole words, the workbook's ``own`` first, then their unique beginnings.

    A beginning is one of the own words' if any of them begins so, else one of the ``others``'; ``whole`` is read only whole.
    """
    codes_of: dict[str, Code] = {}
    folded: set[str] = set()
    mine, theirs = beginnings(own), beginnings(others)
    begun = [(text, codes[0]) for text, codes in {**theirs, **mine}.items() if len(codes) == 1]
    for text, code in chain(own, others, whole, begun):
        if fold(text) not in folded:
            folded.add(fold(text))
            codes_of[text] = code
    return codes_of


def search_list(spellings_of: Mapping[str, Code], unknown: Code) -> list[tuple[str, Code]]:
    """A short list for a search by beginnings: of the entries that begin like a text, the first has the text's code.

    Any other way in which one of ``spellings_of`` begins finds ``unknown``, and so does nothing but blanks.
    """
    codes = {text.lower(): code for text, code in spellings_of.items()}
    texts = {text.lower(): text for text in spellings_of}
    begun = {text[:length] for text in codes for length in range(1, len(text) + 1)}
    kept: dict[str, Code] = {}
    entry_of: dict[str, str] = {}
    for text in sorted(begun, key=lambda text: (len(text), text), reverse=True):
        wanted = codes.get(text, unknown)
        if text == text.strip() and (text not in entry_of or kept[entry_of[text]] != wanted):
            kept[text] = wanted
            entry_of.update((text[:length], text) for length in range(1, len(text) + 1))
    return [(" ", unknown), *((texts.get(text, text), code) for text, code in reversed(kept.items()))]


def _by_language(codes: Iterable[StrEnum], language: str) -> tuple[list[tuple[str, StrEnum]], list[tuple[str, StrEnum]]]:
    """The words for some codes in a language, and those in the others."""
    own = [(word(code, language), code) for code in codes] if language in LANGUAGES else []
    return own, [(word(code, other), code) for other in LANGUAGES if other != language for code in codes]


def kind_spellings(kind: type[StrEnum], language: str, *, among_last: bool = False) -> Mapping[str, StrEnum]:
    """Every spelling of a kind's words as a workbook in ``language`` reads it."""
    codes_of = offered(kind, among_last=among_last)
    own, others = _by_language(codes_of, language)
    whole = [(text, code) for code in codes_of for text in (*_also_read(code), code.value)]
    return spellings(own, others, whole)


@cache
def codes_by_spelling(kind: type[StrEnum], language: str, *, among_last: bool = False) -> Mapping[str, StrEnum]:
    """`kind_spellings`, folded; and whole, the words that this regulation does not tell apart, so that they can be found."""
    own = {fold(text): code for text, code in kind_spellings(kind, language, among_last=among_last).items()}
    return {**codes_in_all_languages(kind), **own}


def candidates(text: str, kind: type[StrEnum], language: str, *, among_last: bool = False) -> Sequence[StrEnum]:
    """What a text that is none of the `codes_by_spelling` may mean: the codes whose words begin so, or all of the kind."""
    codes_of = offered(kind, among_last=among_last)
    mine, theirs = map(beginnings, _by_language(codes_of, language))
    return mine.get(fold(text)) or theirs.get(fold(text)) or codes_of


@cache
def characters_by_spelling(characters: tuple[str, ...]) -> Mapping[str, str]:
    """Every spelling of the characters that is read, folded: their names, and how only one of them begins."""
    return {fold(text): name for text, name in spellings([(name, name) for name in characters]).items()}


@cache
def codes_in_all_languages(kind: type[StrEnum]) -> Mapping[str, StrEnum]:
    """The codes of a kind of word by every spelling, folded: in all languages, `IN_PRINT`, and the codes themselves."""
    translated = {fold(catalog(language)(text)): code for language in LANGUAGES for code, text in WORDS[kind].items()}
    printed = {fold(text): code for code in WORDS[kind] for text in _also_read(code)}
    return printed | translated | {fold(code): code for code in WORDS[kind]}


OPTION_WORDS: Final[Mapping[str, str]] = _SENTENCES["options"]
"""What the setup sheet offers: the values of options, and the kinds of tournament."""

EVENT_KINDS: Final = ("regional", "open", "other")


def option_word(value: str, language: str) -> str:
    """The word for an option's value in the workbook's language; other values unchanged."""
    return catalog(language)(OPTION_WORDS[value]) if value in OPTION_WORDS else value


def option_spellings(values: Iterable[str], language: str) -> Mapping[str, str]:
    """Every spelling of some values of an option as a workbook in ``language`` reads it: as `kind_spellings`."""
    values = list(values)
    own = [(option_word(value, language), value) for value in values] if language in LANGUAGES else []
    others = [(option_word(value, other), value) for other in LANGUAGES if other != language for value in values]
    return spellings(own, others, [(value, value) for value in values])


def option_code(text: str, values: Iterable[str], language: str) -> str:
    """The value that a text means, or the text itself, folded."""
    return {fold(spelling): value for spelling, value in option_spellings(values, language).items()}.get(fold(text), fold(text))


def option_text(key: str, text: str) -> str:
    """A free option in stored form: the sizes of a composition with commas, a number without decimals."""
    return ",".join(map(str, read_composition(text))) or text if key == "composition" else text


@cache
def option_codes_in_all_languages() -> Mapping[str, str]:
    """Every accepted spelling of an option's value, folded, with its code."""
    every = [(language, value) for language in LANGUAGES for value in OPTION_WORDS]
    return {fold(option_word(value, language)): value for language, value in every} | {value: value for value in OPTION_WORDS}


_LONGEST: Final = 8
"""Tables that are written one by one."""


def sizes_in_print(sizes: Sequence[int], most: int = 0) -> str:
    """Sizes of tables as people write them: ``6 + 6 + 5 + 5``; more than eight (or ``most``) as ``6 × 6 + 15 × 5``."""
    if max(len(sizes), most) <= _LONGEST:
        return " + ".join(str(size) for size in sizes)
    return " + ".join(f"{count} × {size}" for size, count in Counter(sizes).items())
