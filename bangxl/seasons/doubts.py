"""Pairs to look at: names that may be one person or two, and events or regions that are almost equal."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, combinations, count, islice, pairwise, product
from typing import Final

from bangxl.locale.catalog import N_
from bangxl.seasons.entry import RefertoEntry
from bangxl.seasons.people import People, Person, Sighting, comparable, file_name, fold_address, namesakes
from bangxl.tournament.identity import words

_Key = tuple[str, ...]
"""What all spellings of a name have in common: ``("anna", "rossi")`` for Anna Rossi and for ROSSI Ànna."""

_LONGEST: Final = 8
"""How many words a name may have for a comparison of its parts."""

ONE_MISSING, ONE_SLIP, TWO_SLIPS = 3, 5, 9
"""The minimal length in letters of a word that may lack a letter, differ in one, or differ in two, by a typing error."""

_HEAD: Final = 12
"""How many letters of a word to look at before comparing it as a whole."""


class Why(StrEnum):
    """Why a pair is doubtful, in English, the most likely mistake first."""

    SEVERAL = N_("several people have this name")
    NOBODY = N_("nobody in these reports has this name")
    BOTH = N_("one report has both, so they are two people")
    FORM = N_("other accents, signs, spaces or order of words")
    HOME = N_("same name, other region")
    SPELLING = N_("one or two letters differ")
    INITIAL = N_("one name has only an initial")
    PART = N_("one name has one word more")
    ADDRESS = N_("other name, same mail address")
    SAME_NAME = N_("same name, perhaps two people")
    SAME_DAY = N_("in two tournaments on one day")
    EVENT = N_("two tournaments that may be one")
    REGION = N_("two regions with almost the same name")


@dataclass(frozen=True, slots=True)
class Side:
    """One half of a doubtful pair: the name, its first file, the number of its files, mail address and region."""

    name: str
    file: str
    times: int = 1
    email: str = ""
    region: str = ""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A pair that was not merged, or was merged and may be wrong. ``line``: for the list of names; "" if none settles it."""

    why: Why
    one: Side
    other: Side
    line: str = ""


def doubts_about_names(
    people: People, entries: Sequence[RefertoEntry], alike: Iterable[tuple[RefertoEntry, RefertoEntry]]
) -> tuple[Doubt, ...]:
    """Find all of them, by kind and name. Decisions about both sides of a pair settle the doubt.

    ``entries`` are those that count; only their names are compared. ``alike`` are pairs that may be one tournament.
    """
    pairs: dict[frozenset[int], Doubt] = {}
    counted = [person for person in people.persons if any(sighting.counts for sighting in person.sightings)]
    files_of = {person.number: [sighting.mention.file for sighting in person.sightings if sighting.counts] for person in counted}
    sides = {one.number: Side(one.name, files_of[one.number][0], len({*files_of[one.number]}), one.email, one.region)
             for one in counted}  # fmt: skip
    by_label = _by_label(counted)
    twins, second = _namesakes(by_label), _numbered(people)
    for why, a, b in _people(counted):
        first, last = sorted((a, b), key=lambda person: person.number)
        labels = {comparable(person.label) for person in (a, b)}
        if not ((a.settled and b.settled) or (why is Why.SAME_NAME and twins.keys() & labels)):
            # a line about a label that others have, too, would move them, or part all of that name
            line = _as_one(first, last, sides) if sum(len(by_label[label]) for label in labels) == 2 else ""
            pairs.setdefault(frozenset((a.number, b.number)), Doubt(why, sides[first.number], sides[last.number], line))
    everything = list(pairs.values())
    everything += [Doubt(Why.EVENT, Side(a.event.name, a.file), Side(b.event.name, b.file)) for a, b in alike]
    everything += [*_both(twins, second), *_of_lists(people)]
    # one person in two tournaments on the same day, both part of a championship
    files = {entry.file for entry in entries if entry.championship and entry.day}
    many = Counter((entry.file, comparable(one.name)) for entry in entries for one in entry.results)
    for person in people.persons:
        played = [] if person.settled else [sighting for sighting in person.sightings if sighting.mention.file in files]
        for pair in pairwise(played):
            if pair[0].day == pair[1].day:
                one, other = (Side(one.name, one.mention.file, 1, one.email, one.region) for one in pair)
                is_plain = many[other.file, comparable(other.name)] == 1 and not pair[1].moved
                name = person.label if is_plain else pair[1].mention.player
                line = _csv(name, second(person.label), file_name(other.file))
                everything.append(Doubt(Why.SAME_DAY, one, other, line))
    # regions that may be one, misspelled once
    regions: dict[_Key, RefertoEntry] = {}
    for entry in entries:
        if entry.event.region and entry.championship:
            regions.setdefault(likeness(entry.event.region), entry)
    for slip in {(min(slip), max(slip)) for slip in _typing_errors({*regions})}:
        one, other = (Side(regions[name].event.region, regions[name].file) for name in slip)
        everything.append(Doubt(Why.REGION, one, other))
    order = list(Why)
    return tuple(sorted(everything, key=lambda doubt: (order.index(doubt.why), doubt.one.name, doubt.other.name, doubt.one.file)))


def likeness(name: str) -> _Key:
    """The words of a name, folded and sorted. Equal ones are shown, and never merged."""
    return tuple(sorted(words(name)))


def _csv(*cells: str) -> str:
    return ",".join('"{}"'.format(cell.replace('"', '""')) if {*cell} & {*',"'} else cell for cell in cells)


def _as_one(one: Person, other: Person, sides: Mapping[int, Side]) -> str:
    """The line that makes one person of two."""
    # who has fewer files is the other; a line of the list of statuses is somebody, and a decision stays
    ranks = [(who.settled, not who.sightings[0].listed, sides[who.number].times) for who in (one, other)]
    return _csv(one.label, other.label, "") if ranks[0] <= ranks[1] else _csv(other.label, one.label, "")


def _numbered(people: People) -> Callable[[str], str]:
    """What gives another person of a label a label that nobody has: «Anna Rossi (2)»."""
    taken = {comparable(person.label) for person in people.persons}

    def second(label: str) -> str:
        new = next(text for number in count(2) if comparable(text := f"{label} ({number})") not in taken)
        taken.add(comparable(new))
        return new

    return second


def _by_label(persons: Sequence[Person]) -> Mapping[str, Sequence[Person]]:
    """All persons of a label; who has no name is like nobody."""
    groups: defaultdict[str, list[Person]] = defaultdict(list)
    for person in persons:
        if comparable(person.name):
            groups[comparable(person.label)].append(person)
    return groups


def _namesakes(by_label: Mapping[str, Sequence[Person]]) -> Mapping[str, Sequence[Sequence[Sighting]]]:
    """By label, those whom a report has twice, where nothing says which of them is the one of another report."""
    found = {}
    for label, group in by_label.items():
        twice = namesakes(one for person in group for one in person.sightings)
        if unknown := [own for own in twice.values() if len(own) < len(group)]:
            found[label] = unknown
    return found


def _both(twins: Mapping[str, Sequence[Sequence[Sighting]]], second: Callable[[str], str]) -> Iterator[Doubt]:
    for first, *others in chain.from_iterable(twins.values()):
        for who in others:
            one, other = (Side(f"{a.name} ({a.mention.player})", a.mention.file, 1, a.email, a.region) for a in (first, who))
            yield Doubt(Why.BOTH, one, other, _csv(who.mention.player, second(who.label), file_name(who.mention.file)))


def _of_lists(people: People) -> Iterator[Doubt]:
    """The lines of a list that mean nobody, or several."""
    for idle in people.idle:
        yield Doubt(Why.NOBODY, Side(", ".join(filter(None, (idle.name, idle.file))), idle.place), Side("", ""))
    by_name: defaultdict[str, dict[int, str]] = defaultdict(dict)
    for person in people.persons:
        for name in {comparable(one.name) for one in person.sightings if not one.listed}:
            by_name[name][person.number] = person.label
    for person in people.persons:
        if all(one.listed and not one.decided for one in person.sightings):
            labels = by_name.get(comparable(person.name), {}).values()
            if len(labels) != 1:
                one, other = Side(person.name, person.sightings[0].mention.file), Side(", ".join(dict.fromkeys(labels)), "")
                yield Doubt(Why.SEVERAL if labels else Why.NOBODY, one, other)


def _people(persons: Sequence[Person]) -> Iterator[tuple[Why, Person, Person]]:
    """Doubtful pairs of persons; a pair may come again for another reason."""
    by_key: defaultdict[_Key, list[Person]] = defaultdict(list)
    by_letters: defaultdict[str, list[Person]] = defaultdict(list)
    by_email: defaultdict[str, list[Person]] = defaultdict(list)
    for person in persons:
        if name := likeness(person.name):
            by_key[name].append(person)
            by_letters["".join(sorted("".join(name)))].append(person)
        for email in sorted({fold_address(sighting.email) for sighting in person.sightings} - {""}):
            by_email[email].append(person)
    keys = {*by_key}
    slips = ((Why.SPELLING, one, other) for one, other in _typing_errors(keys))
    initials = ((Why.INITIAL, one, other) for one, other in _equal_but_initials(keys))
    sizes = ((name, size) for name in keys if len(name) <= _LONGEST for size in range(2, len(name)))
    shorter = ((Why.PART, name, part) for name, size in sizes for part in combinations(name, size) if part in keys)
    for why, less, more in chain(slips, initials, shorter):
        yield from ((why, a, b) for a, b in product(by_key[less], by_key[more]) if not _are_two(a, b))
    for one, other in chain.from_iterable(map(_next_ones, by_letters.values())):
        alike = Why.SAME_NAME if comparable(one.label) == comparable(other.label) else Why.HOME
        yield alike if comparable(one.name) == comparable(other.name) else Why.FORM, one, other
    for group in by_email.values():
        yield from ((Why.ADDRESS, one, other) for one, other in _next_ones(group))


def _next_ones(group: Sequence[Person]) -> Iterator[tuple[Person, Person]]:
    """Each person of a group with the one before and the one behind who may be the same."""
    for at, one in enumerate(group):
        for others in (reversed(group[:at]), group[at + 1 :]):
            yield from ((one, other) for other in islice((who for who in others if not _are_two(one, who)), 1))


def _are_two(one: Person, other: Person) -> bool:
    """Whether a report has both."""
    mine, theirs = ({sighting.mention.file for sighting in who.sightings if sighting.counts} for who in (one, other))
    return not mine.isdisjoint(theirs)


def _equal_but_initials(keys: set[_Key]) -> Iterator[tuple[_Key, _Key]]:
    """Names that are equal except for one word, of which one name has only the first letter."""
    rests: defaultdict[_Key, list[tuple[str, _Key]]] = defaultdict(list)
    for name in keys:
        for at, word in enumerate(name):
            rests[name[:at] + name[at + 1 :]].append((word, name))
    for rest, group in rests.items():
        for word, name in group if rest else ():
            if len(word) == 1 and word.isalpha():  # a number is no initial
                yield from ((name, other) for full, other in group if len(full) > 1 and full.startswith(word))


def _typing_errors(keys: set[_Key]) -> Iterator[tuple[_Key, _Key]]:
    near = near_words({word for name in keys for word in name if not word.isdigit()})
    for name in keys:
        respelt: set[_Key] = set()
        for at, word in enumerate(name):
            for other in near.get(word, ()):
                changed = (*name[:at], other, *name[at + 1 :])
                respelt.add(tuple(sorted(changed)))
                for again in range(at + 1, len(name)):
                    twice = ((*changed[:again], second, *changed[again + 1 :]) for second in near.get(name[again], ()))
                    respelt.update(tuple(sorted(one)) for one in twice)
        yield from ((name, other) for other in respelt & keys)


def is_slip(one: str, other: str) -> bool:
    """Whether two different words may be one, with a letter or two wrong, missing, extra or swapped."""
    short, long = sorted((len(one), len(other)))
    most = 2 if short >= TWO_SLIPS else 1 if short >= ONE_SLIP else int(ONE_MISSING <= short < long)
    return one != other and _is_within(one, other, most)


def _is_within(one: str, other: str, most: int) -> bool:
    """Whether at most so many slips make one word of the other; no letter is changed twice (optimal string alignment)."""
    while one and other and one[0] == other[0]:
        one, other = one[1:], other[1:]
    if not (one and other and most):
        return len(one) + len(other) <= most
    rests = [(one[1:], other[1:]), (one[1:], other), (one, other[1:])]
    if one[:2] == other[1::-1]:
        rests.append((one[2:], other[2:]))
    return any(_is_within(*rest, most - 1) for rest in rests)


def near_words(vocabulary: Iterable[str]) -> Mapping[str, frozenset[str]]:
    """For each word, the others that differ by a typing error.

    Where two words differ by n slips, their heads have something in common if each leaves out n letters at most.
    """
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for word in {*vocabulary}:
        head, many = word[:_HEAD], 2 if len(word) >= TWO_SLIPS else int(len(word) >= ONE_MISSING)
        for rest in {rest for less in range(many + 1) for rest in combinations(head, len(head) - less)}:
            groups["".join(rest)].append(word)
    near: defaultdict[str, set[str]] = defaultdict(set)
    for one, other in {pair for group in groups.values() for pair in combinations(sorted(group), 2)}:
        if is_slip(one, other):
            near[one].add(other)
            near[other].add(one)
    return {word: frozenset(others) for word, others in near.items()}
