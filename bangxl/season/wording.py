"""The words of a season's workbook: its tables and columns by code, headings, reasons, and the choices in plain sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath
from typing import Final

from bangxl.books.port import Value
from bangxl.locale.catalog import N_, Catalog
from bangxl.season.choices import Adding, Irregular
from bangxl.season.doubts import Why
from bangxl.season.eligibility import Bar, Offence
from bangxl.season.entry import Entry
from bangxl.season.qualification import Berth, Way
from bangxl.season.regional import Vacancy
from bangxl.season.sifting import Duplicate
from bangxl.season.validity import Flaw

MARK: Final = "Season_Format"
"""The name by which a season's workbook is known."""

FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class SummaryBlock:
    """A block of the first sheet: its caption, and lines of a label and what belongs to it."""

    caption: str
    lines: Sequence[tuple[str, Value]]


class ColumnKind(StrEnum):
    """What a column holds."""

    TEXT = "text"
    NAME = "name"
    """A text that people look for: names of persons."""
    NUMBER = "number"
    """A whole number, or nothing."""
    MONEY = "money"
    """Dollars; also parts of one."""
    PLACE = "place"
    """A place, perhaps an average one."""
    DATE = "date"
    FLAG = "flag"


_T, _N, _I, _M, _P, _D, _F = ColumnKind

TABLES: Final[Mapping[str, Mapping[str, ColumnKind]]] = {
    "Tournaments": {
        "number": _I, "event": _T, "date": _D, "place": _T, "region": _T, "kind": _T, "organiser": _T, "regulation": _T,
        "players": _I, "winner": _N, "finished": _F, "verified": _F, "difference": _T, "trusted": _I, "valid": _F, "why": _T,
        "written": _T, "digest": _T, "file": _T,
    },
    "Results": {
        "number": _I, "person": _I, "name": _N, "event": _T, "date": _D, "region": _T, "kind": _T, "regulation": _T, "valid": _F,
        "written_name": _N, "id": _T, "home": _T, "eligible": _F, "final_place": _I, "elimination_rank": _I, "score": _M,
        "exact_score": _T, "games": _I, "prize": _M, "points": _I, "state": _T, "note": _T,
    },
    "National": {
        "regulation": _T, "rank": _I, "person": _I, "name": _N, "home": _T, "tournaments": _I, "counted": _I, "points": _I,
        "best": _I, "mean": _P, "score": _M, "note": _T,
    },
    "Regional": {
        "regulation": _T, "region": _T, "rank": _I, "person": _I, "name": _N, "home": _T, "tournaments": _I, "counted": _I,
        "points": _I, "best": _I, "mean": _P, "score": _M, "note": _T,
    },
    "Qualified": {
        "number": _I, "way": _T, "won_in": _T, "person": _I, "name": _N, "home": _T, "email": _T, "since": _D, "note": _T,
    },
    "Reserves": {
        "order": _I, "region": _T, "players": _I, "entries": _I, "person": _I, "name": _N, "home": _T, "email": _T, "way": _T,
    },
    "Irregular": {
        "date": _D, "event": _T, "region": _T, "person": _I, "name": _N, "why": _T, "since": _D, "note": _T, "file": _T,
    },
    "Doubtful": {
        "why": _T, "name": _N, "file": _T, "times": _I, "email": _T, "other_name": _N, "other_file": _T, "other_times": _I,
        "other_email": _T,
    },
    "Record": {
        "rank": _I, "person": _I, "name": _N, "score": _M, "games": _I, "own_best": _F, "valid": _F, "why": _T, "event": _T,
        "date": _D, "place": _T, "region": _T, "players": _I, "file": _T,
    },
    "Statistics": {
        "regulation": _T, "about": _T, "seats": _I, "what": _T, "person": _I, "name": _N, "event": _T, "date": _D, "games": _I,
        "wins": _I, "expected": _P, "alive": _I, "price": _M, "paid": _M, "gain": _M,
    },
    "Skipped": {"file": _T, "why": _T},
}  # fmt: skip
"""The tables by the word that begins their defined names, with their columns in order."""

ADDING: Final[Mapping[Adding, str]] = {
    Adding.SUM: N_(
        "Tables add up points: a place is worth the number of players ranked in that tournament, less those in front "
        "(the last gets 1)."
    ),
    Adding.BEST: N_("Tables count everybody's best place in any tournament."),
    Adding.MEAN: N_("Tables count the average of everybody's places."),
    Adding.LAST: N_("Tables count the last tournament only."),
}

IRREGULAR: Final[Mapping[Irregular, str]] = {
    Irregular.REPORT: N_(
        "Whoever was qualified or banned already and played nevertheless is reported; his results stand, for the regulation does "
        "not say what follows."
    ),
    Irregular.EXCLUDE: N_(
        "Whoever was qualified or banned already and played nevertheless is reported; these results count for no table."
    ),
}

ADDED: Final[Mapping[Adding, str]] = {
    Adding.SUM: N_("all points together"),
    Adding.BEST: N_("the best place"),
    Adding.MEAN: N_("the average place"),
    Adding.LAST: N_("the last tournament only"),
}
"""The same in a word or two."""

KEPT: Final[Mapping[Irregular, str]] = {
    Irregular.REPORT: N_("are reported, and stand"),
    Irregular.EXCLUDE: N_("are reported, and count for no table"),
}
"""What becomes of results of those who were not allowed to play, in a word or two."""

WORDS: Final[Mapping[type[StrEnum], Mapping[str, str]]] = {
    Flaw: {
        Flaw.REGULATION: N_("other regulation"),
        Flaw.KIND: N_("neither regional nor Open"),
        Flaw.REGION: N_("no region"),
        Flaw.DATE: N_("no date"),
        Flaw.LATE: N_("after the last day"),
        Flaw.INCOMPLETE: N_("not finished"),
        Flaw.INTERIM: N_("interim referto: not finished"),
        Flaw.UNVERIFIED: N_("does not agree with its record sheets"),
        Flaw.FUTURE: N_("dated or written in the future"),
        Flaw.UNLISTED: N_("its digest is not on the list"),
        Flaw.CONTRADICTED: N_("another referto of this tournament says otherwise"),
        Flaw.FEW: N_("too few players"),
    },
    Way: {
        Way.CHAMPION: N_("champion of the year before"),
        Way.LISTED: N_("by the list of statuses"),
        Way.FIRST: N_("first of the region"),
        Way.PASSED: N_("next of the region"),
        Way.OPEN: N_("winner of the Open"),
        Way.NATIONAL: N_("by the national table"),
        Way.WILD_CARD: N_("wild card of the organisers"),
    },
    Bar: {
        Bar.NOT_ELIGIBLE: N_("neither citizen nor resident"),
        Bar.BANNED: N_("banned"),
        Bar.QUALIFIED: N_("already qualified"),
        Bar.UNAVAILABLE: N_("cannot come"),
        Bar.TIED: N_("equal with another: you decide"),
    },
    Vacancy: {
        Vacancy.ELSEWHERE: N_("everybody who played here plays in another region"),
        Vacancy.UNRANKED: N_("nobody's result counts here"),
    },
    Offence: {
        Offence.QUALIFIED: N_("played although already qualified"),
        Offence.BANNED: N_("played although banned"),
        Offence.SECOND_REGION: N_("played in a second region"),
        Offence.EJECTED: N_("was ejected"),
    },
    Why: {
        Why.SPELLING: N_("a letter or two differ"),
        Why.INITIAL: N_("one name has only an initial"),
        Why.PART: N_("one name has a word more"),
        Why.JOINED: N_("written in one word and in two"),
        Why.ADDRESS: N_("other name, same mail address"),
        Why.SAME_NAME: N_("same name, perhaps two people"),
        Why.SAME_DAY: N_("in two tournaments on one day"),
        Why.EVENT: N_("two tournaments that may be one"),
        Why.REGION: N_("two regions, almost the same name"),
    },
}

OBJECTIONS: Final[Mapping[str, str]] = {
    **WORDS[Flaw],
    "too_few_games": N_("fewer games than players"),
    "unequal_sheriffs": N_("not everybody Sheriff equally often"),
    "group_changed": N_("the group changed"),
    "other_scoring": N_("other scoring"),
    "variant": N_("a variant was played"),
}

STATES: Final[Mapping[str, str]] = {"active": "", "withdrawn": N_("withdrawn"), "ejected": N_("ejected")}

TABS: Final[Mapping[str, str]] = {
    "Season": N_("Season"),
    "Tournaments": N_("Tournaments"),
    "Results": N_("Results"),
    "National": N_("National tables"),
    "Regional": N_("Regional tables"),
    "Qualified": N_("Qualified"),
    "Reserves": N_("Reserves"),
    "Irregular": N_("Irregular"),
    "Doubtful": N_("Doubtful"),
    "Record": N_("Record"),
    "Statistics": N_("Statistics"),
    "Skipped": N_("Skipped"),
}
"""The sheets by the word that begins their defined names."""

HEADS: Final[Mapping[str, str]] = {
    "number": N_("No."),
    "file": N_("File"),
    "digest": N_("Digest"),
    "event": N_("Tournament"),
    "date": N_("Date"),
    "place": N_("Town"),
    "region": N_("Region"),
    "kind": N_("Kind"),
    "organiser": N_("Organiser"),
    "regulation": N_("Regulation"),
    "players": N_("Players"),
    "entries": N_("Entries"),
    "written": N_("Written"),
    "finished": N_("Finished"),
    "verified": N_("Verified"),
    "difference": N_("First difference"),
    "trusted": N_("On trust"),
    "valid": N_("Valid"),
    "why": N_("Why"),
    "winner": N_("Won by"),
    "id": N_("Number there"),
    "written_name": N_("Name as written"),
    "person": N_("Person"),
    "name": N_("Player"),
    "home": N_("Home region"),
    "email": N_("E-mail"),
    "eligible": N_("Citizen or resident"),
    "state": N_("State"),
    "final_place": N_("Place"),
    "rank": N_("Rank"),
    "elimination_rank": N_("Rank in the elimination phase"),
    "score": N_("Score"),
    "exact_score": N_("Exact score"),
    "games": N_("Games"),
    "prize": N_("Prize"),
    "points": N_("Points"),
    "tournaments": N_("Tournaments"),
    "counted": N_("Counted"),
    "best": N_("Best place"),
    "mean": N_("Average place"),
    "way": N_("How"),
    "won_in": N_("Region or Open"),
    "since": N_("Since"),
    "note": N_("Note"),
    "order": N_("Order"),
    "times": N_("In files"),
    "other_name": N_("Other name"),
    "other_file": N_("Other file"),
    "other_times": N_("In files (other)"),
    "other_email": N_("E-mail (other)"),
    "own_best": N_("His best"),
    "about": N_("About"),
    "seats": N_("Players at the table"),
    "what": N_("Side, role or character"),
    "wins": N_("Wins"),
    "expected": N_("Expected"),
    "alive": N_("Alive"),
    "price": N_("Price"),
    "paid": N_("Winnings, in all"),
    "gain": N_("Return"),
}
"""Headings by the columns' codes."""


def instead(duplicate: Duplicate, _: Catalog) -> str:
    """Why a file that was read is not counted."""
    return _("the same facts as {file}").format(file=file_name(duplicate.instead.file))


def contradiction(other: Entry, _: Catalog) -> str:
    """Why a referto is not counted of whose tournament there is another one."""
    return _("{file} is of the same tournament and says otherwise").format(file=file_name(other.file))


def file_name(file: str) -> str:
    """A file without its folders."""
    return PurePath(file).name


def passed_over(place: Berth, _: Catalog) -> str:
    """Who was in front and does not go to the final, and why; and whether a reserve is needed."""
    over = [f"{one.person.name}: {_(WORDS[Bar][one.bar])}" for one in place.over]
    vacant = place.person is None and place.way is not Way.WILD_CARD and all(one.bar is not Bar.TIED for one in place.over)
    empty = [_(WORDS[Vacancy][place.vacancy])] if place.vacancy else []
    return "; ".join([*over, *empty, *([_("a reserve is needed")] if vacant else [])])


def berth(place: Berth, _: Catalog) -> tuple[str, str]:
    """A place in the final: where it was won; who has it and how, and who was passed over and why."""
    way, note = _(WORDS[Way][place.way]), passed_over(place, _)
    who = place.person.name if place.person else "–"
    told = f"{who} · {way}" if place.name else who
    return place.name or way, f"{told} ({note})" if note else told
