"""A season as pandas frames: one row a tournament, a player in a tournament, a place, a pair; what the season's workbook shows.

Columns have English codes (`bangxl.season.wording`), whatever the language of the words in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import pandas as pd

from bangxl.locale.catalog import Catalog
from bangxl.season.eligibility import Offence
from bangxl.season.entry import Entry, PlayerResult
from bangxl.season.people import Person
from bangxl.season.regional import RankingLine
from bangxl.season.season import Ranking, Season
from bangxl.season.statistics import Tally, tallies
from bangxl.season.wording import OBJECTIONS, STATES, TABLES, WORDS, ColumnKind, contradiction, file_name, instead, passed_over
from bangxl.workbook.words import option_word, word

Row = dict[str, Any]

_DTYPES: Final[Mapping[ColumnKind, str]] = {
    ColumnKind.TEXT: "object",
    ColumnKind.NAME: "object",
    ColumnKind.NUMBER: "Int64",
    ColumnKind.MONEY: "Float64",
    ColumnKind.PLACE: "Float64",
    ColumnKind.DATE: "datetime64[s]",
    ColumnKind.FLAG: "boolean",
}


def frames(season: Season, _: Catalog, skipped: Sequence[tuple[str, str]] = ()) -> Mapping[str, pd.DataFrame]:
    """All tables of a season by the words that begin their names; ``skipped`` are files with the reason why.

    Words are in the catalog's language; numbers, dates and marks are real, what does not exist is missing.
    """
    told = _Tables(season, _)
    rows: Mapping[str, Callable[[], Iterator[Row]]] = {
        "Tournaments": told.tournaments,
        "Results": told.results,
        "National": told.national,
        "Regional": told.regional,
        "Qualified": told.qualified,
        "Reserves": told.reserves,
        "Irregular": told.irregular,
        "Doubtful": told.doubtful,
        "Record": told.record,
        "Statistics": told.statistics,
        "Skipped": lambda: told.skipped(skipped),
    }
    return {name: _frame(name, rows[name]()) for name in TABLES}


def _frame(name: str, rows: Iterable[Row]) -> pd.DataFrame:
    """A table column by column: the rows of thousands of referti together would fill the memory."""
    columns: dict[str, list[Any]] = {code: [] for code in TABLES[name]}
    for row in rows:
        for code, column in columns.items():
            column.append(row.get(code))
    return pd.DataFrame({code: _column(columns.pop(code), kind) for code, kind in TABLES[name].items()})


def _column(values: Sequence[Any], kind: ColumnKind) -> Any:  # noqa: ANN401 - the stub knows no dtype by its name
    column: Any = pd.Series(values, dtype="object")
    return column.astype(_DTYPES[kind])


class _Tables:
    """A season in words."""

    def __init__(self, season: Season, _: Catalog) -> None:
        self._ = _
        self.season = season
        self.contest = season.contest
        self.numbers = {entry.file: number for number, entry in enumerate(season.entries, 1)}
        self.judged = {one.entry.file: one for one in self.contest.tournaments} if self.contest else {}
        self.regions = {table.region: table.name for table in (self.contest.selection.tables if self.contest else ())}
        self.notes: dict[tuple[str, int], list[str]] = {}
        for case in self.contest.incidents if self.contest else ():
            self.notes.setdefault((case.entry.file, case.person.number), []).append(self.word(case.offence))
        self.chances: dict[int, list[str]] = {}
        for place in self.contest.selection.places if self.contest else ():
            for person, code in ((place.person, place.way), *place.over):
                if person is not None:
                    self.chances.setdefault(person.number, []).append(self.word(code))

    def word(self, code: Any) -> str:  # noqa: ANN401 - any of the codes that have words
        """What a code is called."""
        return self._(WORDS[type(code)][code])

    def words(self, codes: Sequence[Any]) -> str:
        """Several in one cell."""
        return ", ".join(self.word(code) for code in codes)

    def tournaments(self) -> Iterator[Row]:
        """One row a tournament."""
        for entry in self.season.entries:
            winner = next((one for one in entry.outcome if one.final == 1 and not self.season.flaws[entry.file]), None)
            yield {
                **self._event(entry),
                "place": entry.event.place,
                "organiser": entry.event.organiser,
                "players": entry.players,
                "winner": self.season.people.of(entry, winner.player).name if winner else "",
                "finished": entry.is_complete,
                "verified": entry.is_verified,
                "difference": entry.proof.difference(self._.language),
                "trusted": entry.proof.trusted,
                "why": self._why(entry),
                "written": entry.written,
                "digest": entry.proof.digest,
                "file": file_name(entry.file),
            }

    def _event(self, entry: Entry) -> Row:
        one = self.judged.get(entry.file)
        return {
            "number": self.numbers[entry.file],
            "event": entry.event.name,
            "date": entry.day,
            "region": entry.event.region,
            "kind": option_word(entry.event.kind, self._.language),
            "regulation": entry.title,
            "valid": one is not None and one.is_valid,
        }

    def _why(self, entry: Entry) -> str:
        one = self.judged.get(entry.file)
        return self.words(one.faults if one else self.season.flaws[entry.file])

    def results(self) -> Iterator[Row]:
        """One row a finished tournament that counts, and a player."""
        for entry in self.season.counting:
            event = self._event(entry)
            ranked = sum(result.final is not None for result in entry.results)
            for result in entry.outcome:
                person = self.season.people.of(entry, result.player)
                yield {**event, **_person(person), **self._result(result, ranked), "note": self._note(entry, person)}

    def _result(self, result: PlayerResult, ranked: int) -> Row:
        return {
            "written_name": result.name,
            "id": result.player,
            "home": result.region,
            "eligible": result.eligible,
            "final_place": result.final,
            "elimination_rank": result.rank,
            "score": float(result.score),
            "exact_score": str(result.score),
            "games": result.games,
            "prize": result.prize,
            "points": ranked - result.final + 1 if result.final is not None else None,
            "state": self._(STATES[result.status]),
        }

    def _note(self, entry: Entry, person: Person) -> str:
        return ", ".join(self.notes.get((entry.file, person.number), ()))

    def national(self) -> Iterator[Row]:
        """One row a regulation and a player."""
        for ranking in self.season.rankings:
            yield from (self._line(ranking, line) for line in ranking.national.lines)

    def regional(self) -> Iterator[Row]:
        """One row a regulation, a region and a player."""
        for ranking in self.season.rankings:
            for table in ranking.regional:
                yield from ({**self._line(ranking, line), "region": table.name} for line in table.lines)

    def _line(self, ranking: Ranking, line: RankingLine) -> Row:
        final = self.contest is not None and ranking.national is self.contest.selection.national
        note = self._of(line, self.chances.get(line.person.number, ()) if final else ())
        return {"regulation": ranking.title, "rank": line.rank, **_person(line.person), **_sums(line), "note": note}

    def _of(self, line: RankingLine, chances: Sequence[str]) -> str:
        """What else is to be said of somebody in a table: ``chances`` are those of going to the final."""
        told = [note for one in line.placings for note in self.notes.get((one.tournament.entry.file, line.person.number), ())]
        if any(not one.result.eligible for one in line.placings):
            told.append(self._("neither citizen nor resident"))
        return ", ".join(dict.fromkeys([*told, *chances]))

    def qualified(self) -> Iterator[Row]:
        """One row a place in the final; without a name if a reserve is needed."""
        for number, place in enumerate(self.contest.selection.places if self.contest else (), 1):
            person = _person(place.person) if place.person else {"name": ""}
            note = passed_over(place, self._)
            yield {
                "number": number,
                "way": self.word(place.way),
                "won_in": place.name,
                **person,
                "since": place.since,
                "note": note,
            }

    def reserves(self) -> Iterator[Row]:
        """One row a reserve, in the order that the regulation prefers."""
        for reserve in self.contest.selection.reserves if self.contest else ():
            new = self._("winner of the new tournament «{event}»; first for a place of his region")
            way = new.format(event=reserve.tournament.entry.event.name) if reserve.tournament else self._("second of the region")
            yield {
                "order": reserve.order,
                "region": reserve.region,
                "players": reserve.players,
                "entries": reserve.entries,
                **_person(reserve.person),
                "way": way,
            }

    def irregular(self) -> Iterator[Row]:
        """One row a person in a tournament."""
        for case in self.contest.incidents if self.contest else ():
            second = case.offence is Offence.SECOND_REGION
            yield {
                "date": case.entry.day,
                "event": case.entry.event.name,
                "region": case.entry.event.region,
                **_person(case.person),
                "why": self.word(case.offence),
                "since": case.since if case.since and case.since.year > 1 else None,
                "note": self._("plays in {region}").format(region=self.regions.get(case.detail, case.detail))
                if second
                else case.detail,
                "file": file_name(case.entry.file),
            }

    def doubtful(self) -> Iterator[Row]:
        """One row a pair."""
        for doubt in self.season.doubts:
            one, other = doubt.one, doubt.other
            row: Row = {"why": self.word(doubt.why), "name": one.name, "file": file_name(one.file), "times": one.times}
            row |= {"email": one.email, "other_name": other.name, "other_file": file_name(other.file)}
            yield {**row, "other_times": other.times, "other_email": other.email}

    def record(self) -> Iterator[Row]:
        """One row a session and a player."""
        for score in self.season.record:
            entry = score.entry
            yield {
                **self._event(entry),
                **_person(score.person),
                "rank": score.rank,
                "score": float(score.result.score),
                "games": score.result.games,
                "own_best": score.is_best,
                "valid": score.rank is not None,
                "why": ", ".join(dict.fromkeys(self._(OBJECTIONS[code]) for code in score.objections)),
                "place": entry.event.place,
                "players": entry.players,
                "file": file_name(entry.file),
            }

    def statistics(self) -> Iterator[Row]:
        """One row a count, whatever it is about; what does not belong to it is missing."""
        _, language = self._, self._.language
        for tally in tallies(self.season.counting, self.season.people):
            for side in tally.sides:
                yield _told(tally, _("Wins by side and table size"), side, what=word(side.side, language), seats=side.size)
            for role in tally.roles:
                yield _told(tally, _("Roles"), role, what=word(role.role, language), games=role.seats)
            bought = any(one.price for one in tally.characters)
            for one in tally.characters:
                cost = {"price": one.price, "gain": one.gain} if bought else {}
                yield _told(tally, _("Characters"), one, what=one.name, games=one.played, **cost)
            for dear in tally.prices:
                where = {"event": dear.entry.event.name, "date": dear.entry.day, **_person(dear.person)}
                price = {"what": dear.price.character, "price": dear.price.bid}
                yield _told(tally, _("The highest prices"), dear.price, **where, **price)
            for person, career in tally.careers:
                yield _told(tally, _("The longest careers as Sheriff"), career, **_person(person))

    def skipped(self, files: Sequence[tuple[str, str]]) -> Iterator[Row]:
        """One row a file that could not be read, or is not counted."""
        yield from ({"file": file_name(file), "why": why} for file, why in files)
        yield from ({"file": file_name(one.entry.file), "why": instead(one, self._)} for one in self.season.duplicates)
        for pair in self.season.conflicts:
            for one, other in (pair, pair[::-1]):
                yield {"file": file_name(one.file), "why": contradiction(other, self._)}


def _told(tally: Tally, about: str, line: object, **more: object) -> Row:
    """A row of the statistics: what the line itself counts, and ``more``."""
    counts = {"games": "games", "wins": "won", "expected": "expected", "alive": "alive", "paid": "paid"}
    found = {code: getattr(line, attribute, None) for code, attribute in counts.items()}
    expected = None if found["expected"] is None else float(found["expected"])
    return {"regulation": tally.title, "about": about, **found, "expected": expected, **more}


def _person(person: Person) -> Row:
    return {"person": person.number, "name": person.name, "home": person.region, "email": person.email}


def _sums(line: RankingLine) -> Row:
    """All ways to add up what counts, whichever is chosen; the score is the one that separates equals."""
    places = [Fraction(one.result.final) for one in line.counted if one.result.final is not None]
    return {
        "tournaments": len(line.placings),
        "counted": len(line.counted),
        "points": sum(one.points for one in line.counted),
        "best": int(min(places)) if places else None,
        "mean": float(sum(places, Fraction()) / len(places)) if places else None,
        "score": None if line.score is None else float(line.score),
    }
