"""Every printed page of every regulation: nothing clipped, one page where it must be one, and the same bytes again."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Final

import pytest

from bangxl.commands.demo import simulate_tournament
from bangxl.locale.catalog import Catalog, catalog, long_day
from bangxl.paper.diplomas import awards_pages, honours
from bangxl.paper.finals import duel_page, finals_page
from bangxl.paper.kit import kit_pages
from bangxl.paper.meetings import meetings_page
from bangxl.paper.record import empty_forms, forms_to_come, game_form, record_page, stage_page
from bangxl.paper.sheet import TEXT, Align, Face, Paper, Size
from bangxl.paper.standings import Slip, slips_pages, standings_page
from bangxl.paper.wall import wall_pages
from bangxl.rulebooks.loader import load, rulebook_ids
from bangxl.sheets.duel import is_needed
from bangxl.tournament.finals import final_ranking, match_winner
from bangxl.tournament.model import WALKOVER, Event, EventType, Moment, Status
from bangxl.tournament.state import State
from tests.helpers.render import page_count, page_words
from tests.helpers.sample import sample, these
from tests.paper.printed import MADE, clipped, drawn
from tests.paper.test_pages import ended, saved

LONG: Final = (
    "Александра Константинопольская-Рождестве",
    "Maximiliane-Friederike Donaudampfschiff",
    "Նարեկ Սարգսյան",
    "Łukasz Ó",
)
"""Names, two of forty letters."""
EVENT: Final = "12° Open Città di Torino e della Valle d'Aosta «La Diligenza»"
READABLE: Final = 7
"""The size in points of the smallest letters."""
HOUSE: Final = Path(__file__).parents[1] / "data"
REGULATIONS: Final = (*rulebook_ids(), str(HOUSE / "konajka.toml"), str(HOUSE / "house.toml"))


@cache
def played(rulebook: str) -> State:
    """A whole tournament of people with long names; the largest tables that the regulation has."""
    found = load(rulebook)
    players = min(found.maximum_players, 21)
    tournament, _log = simulate_tournament(found, players, "pages", "en")
    people = (replace(one, name=f"{LONG[n % len(LONG)]} {n}"[-40:]) for n, one in enumerate(tournament.players))
    event = replace(
        tournament.event, name=EVENT, place="Saloon", date="2026-11-21", referees=("Marta Ferraris",), organiser="Ludoteca"
    )
    return State(replace(tournament, players=tuple(people), event=event), found)


Page = Callable[[Paper], None]


def slip(name: str, games: int = 7) -> Slip:
    """A statement of some games."""
    game = ("1", "21", "Hilfssheriff", "−1,500", "+3,000", "19,900")
    return "Event", name, [("Round", "Table", "Role", "Paid", "Winnings", "Total"), *[game] * games], ["Now: 19,900 $"], ["Code"]


def single_pages(state: State, _: Catalog) -> Iterator[Page]:
    """What is always one page, whatever stands on it."""
    tournament = state.tournament
    games = sorted(tournament.games, key=lambda game: -game.size)[:2]
    forms = [*(game_form(state, _, game) for game in games), *empty_forms(state, _)]
    first = tuple(game for game in tournament.games if game.round == 1)
    begun = state.with_tournament(replace(tournament, games=first, finals=None, stages=()))
    forms += list(forms_to_come(begun, _))[:1]
    yield from (partial(record_page, form=form) for form in forms)
    yield from (partial(stage_page, state=state, _=_, game=game) for game in tournament.stages)
    yield partial(wall_pages, state=state, _=_, number=1)
    if is_needed(state.rulebook):
        yield partial(duel_page, rulebook=state.rulebook, _=_, below=(EVENT, long_day(_, "2026-11-21")))


def all_pages(paper: Paper, state: State, _: Catalog) -> None:
    """What may have several."""
    standings_page(paper, state, _)
    if state.rulebook.has_finals:
        finals_page(paper, state, _)
    if not state.rulebook.fixed_tables:
        meetings_page(paper, state, _)
    slips_pages(paper, [slip(player.name) for player in state.tournament.players])
    awards_pages(paper, state, _, honours(state, _, everyone=True))
    kit_pages(paper, state.rulebook, _)


PAPERS: Final = [
    ("ru", "letter"),
    *(pytest.param(language, "a4", marks=pytest.mark.soak) for language in ("it", "en", "ru", "de")),
]


@pytest.mark.parametrize(("language", "size"), PAPERS)
@pytest.mark.parametrize("rulebook", these(REGULATIONS, "record", "italy-2007"), ids=lambda one: Path(one).stem)
def test_nothing_is_clipped_or_tiny_and_single_pages_are_one_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rulebook: str, language: str, size: Size
) -> None:
    state, letters, write = played(rulebook), set[float](), Paper.print

    def spied(paper: Paper, x: float, base: float, width: float, text: str, face: Face, align: Align = "left") -> None:
        letters.add(face.size)
        write(paper, x, base, width, text, face, align)

    monkeypatch.setattr(Paper, "print", spied)
    _ = catalog(language).counting(state.rulebook.unit)
    pages = list(single_pages(state, _))

    def draw(paper: Paper) -> None:
        for page in pages:
            page(paper)

    pdf = drawn(tmp_path / "pages.pdf", draw, language, size)
    assert page_count(pdf) == len(pages)
    assert clipped(pdf) == []
    assert clipped(drawn(tmp_path / "more.pdf", partial(all_pages, state=state, _=_), language, size)) == []
    assert min(letters) >= READABLE


def test_long_names_are_whole(tmp_path: Path) -> None:
    """On the record sheet and on the wall, each as often as it must be."""
    state = played("italy-2010")
    _, game = catalog("ru"), state.tournament.games[0]
    people = {player.id: player.name for player in state.tournament.players}
    pdf = drawn(tmp_path / "record.pdf", lambda paper: record_page(paper, game_form(state, _, game)))
    (words,) = page_words(pdf)
    for seat in game.seats:
        assert {*parts(people[seat.player])} <= {part for word in words for part in parts(word.text)}
    (wall,) = page_words(drawn(tmp_path / "wall.pdf", lambda paper: wall_pages(paper, state, _, 1)))
    texts, names = ([part for text in every for part in parts(text)] for every in ((w.text for w in wall), people.values()))
    assert [part for part in {*names} if texts.count(part) < 2 * names.count(part)] == []


def test_a_name_too_long_for_a_line_stands_on_two_in_its_whole_size(tmp_path: Path) -> None:
    """It shrank to three quarters, while the next one, a letter longer, was broken."""
    state = played("germany")
    names = dict(zip(state.tournament.start_tables[1], ("Beatrice Dell'Acquasanta", "Ludovica Dell'Acquasanta"), strict=False))
    people = tuple(replace(one, name=names.get(one.id, "Bo Neri")) for one in state.tournament.players)
    now = State(replace(state.tournament, players=people), state.rulebook)
    game = next(game for game in now.tournament.games if game.table == 1)
    (words,) = page_words(drawn(tmp_path / "r.pdf", lambda paper: record_page(paper, game_form(now, catalog("de"), game))))
    heights = {word.text: round(word.bottom - word.top, 1) for word in words}
    assert heights["Beatrice"] == heights["Dell'Acquasanta"] == heights["Neri"]


def test_a_name_is_broken_at_a_blank_and_three_lines_leave_room(tmp_path: Path) -> None:
    """«Hans-/Joachim Galli»; a name on three lines touched the lines above and below it."""

    def draw(paper: Paper) -> None:
        assert paper.broken("Hans-Joachim Galli", TEXT) == ["Hans-Joachim", "Galli"]
        assert paper.broken("Massimiliano Ó Briain (P009)", TEXT) == ["Massimiliano", "Ó Briain (P009)"]
        assert paper.broken("Ilaria Oberhuber-Niederwimmer", TEXT) == ["Ilaria Oberhuber-", "Niederwimmer"]
        paper.page()
        paper.text(20, 20, 27, 13.5, "Bartholomäus Oberhuber-Niederwimmer", Face(14, bold=True))

    (words,) = page_words(drawn(tmp_path / "n.pdf", draw))
    (tall,) = {round(word.bottom - word.top, 1) for word in words}
    assert len(words) == 3
    assert 9 < tall < 10  # points: 10.6 filled the cell


def parts(name: str) -> list[str]:
    """What may stand on lines of its own."""
    return name.replace("-", " ").split()


def test_long_names_can_be_read_and_no_head_is_torn(tmp_path: Path) -> None:
    """Where the sheet has most columns, on the smaller paper: a name of forty letters takes three lines, and is read."""
    state, _ = played("germany"), catalog("ru")
    game = max(state.tournament.games, key=lambda game: game.size)
    people = {player.id: player.name for player in state.tournament.players}
    (words,) = page_words(drawn(tmp_path / "r.pdf", lambda paper: record_page(paper, game_form(state, _, game)), "ru", "letter"))
    assert {"Помощник", "Бандит"} <= {word.text for word in words}
    names = {part for seat in game.seats for part in parts(people[seat.player]) if len(part) > 3}
    heights = [word.bottom - word.top for word in words if {*parts(word.text)} & names]
    assert len(heights) >= game.size
    assert min(heights) > 8


def test_no_word_of_a_german_head_is_parted_on_letter(tmp_path: Path) -> None:
    form = next(empty_forms(played("germany"), catalog("de")))
    (words,) = page_words(drawn(tmp_path / "r.pdf", lambda paper: record_page(paper, form), "de", "letter"))
    heights = {word.text: word.bottom - word.top for word in words}
    assert min(heights[word] for word in ("ausgeschaltet", "Hilfssheriff", "Gesetzloser")) > 9


def test_the_table_chart_leaves_no_two_rows_for_another_page(tmp_path: Path) -> None:
    """41 lines (Italy 2010), on the shorter paper, too."""
    state = played("italy-2010")
    pages = page_words(drawn(tmp_path / "k.pdf", lambda paper: kit_pages(paper, state.rulebook, catalog("en")), "en", "letter"))
    (chart,) = [page for page in pages if {"10", "49", "50", "Tables"} <= {word.text for word in page}]
    assert {"Table", "chart"} <= {word.text for word in chart}


def test_the_kit_has_the_whole_chart_lists_to_write_on_and_every_table_of_the_knock_out(tmp_path: Path) -> None:
    """Without the computer a Germany of 51 players and more had no chart, and a last table of 5 no order of choice."""
    rulebook = played("germany").rulebook
    pages = page_words(drawn(tmp_path / "k.pdf", lambda paper: kit_pages(paper, rulebook, catalog("en"))))
    texts = [" ".join(word.text for word in page) for page in pages]
    assert any({"20", "51", "126"} <= {word.text for word in page} for page in pages)
    chosen = [text.count("Choose characters in the order of the numbers.") for text in texts if "KNOCK-OUT" in text]
    assert sorted(chosen) == [0, 1, 1, 1, 1, 1]  # it stood twice; a pair chooses in another way
    # of two only who begins is decided; each plays with two characters, who had one box
    heads = ({"Choice", "No.", "Character", "Characters"} & {*text.split()} for text in texts if "KNOCK-OUT" in text)
    assert sorted(map(sorted, heads)) == [["Character", "Choice"]] * 5 + [["Characters", "No."]]
    assert sum("NOTES (withdrawals)" in text for text in texts if "KNOCK-OUT" in text) == 6  # from two players to seven
    assert sum(text.startswith(("Tables Tournament", "Check-in")) for text in texts) == 2
    (ledger,) = [text.split() for text in texts if "Ledger" in text and "Winnings" in text]
    assert {"Start", "1", "20"} <= {*ledger}
    assert " ".join(ledger).count("For a table of 5") == ledger.count("1,400") == 1  # without it, sums by hand were wrong
    (words,) = [page for page in pages if "Ledger" in {word.text for word in page} and "Start" in {word.text for word in page}]
    name, start = (next(word for word in words if word.text == text) for text in ("Player", "Start"))
    assert start.left - name.left > 130  # a name is written there by hand: 27 mm were too few
    numbered = [text for text in texts if re.search(rf"\b\d+ / {len(pages)}\b", text)]
    assert numbered  # those to read, none to copy and write on
    assert all(text.endswith("Regulation") for text in numbered)
    pages = page_words(drawn(tmp_path / "i.pdf", lambda paper: kit_pages(paper, load("italy-2007"), catalog("en"))))
    assert sum({"Finals", "Semifinal", "loser"} <= {word.text for word in page} for page in pages) == 2


def test_statements_are_four_a_page_with_a_large_name(tmp_path: Path) -> None:
    """Cut apart, a strip without a box was lost on the table, and its name as small as the sums."""
    slips = [slip(f"Anna {number} Rossi") for number in range(5)]
    first, second = page_words(drawn(tmp_path / "s.pdf", lambda paper: slips_pages(paper, slips)))
    names = [word.bottom - word.top for word in first if word.text == "Rossi"]
    assert (len(names), sum(word.text == "Rossi" for word in second)) == (4, 1)
    assert min(names) > 1.4 * max(word.bottom - word.top for word in first if word.text == "+3,000")


def test_an_account_has_its_figures_below_each_other_and_the_total_large(tmp_path: Path) -> None:
    """It was prose, with the total in its twelfth line as small as the rest; letters were of another size in each box."""
    slips = [slip("Anna Rossi", games) for games in (2, 7)]
    (words,) = page_words(drawn(tmp_path / "s.pdf", lambda paper: slips_pages(paper, slips)))
    for text in ("−1,500", "+3,000"):
        figures = [word for word in words if word.text == text]
        assert len({round(word.right % (max(one.right for one in words) / 2), 0) for word in figures}) <= 2
        assert len({round(word.bottom - word.top, 1) for word in figures}) == 1
    total = next(word for word in words if word.text == "Now:")
    assert total.bottom - total.top > 1.4 * (figures[0].bottom - figures[0].top)


def test_no_amount_loses_its_sign_to_the_next_line() -> None:
    """«totale 6.000 / $»; in Russian a line began within an amount."""
    paper = Paper("Test", "it", MADE)
    for text, parts in (
        ("totale 6.000 $", ["totale", "6.000 $"]),
        ("всего 6\N{NO-BREAK SPACE}000 $", ["всего", "6\N{NO-BREAK SPACE}000 $"]),
    ):
        assert paper.wrapped(text, TEXT, paper.measure(text[:-1], TEXT)) == parts
        assert paper.broken(text, TEXT) == parts
    paper.data()  # closes the fonts


def test_who_has_left_stands_below_the_final_ranking(tmp_path: Path) -> None:
    """A name that was missing on the wall looked forgotten; and a walkover was as large as the title of its duel."""
    state = played("italy-2010")
    finals = state.tournament.finals
    assert finals is not None
    duels = (replace(finals.duels[0], score_a=WALKOVER, score_b=None), *finals.duels[1:])
    state = state.with_tournament(replace(state.tournament, finals=replace(finals, duels=duels)))
    (words,) = page_words(drawn(tmp_path / "f.pdf", lambda paper: finals_page(paper, state, catalog("en"))))
    texts = [word.text for word in words]
    assert "withdrawn" in texts
    heights = {word.text: word.bottom - word.top for word in words}
    assert READABLE <= heights["walkover"] < 0.75 * heights["Semifinal"]


def test_who_is_ejected_in_the_final_has_still_won_the_semifinal(tmp_path: Path) -> None:
    """He stood as ejected in both, so that one ejected man won against another."""
    state, counts = played("italy-2010"), list[int]()
    finals = state.tournament.finals
    assert finals is not None
    for match in ("F", "SF1"):
        duel = next(duel for duel in finals.duels if duel.match == match)
        loser = next(iter({duel.player_a, duel.player_b} - {match_winner(state, match)}))
        event = Event(EventType.EJECTION, loser, moment=Moment.DURING_DUEL, match=match, reason="marked cards")
        now = replace(state.tournament, events=(event,))
        pages = page_words(drawn(tmp_path / "f.pdf", partial(finals_page, state=state.with_tournament(now), _=catalog("en"))))
        counts.append([word.text for page in pages for word in page].count("ejected"))
    assert counts == [2, 2]  # in that duel and in the final ranking


def test_nobody_who_has_left_goes_through(tmp_path: Path) -> None:
    """«✓ · withdrawn» stood on the wall, in bold letters; the sheet of the table had a bold name, too."""
    state = played("germany")
    game = next(game for game in state.tournament.stages if game.round == 1)
    event = Event(EventType.EJECTION, game.seats[0].player, moment=Moment.BEFORE_DUEL, match="Stage1", reason="late")
    state = state.with_tournament(replace(state.tournament, events=(event,)))
    faces = list[tuple[str, Face]]()

    def draw(paper: Paper) -> None:
        write = paper.text

        def spied(x: float, y: float, wide: float, high: float, text: str, face: Face = TEXT, align: Align = "left") -> None:
            faces.append((text, face))
            write(x, y, wide, high, text, face, align)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(paper, "text", spied)
            standings_page(paper, state, catalog("en"))
            stage_page(paper, state, catalog("en"), game)

    drawn(tmp_path / "s.pdf", draw)
    shown = [(text, face.bold) for text, face in faces if "ejected" in text]
    assert len(shown) == 2
    assert not any("✓" in text or bold for text, bold in shown)


@pytest.mark.parametrize("rulebook", ["italy-2010", "germany"])
def test_finals_to_come_are_large(tmp_path: Path, rulebook: str) -> None:
    """Duels and tables filled less than half of the page that hangs on the wall while they are played."""
    state = played(rulebook)
    people = tuple(replace(one, name=f"Anna {number}") for number, one in enumerate(state.tournament.players))
    finals, first = state.tournament.finals, tuple(game for game in state.tournament.stages if game.round == 1)
    assert finals is not None
    duels = tuple(replace(duel, score_a=None, score_b=None) for duel in finals.duels)
    stages = tuple(replace(game, outcome=None, winner="") for game in first)
    now = replace(state.tournament, players=people, finals=replace(finals, duels=duels), stages=stages)
    (words,) = page_words(drawn(tmp_path / "f.pdf", lambda paper: finals_page(paper, state.with_tournament(now), catalog("de"))))
    names = [word.bottom - word.top for word in words if word.text == "Anna"]
    assert len(names) >= 4
    assert min(names) > (25 if duels else 15)
    if stages:  # one table under one heading: the columns of each table began elsewhere
        assert [word.text for word in words].count("Charakter") == 1


def test_a_duels_score_stands_beside_who_won_it(tmp_path: Path) -> None:
    """Once somebody had left, it stood beside the other one; the room went by name."""
    state, texts = played("italy-2010"), list[list[str]]()
    finals = state.tournament.finals
    assert finals is not None
    turned = [
        replace(duel, player_a=duel.player_b, player_b=duel.player_a, score_a=duel.score_b, score_b=duel.score_a)
        for duel in finals.duels
    ]
    for duels in (finals.duels, tuple(turned)):
        now = replace(state.tournament, finals=replace(finals, duels=duels))
        pages = drawn(tmp_path / "f.pdf", partial(finals_page, state=state.with_tournament(now), _=catalog("en")))
        texts.append([word.text for page in page_words(pages) for word in page])
    assert texts[0] == texts[1]


def test_a_long_name_makes_no_other_text_small(tmp_path: Path) -> None:
    """In the standings it takes two lines; the others fill the page."""
    state = played("italy-2007")
    people = (
        replace(one, name=LONG[1] if number == 4 else f"Anna {number}") for number, one in enumerate(state.tournament.players)
    )
    state = state.with_tournament(replace(state.tournament, players=tuple(people)))
    (words,) = page_words(drawn(tmp_path / "s.pdf", lambda paper: standings_page(paper, state, catalog("de"))))
    heights = {word.text: word.bottom - word.top for word in words}
    assert heights["Anna"] > 10
    assert heights["Donaudampfschiff"] > 7


@pytest.mark.parametrize("rulebook", ["italy-2010", "italy-2007", "germany"])
def test_the_finals_are_one_page_to_hang_up(tmp_path: Path, rulebook: str) -> None:
    """The winner to be read from afar, everybody's place, and no name of forty letters smaller than 7 points."""
    state = played(rulebook)
    (words,) = page_words(drawn(tmp_path / "f.pdf", lambda paper: finals_page(paper, state, catalog("en"))))
    names = {part for player in state.tournament.players for part in parts(player.name) if len(part) > 5}
    heights = [word.bottom - word.top for word in words if {*parts(word.text)} & names]
    assert max(heights) > 20
    assert min(heights) > 7
    places = {str(placed.place) for placed in final_ranking(state)}
    assert places <= {word.text for word in words}


@pytest.mark.parametrize(
    ("rulebook", "players", "least"), sample([("germany", 30, 14), ("italy-2010", 58, 14), ("germany", 126, 8)], 1)
)
def test_the_final_ranking_is_to_be_read_from_afar(tmp_path: Path, rulebook: str, players: int, least: float) -> None:
    """Beside the games on their page, names had nine points."""
    state = ended(rulebook, players, "en")
    pages = page_words(saved(tmp_path, state, finals_page))
    ranked = next(page for page in pages if any(word.text == "ranking" for word in page))
    names = {part for player in state.tournament.players if len(player.name) < 30 for part in parts(player.name) if len(part) > 5}
    assert min(word.bottom - word.top for word in ranked if {*parts(word.text)} & names) > least


@pytest.mark.parametrize(("rulebook", "height"), [("record", 20), ("italy-2007", 11), ("germany", 11)])
def test_the_standings_fill_a_page(tmp_path: Path, rulebook: str, height: float) -> None:
    """Few players, or many tie-breaks, take a landscape page; nobody's letters are small for it."""
    state = played(rulebook)
    (words,) = page_words(drawn(tmp_path / "s.pdf", lambda paper: standings_page(paper, state, catalog("ru"))))
    places = {str(number) for number in range(2, len(state.tournament.players))}
    assert min(word.bottom - word.top for word in words if word.text in places and word.left < 70) > height


def test_what_is_typed_is_crossed_where_it_belongs(tmp_path: Path) -> None:
    """A cross stands under the head of its role and of its state, in the row of its player; the Sheriff has his star."""
    state = played("italy-2010")
    game = state.tournament.games[0]
    (words,) = page_words(drawn(tmp_path / "r.pdf", lambda paper: record_page(paper, game_form(state, catalog("en"), game))))
    line = next(word.top for word in words if word.text == "Deputy")
    heads = {word.text: (word.left + word.right) / 2 for word in words if abs(word.top - line) < 1}
    for seat in game.seats:
        row = next(word for word in words if word.text == str(seat.number) and word.right < heads["Seat"] + 15)
        here = [word for word in words if abs(word.top + word.bottom - row.top - row.bottom) < 22 and word.text in {"X", "★"}]
        assert seat.role is not None
        head = seat.role.value.capitalize()
        marks = {one.text for one in here if abs((one.left + one.right) / 2 - heads[head]) < 8}
        assert marks == {"★" if head == "Sheriff" else "X"}
        alive = any(abs((one.left + one.right) / 2 - heads["alive"]) < 8 for one in here)
        assert alive is (seat.status is Status.ALIVE)


@pytest.mark.parametrize(("players", "pages", "height"), [(22, 1, 18), (126, 5, 15)])
def test_a_wall_fills_its_pages(tmp_path: Path, players: int, pages: int, height: float) -> None:
    """By table and by name, no table torn apart, in letters to be read from afar, the same on each page; and no seed."""
    rulebook = load("italy-2010")
    tournament, _log = simulate_tournament(rulebook, players, "wall", "en")
    state = State(tournament, rulebook)
    pdf = drawn(tmp_path / "wall.pdf", lambda paper: wall_pages(paper, state, catalog("en"), 1))
    assert page_count(pdf) == pages
    assert clipped(pdf) == []
    words = [word for page in page_words(pdf) for word in page]
    given = {player.name.split()[0] for player in state.tournament.players}
    names = [word.bottom - word.top for word in words if word.text in given]
    assert len(names) == 2 * players
    assert max(names) >= height
    usual = [max(word.bottom - word.top for word in page if word.text in given) for page in page_words(pdf)]
    assert max(usual) - min(usual) < 0.1  # the first page was in letters a fifth smaller
    assert not [word for word in words if len(word.text) > 11 and not set(word.text) - set("0123456789abcdef")]


@pytest.mark.soak
def test_the_same_bytes_again() -> None:
    state = played("germany")
    _ = catalog("de")

    def data(moment: int) -> bytes:
        paper = Paper("Test", "de", MADE.replace(second=moment))
        all_pages(paper, state, _)
        return paper.data()

    assert data(1) == data(1) != data(2)
