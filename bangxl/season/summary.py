"""What the first sheet of a season's workbook says: what was counted, which options were given, what was chosen where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

from bangxl.books.port import Value
from bangxl.locale.catalog import Catalog
from bangxl.season.choices import Choices
from bangxl.season.regional import Vacancy
from bangxl.season.season import Contest, Season
from bangxl.season.validity import Flaw
from bangxl.season.wording import ADDED, ADDING, IRREGULAR, KEPT, WORDS, SummaryBlock, berth
from bangxl.tournament.rulebook import Championship

LabelledValue = tuple[str, Value]


def summary(
    result: Season, unreadable: int, choices: Choices, lists: Sequence[Path | None], _: Catalog
) -> tuple[SummaryBlock, ...]:
    """The blocks of the sheet. ``unreadable``: how many files; ``lists``: of statuses, of decisions on names, of digests."""
    places = result.contest.selection.places if result.contest else ()
    blocks = (
        SummaryBlock(_("What was counted"), tuple(_counts(result, unreadable, _, listed=choices.digests is not None))),
        SummaryBlock(_("First in the tables"), tuple(_first(result, _))),
        SummaryBlock(_("Who goes to the final, and who does not"), tuple(berth(place, _) for place in places)),
        SummaryBlock(_("Options"), tuple(_options(result.contest, choices, lists, _))),
        SummaryBlock(_("Choices"), tuple(_choices(result, choices, _))),
    )
    return tuple(block for block in blocks if block.lines)


def _first(result: Season, _: Catalog) -> Iterator[LabelledValue]:
    """Of every regulation who leads the national table and those of the regions; equals stand side by side."""
    for ranking in result.rankings:
        for table in (ranking.national, *ranking.regional):
            names = [line.person.name for line in table.lines if line.rank == 1]
            where = table.name or _("national")
            none = _(WORDS[Vacancy][table.vacancy]) if table.vacancy else "–"
            yield f"{ranking.title} · {where}", ", ".join(names) or none
    best = dict.fromkeys(score.person.name for score in result.record if score.rank == 1)
    if best:
        yield _("Record"), ", ".join(best)


def _counts(result: Season, unreadable: int, _: Catalog, *, listed: bool) -> Iterator[LabelledValue]:
    yield _("Files"), len(result.entries) + len(result.duplicates) + unreadable
    yield _("Tournaments"), len(result.entries)
    yield _("Not finished, so without results"), sum(not entry.is_complete for entry in result.entries)
    yield _("Left out: the same facts as another"), len(result.duplicates)
    yield _("Not counted: contradict each other"), _with(result, Flaw.CONTRADICTED)
    yield _("Not counted: dated in the future"), _with(result, Flaw.FUTURE)
    if listed:
        yield _("Not counted: not on the list of digests"), _with(result, Flaw.UNLISTED)
        yield _("On that list, and not among the files"), len(result.absent)
    yield _("Left out: not readable, or no referti"), unreadable
    yield _("Differ from their record sheets"), sum(not entry.is_verified for entry in result.entries)
    yield _("Persons"), result.players
    yield _("Doubtful pairs"), len(result.doubts)
    if result.contest is not None:
        yield _("Valid for the championship"), sum(one.is_valid for one in result.contest.tournaments)
        yield _("Places in the final"), result.contest.championship.finalists
        yield _("Taken"), result.contest.selection.taken
        yield _("Free"), result.contest.free


def _with(result: Season, flaw: Flaw) -> int:
    return sum(flaw in flaws for flaws in result.flaws.values())


def _options(contest: Contest | None, choices: Choices, lists: Sequence[Path | None], _: Catalog) -> Iterator[LabelledValue]:
    if contest is not None:
        yield _("Regulation"), contest.rulebook.source.title
        printed = _("{date} (as printed)").format(date=_day(contest.last_day, _))
        yield _("Last day"), _day(choices.last_day, _) if choices.last_day else printed
    yield _("What tables count"), _(ADDED[choices.adding])
    yield _("Results of who was not allowed to play"), _(KEPT[choices.irregular])
    for label, path in zip((_("List of statuses"), _("Decisions on names"), _("List of digests")), lists, strict=True):
        yield label, path.name if path else "–"


def _choices(result: Season, choices: Choices, _: Catalog) -> Iterator[LabelledValue]:
    """Where the texts are silent."""
    contest = result.contest
    yield (
        _("Names"),
        _(
            "Two names are one person if they are equal but for capitals, accents, apostrophes, hyphens and the order of words; "
            "not if both stand in one list, or with different mail addresses. Doubtful pairs are listed and not put together; "
            "--same settles them."
        ),
    )
    yield (
        _("Referti"),
        _(
            "The same facts count once. Of two referti of one tournament that say different things neither counts. That a "
            "tournament was played at all no file can prove: where there is a list of what was sent in, nothing else counts "
            "(--digests)."
        ),
    )
    if contest is not None:
        yield from _championship(contest, choices, _)
    if result.rankings:
        yield from _tables(contest, choices, _)
    if result.record:
        yield (
            _("Record"),
            _(
                "Every score of every session: the dollars first, then the number of games; equals share a rank. Sessions that "
                "are not valid stand below, without rank."
            ),
        )


def _tables(contest: Contest | None, choices: Choices, _: Catalog) -> Iterator[LabelledValue]:
    """How tables add up."""
    yield _("Tables (R07-1, R07-20)"), _(ADDING[choices.adding])
    best = contest.championship.best if contest is not None and choices.best is None else choices.best
    if best:
        yield (
            _("Results that count"),
            _.plural("Of everybody's results the best one counts.", "Of everybody's results the best {n} count.", best).format(
                n=best
            ),
        )
    yield (
        _("Equals"),
        _("Equals are separated by the score of the elimination phase, added up in the same way; then the rank is shared."),
    )


def _championship(contest: Contest, choices: Choices, _: Catalog) -> Iterator[LabelledValue]:
    valid = _(
        "Regional tournaments and Opens of this regulation, finished and verified, with at least {players} players, held by "
        "{date}."
    )
    values = {"players": contest.rulebook.official.minimum_players, "date": _day(contest.last_day, _)}
    yield _("Valid tournaments"), valid.format(**values)
    if contest.championship.last_open is not None:
        first, last = (_day(day, _) for day in contest.championship.last_open)
        told = _("The Open in the weekend of the final, {first} to {last}, is valid too (R07-2).")
        yield _("The last Open"), told.format(first=first, last=last)
    yield (
        _("One region"),
        _(
            "Everybody plays in the region of his first valid regional tournament, or in the one that the list of statuses "
            "names. His results in other regions are reported and count for no table."
        ),
    )
    yield _("Not allowed"), _(IRREGULAR[choices.irregular])
    yield from _finalists(_)
    yield from _other_places(contest.championship, _)


def _finalists(_: Catalog) -> Iterator[LabelledValue]:
    yield (
        _("Places"),
        _(
            "They are given away in the order in which they were won, a region's with its last tournament; nobody gets two. The "
            "first of a region who is entitled goes to the final; if he cannot come, the second; if neither can, a reserve is "
            "needed. In place of an Open's winner the regulation names nobody: a reserve is needed."
        ),
    )
    yield (
        _("Reserves"),
        _(
            "Regions with most players come first; everybody counts once in his region. A regional tournament after the last day"
            " is a new one, whose winner may be a reserve. Reserves have neither the title of Campione Regionale nor a right to "
            "travel expenses. How all places are filled is not said: you decide."
        ),
    )


def _other_places(rule: Championship, _: Catalog) -> Iterator[LabelledValue]:
    """Places that the regulation of 2007 does not have."""
    if rule.regional != 1:
        yield _("Of each region"), _("Places of each regional table: {n}.").format(n=rule.regional)
    if rule.national:
        told = _("Places of the national table, for the first who have none yet: {n}.")
        yield _("By the national table"), told.format(n=rule.national)
    if rule.wild_cards:
        yield _("Wild cards"), _("Places that the organisers give by the list of statuses: {n}.").format(n=rule.wild_cards)


def _day(day: date, _: Catalog) -> str:
    return _.day(day.isoformat())
