"""Compute a season from its entries, in one pure step, with the national list of Record scores."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import Final, NamedTuple

from bangxl.locale.catalog import N_
from bangxl.seasons.championship import SeasonChampionship
from bangxl.seasons.choices import Choices, NameDecision, StatusLine
from bangxl.seasons.doubts import Doubt, doubts_about_names
from bangxl.seasons.entry import PlayerResult, RefertoEntry
from bangxl.seasons.people import Mention, People, Person, Sighting, fold_address, people
from bangxl.seasons.ranking import PersonResult, Ranking, ResultsByFile, Rules, by_region, rank, results_of
from bangxl.seasons.sifting import Candidate, Flaw, Sifting, sift
from bangxl.tournament.rulebook import Rulebook

OBJECTIONS: Final[Mapping[str, str]] = {
    "too_few_players": Flaw.FEW,
    "too_few_games": N_("fewer games than players"),
    "unequal_sheriffs": N_("not everybody was Sheriff equally often"),
    "group_changed": N_("the group changed"),
    "other_scoring": N_("another scoring was used"),
    "variant": N_("a variant was played"),
}
"""Why a session does not count for the record, in English, by the codes of `tournament.official`."""


class RecordScore(NamedTuple):
    """A score of a session of Record. ``why`` it does not count, in English; ``own_best``: the person's highest that counts."""

    result: PersonResult
    why: tuple[str, ...]
    rank: int | None
    own_best: bool


@dataclass(frozen=True)
class Season:
    """The data of a season's workbook. ``championship`` is None if no report belongs to a championship.

    ``rankings``: for each regulation the national table and the regional ones (R07-20).
    """

    files: Sifting
    people: People
    results: ResultsByFile
    championship: SeasonChampionship | None
    rankings: tuple[Ranking, ...]
    doubts: tuple[Doubt, ...]

    @property
    def careers(self) -> Mapping[int, Sequence[PlayerResult]]:
        """By the number of each person the results that count, in order of time."""
        own: defaultdict[int, list[PlayerResult]] = defaultdict(list)
        for entry in self.files.counting:
            for one in self.results[entry.file]:
                own[one.person.number].append(one.player)
        return own

    @cached_property
    def record_scores(self) -> list[RecordScore]:
        """Every score of every finished session, the highest first; scores that do not count stand below, without rank.

        More dollars first, "a parità di $ … il numero maggiore di partite".
        """
        sessions = {entry.file: entry for entry in self.files.entries if entry.is_record}
        why = {  # faults of the file, and objections by its regulation
            file: (*self.files.flaws[file], *[Flaw.REGULATION] * bool(one.house), *map(OBJECTIONS.__getitem__, one.objections))
            for file, one in sessions.items()
        }

        def order(one: PersonResult) -> tuple[bool, Fraction, int]:
            return bool(why[one.entry.file]), -one.player.score, -one.player.games

        rows = [one for file in sessions for one in sorted(self.results[file], key=lambda one: one.player.name)]
        scores, best = list[RecordScore](), set[Person]()
        for (is_below, *_), equals in groupby(sorted(rows, key=order), order):
            place = None if is_below else len(scores) + 1
            for one in equals:
                scores.append(RecordScore(one, why[one.entry.file], place, place is not None and one.person not in best))
                best.add(one.person)
        return scores

    @cached_property
    def players(self) -> int:
        """How many persons have played in tournaments that count."""
        return len({self.people.of(entry.file, one.player).number for entry in self.files.counting for one in entry.results})


def compute_season(
    entries: Sequence[RefertoEntry],
    rulebook: Rulebook | None,
    choices: Choices,
    status_lines: Sequence[StatusLine] = (),
    same: Sequence[NameDecision] = (),
) -> Season:
    """Compute the season. ``rulebook``: the one with the championship; ``same``: decisions on names."""
    files = sift(entries, choices.today, choices.digests)
    sightings = []
    for entry in sorted(files.entries, key=lambda entry: bool(files.flaws[entry.file])):
        counts = not files.flaws[entry.file]  # data only in files that do not count changes nobody else
        for one in entry.results:
            email, mention = fold_address(one.email) if counts else "", Mention(entry.file, one.player)
            sightings.append(Sighting(mention, one.name, one.region, email, entry.event.date, counts=counts))
    sightings += [
        Sighting(_mention_on_list(one), one.name, one.region, fold_address(one.email), listed=True) for one in status_lines
    ]
    everybody = people(sightings, same)
    results = results_of(files.entries, everybody)
    lines: defaultdict[int, list[StatusLine]] = defaultdict(list)
    for line in status_lines:
        lines[everybody.by_mention[_mention_on_list(line)].number].append(line)
    final: SeasonChampionship | None = None
    if rulebook is not None and rulebook.championship is not None:
        final = SeasonChampionship(files, everybody, results, rulebook, rulebook.championship, choices, lines)
    # for the championship its own tables; for every other regulation all its tournaments that count
    own = {one.entry.file for one in final.tournaments if Flaw.REGULATION not in one.faults} if final else set()
    groups: defaultdict[tuple[str, str, str], list[Candidate]] = defaultdict(list)
    for entry in files.counting:
        if not (entry.file in own or entry.is_record or "too_few_players" in entry.objections):
            groups[entry.title, entry.regulation, entry.house].append(Candidate(entry, ()))
    rules, rankings = Rules(choices.adding, choices.best or 0), list[Ranking]()
    for (title, _id, _house), group in groups.items():
        rankings.append(rank(results, group, title, rules))
        rankings += [rank(results, own_group, title, rules, region) for region, own_group in by_region(group).items()]
    if final is not None and final.national.tournaments:
        rankings += [final.national, *final.tables.values()]
    ordered = tuple(sorted(rankings, key=lambda one: one.title))
    return Season(files, everybody, results, final, ordered, doubts_about_names(everybody, files.counting, files.alike))


def _mention_on_list(line: StatusLine) -> Mention:
    """The place of a line of the list: each line is its own list, as one person may have several."""
    return Mention(f"{line.file}:{line.line}", str(line.line))
