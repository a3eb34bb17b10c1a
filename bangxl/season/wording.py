"""The words of a season's workbook: headings, reasons, and the choices in plain sentences."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import PurePath
from typing import Final

from bangxl.locale.catalog import N_, Catalog
from bangxl.season.choices import Adding, Irregular
from bangxl.season.doubts import Why
from bangxl.season.field import Bar
from bangxl.season.offences import Offence
from bangxl.season.qualification import Way
from bangxl.season.record import HOUSE, UNVERIFIED
from bangxl.season.sifting import Left, Twin
from bangxl.season.validity import Fault

ADDING: Final[Mapping[Adding, str]] = {
    Adding.SUM: N_(
        "Regional tables add up points: a place is worth the number of players ranked in that tournament, less those in front "
        "(the last gets 1)."
    ),
    Adding.BEST: N_("Regional tables count everybody's best place in any tournament of the region."),
    Adding.MEAN: N_("Regional tables count the average of everybody's places in the region's tournaments."),
    Adding.LAST: N_("Regional tables count the region's last tournament only."),
}

IRREGULAR: Final[Mapping[Irregular, str]] = {
    Irregular.REPORT: N_(
        "Who was qualified or banned already and played nevertheless is reported; his results stand, for the regulation does not "
        "say what follows."
    ),
    Irregular.EXCLUDE: N_(
        "Who was qualified or banned already and played nevertheless is reported; these results count for no regional table."
    ),
}

WORDS: Final[Mapping[type[StrEnum], Mapping[str, str]]] = {
    Fault: {
        Fault.REGULATION: N_("other regulation"),
        Fault.KIND: N_("neither regional nor Open"),
        Fault.REGION: N_("no region"),
        Fault.DATE: N_("no date"),
        Fault.LATE: N_("after the last day"),
        Fault.INCOMPLETE: N_("not finished"),
        Fault.INTERIM: N_("interim referto: not finished"),
        Fault.UNVERIFIED: N_("does not agree with its record sheets"),
        Fault.FEW: N_("too few players"),
    },
    Way: {
        Way.CHAMPION: N_("champion of the year before"),
        Way.LISTED: N_("by the list of statuses"),
        Way.FIRST: N_("first of the region"),
        Way.PASSED: N_("next of the region"),
        Way.OPEN: N_("winner of the Open"),
    },
    Bar: {
        Bar.NOT_ELIGIBLE: N_("neither citizen nor resident"),
        Bar.BANNED: N_("banned"),
        Bar.QUALIFIED: N_("already qualified"),
        Bar.UNAVAILABLE: N_("cannot come"),
        Bar.TIED: N_("equal with another: you decide"),
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
        Why.EVENT: N_("two tournaments, same name and day"),
        Why.REGION: N_("two regions, almost the same name"),
    },
    Twin: {
        Twin.SAME: N_("the same facts as {file}"),
        Twin.REPLACED: N_("replaced by the newer {file}"),
    },
}

OBJECTIONS: Final[Mapping[str, str]] = {
    UNVERIFIED: N_("does not agree with its record sheets"),
    HOUSE: N_("other regulation"),
    "too_few_players": N_("too few players"),
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
    "Regional": N_("Regional tables"),
    "Qualified": N_("Qualified"),
    "Reserves": N_("Reserves"),
    "Irregular": N_("Irregular"),
    "Doubtful": N_("Doubtful"),
    "Record": N_("Record"),
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
}
"""Headings by the columns' codes."""


def instead(left: Left, _: Catalog) -> str:
    """Why a file that was read is not counted."""
    return _(WORDS[Twin][left.why]).format(file=file_name(left.instead.file))


def file_name(file: str) -> str:
    """A file without its folders."""
    return PurePath(file).name
