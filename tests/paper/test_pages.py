"""Pages of the finals and of the prize-giving, standings, meetings: whole, in every language, with all the names."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import pytest

from bangxl.commands.demo import simulate_tournament
from bangxl.locale.catalog import Catalog, catalog
from bangxl.paper.diplomas import awards_pages, honours, place_text
from bangxl.paper.finals import finals_page
from bangxl.paper.meetings import meetings_page
from bangxl.paper.record import stage_page
from bangxl.paper.sheet import Column, Paper, Size
from bangxl.paper.standings import standings_page
from bangxl.paper.wall import wall_pages
from bangxl.rulebooks.loader import load
from bangxl.tournament.finals import champions, final_ranking, match_winner, matches_of, title_holder
from bangxl.tournament.model import WALKOVER, Event, EventType, Finals, Moment, Outcome
from bangxl.tournament.standings import standings
from bangxl.tournament.state import State
from bangxl.workbook.surnames import by_surname, letter_range, spoken_name
from bangxl.workbook.titles import display_names
from tests.helpers.render import page_count, page_texts, page_words
from tests.helpers.sample import these
from tests.paper.printed import drawn

LONG = "Maria Antonietta Wolfeschlegelsteinhausenbergerdorff von und zu Hohenlohe"
SIDEWAYS = {"a4": (842, 595), "letter": (792, 612)}
REGULATIONS = [
    ("italy-2010", 22, "it"), ("italy-2011", 12, "en"), ("italy-2007", 20, "ru"), ("germany", 20, "de"), ("record", 6, "en"),
]  # fmt: skip
BARS, FOOT = 60, 800
"""Points from the left to the end of the numbers before the bars, and from the top to a footer."""


@cache
def ended(rulebook_id: str, players: int, language: str) -> State:
    """A simulated tournament up to its end, with an event and a long name on top."""
    rulebook = load(rulebook_id)
    tournament, _log = simulate_tournament(rulebook, players, "diplomas", language)
    event = replace(tournament.event, name="12° Open Città di Torino", date="2026-11-21", place="Torino, «La Diligenza»")
    first = honours(State(tournament, rulebook), catalog(language), everyone=True)[0].name
    people = tuple(replace(player, name=LONG if player.name == first else player.name) for player in tournament.players)
    return State(replace(tournament, event=event, players=people), rulebook)


def saved(folder: Path, state: State, draw: Callable[[Paper, State, Catalog], None], size: Size = "a4") -> Path:
    language = state.tournament.language
    _ = catalog(language).counting(state.rulebook.unit)
    return drawn(folder / "pages.pdf", lambda paper: draw(paper, state, _), language, size)


def awards(paper: Paper, state: State, _: Catalog) -> None:
    awards_pages(paper, state, _, honours(state, _, everyone=False))


@pytest.mark.parametrize("size", SIDEWAYS)
@pytest.mark.parametrize(("rulebook", "players", "language"), these(REGULATIONS, REGULATIONS[2], REGULATIONS[3]))
def test_a_diploma_is_one_page_with_all_its_words_inside_the_frame(
    tmp_path: Path, rulebook: str, players: int, language: str, size: Size
) -> None:
    state, _ = ended(rulebook, players, language), catalog(language)
    honoured, (wide, high) = honours(state, _, everyone=False), SIDEWAYS[size]
    pdf = saved(tmp_path, state, awards, size)
    read, words = [" ".join(text.split()) for text in page_texts(pdf)], page_words(pdf)
    assert len(read) == 1 + len(honoured) >= 4
    assert [read[0].index(one.name) for one in reversed(honoured)] == sorted(read[0].index(one.name) for one in honoured)
    if region := honoured[-1].region:  # it looked like a second name
        ceremony = {word.text: word.bottom - word.top for word in words[0]}
        assert ceremony[region.split()[0]] < 0.8 * ceremony[honoured[-1].name.split()[0]]
    for one, text, page in zip(honoured, read[1:], words[1:], strict=True):
        assert all(part in text for part in (one.name, one.title, "12° Open Città di Torino", "Torino, «La Diligenza»"))
        assert (_("The referee (signature)") in text) == (state.rulebook.referee is not None)
        assert all(50 < word.left < word.right < wide - 50 for word in page), text
        assert all(40 < word.top < word.bottom < high - 40 for word in page), text


def test_everybody_who_is_ranked_and_who_bears_the_title() -> None:
    state, _ = ended("italy-2007", 20, "en"), catalog("en")
    everybody, podium = (honours(state, _, everyone=everyone) for everyone in (True, False))
    assert len(everybody) == len(final_ranking(state))
    assert [one.place for one in podium] == [1, 2, 3]
    names = {player.id: player.name for player in state.tournament.players}
    assert [one.name for one in everybody if one.title] == [names[title_holder(state)]]


@pytest.mark.parametrize(("rulebook", "players", "language"), these(REGULATIONS, *REGULATIONS[:2], *REGULATIONS[3:]))
def test_the_standings_name_everybody_by_place(tmp_path: Path, rulebook: str, players: int, language: str) -> None:
    state = ended(rulebook, players, language)
    text = " ".join(page_texts(saved(tmp_path, state, standings_page))[0].split())
    names = {player.id: player.name for player in state.tournament.players}
    at = [text.index(names[row.player]) for row in standings(state) if names[row.player] != LONG]
    assert at == sorted(at)
    assert len(at) == len(standings(state)) - 1


@pytest.mark.parametrize(("rulebook", "players", "language"), these(REGULATIONS[:4], REGULATIONS[2], REGULATIONS[3]))
def test_the_finals_before_and_after(tmp_path: Path, rulebook: str, players: int, language: str) -> None:
    state = ended(rulebook, players, language)
    after = " ".join(" ".join(page_texts(saved(tmp_path, state, finals_page))).split())
    names = {player.id: player.name for player in state.tournament.players}
    assert all(names[placed.player] in after for placed in final_ranking(state) if names[placed.player] != LONG)
    assert after.count("✓") >= len(matches_of(state))
    begun = replace(state.tournament, finals=Finals(), stages=())
    before = " ".join(" ".join(page_texts(saved(tmp_path, State(begun, state.rulebook), finals_page))).split())
    assert "✓" not in before
    assert catalog(language)("Final ranking") not in before


def test_duels_to_be_played_fill_the_page_with_names_of_one_size(tmp_path: Path) -> None:
    """Half of the page was empty, and each name as large as its length allowed."""
    state = ended("italy-2010", 22, "en")
    begun = State(replace(state.tournament, finals=Finals()), state.rulebook)
    (words,) = page_words(saved(tmp_path, begun, finals_page))
    names = display_names(begun.tournament.players)
    best = [names[row.player].split()[0] for row in standings(begun)[:4] if names[row.player] != LONG]
    found = [word for word in words if word.text in best]
    assert len({round(word.bottom - word.top, 1) for word in found}) == 1
    assert max(word.bottom for word in found) > FOOT / 2


def test_semifinals_take_the_page_down_to_the_characters_drawn(tmp_path: Path) -> None:
    """There was a hand's breadth of white between, and three lines for a quarterfinal went on a page of their own."""
    for rulebook, players, title in (("italy-2010", 22, "Semifinal"), ("italy-2007", 30, "Quarterfinal")):
        state = ended(rulebook, players, "en")
        (words,) = page_words(saved(tmp_path, State(replace(state.tournament, finals=Finals()), state.rulebook), finals_page))
        low = next(word.top for word in words if word.text == "Characters")
        last = max(word.bottom for word in words if word.text == title and word.top < low)
        assert low - last < FOOT / 5


def test_boxes_of_the_prize_giving_are_large(tmp_path: Path) -> None:
    """They were 4 mm wide beside names of 30 points."""
    words = page_words(saved(tmp_path, ended("italy-2010", 22, "it"), awards))[0]
    wide = [word.right - word.left for word in words if word.text == "☐"]
    assert len(wide) >= 3
    assert min(wide) > 20


def test_two_who_are_first_are_winners_on_paper(tmp_path: Path) -> None:
    state = ended("record", 7, "en")
    names = display_names(state.tournament.players)
    text = " ".join("".join(page_texts(saved(tmp_path, state, finals_page))).split())
    assert f"Tournament winners ★ {' and '.join(names[one] for one in champions(state))} ★" in text


def test_a_decided_semifinal_names_its_winner_in_the_final(tmp_path: Path) -> None:
    state = ended("italy-2010", 22, "en")
    assert state.tournament.finals is not None
    first, second, *_rest = state.tournament.finals.duels
    half = State(replace(state.tournament, finals=Finals((first, replace(second, score_a=None, score_b=None)))), state.rulebook)
    (text,) = page_texts(saved(tmp_path, half, finals_page))
    assert "winner of Semifinal 1" not in text
    assert "winner of Semifinal 2" in text
    assert text.count(display_names(state.tournament.players)[match_winner(half, first.match) or ""]) == 2


def test_who_left_is_marked_wherever_their_name_is_called(tmp_path: Path) -> None:
    """Who had been ejected stood on the knock-out's papers like anybody, and was called to the prize-giving."""
    state = ended("germany", 20, "de")
    names, _, table = display_names(state.tournament.players), catalog("de"), state.tournament.stages[0]
    seats = [seat.player for seat in table.seats if names[seat.player] != LONG]
    how = {EventType.EJECTION: "ausgeschlossen", EventType.WITHDRAWAL: "ausgestiegen"}
    left = [Event(kind, player, Moment.BEFORE_DUEL, match="Stage1") for kind, player in zip(how, seats, strict=False)]
    state = State(replace(state.tournament, events=(*left,)), state.rulebook)
    for draw in (finals_page, partial(stage_page, game=table)):
        text = " ".join(" ".join(page_texts(saved(tmp_path, state, draw))).split())
        # on the same line, or below a name that fills it
        assert all(
            re.search(rf"{names[one]} (· {word}|– .*?\b{word})", text) for one, word in zip(seats, how.values(), strict=False)
        )
    assert "der platz bekommt eine rolle" in text.lower()  # nothing said what to do with the boxes of who is out
    played = State(replace(state.tournament, events=()), state.rulebook)
    assert "der platz bekommt" not in " ".join(page_texts(saved(tmp_path, played, partial(stage_page, game=table)))).lower()
    assert {names[one]: word for one, word in zip(seats, how.values(), strict=False)}.items() <= {
        one.name: one.left for one in honours(state, _, everyone=True)
    }.items()


def test_a_knock_out_of_several_pages_fills_them(tmp_path: Path) -> None:
    """Of 126, a third of both pages was empty below letters of 10 points."""
    state = ended("germany", 126, "en")
    stage, _other, _ranking = page_words(saved(tmp_path, state, finals_page))
    assert max(word.bottom for word in stage if word.text in {"alive", "eliminated"}) > 0.8 * max(word.bottom for word in stage)


def test_a_table_without_a_deputy_is_won_by_the_sheriff_alone(tmp_path: Path) -> None:
    """The box and the finals' paper said «Sheriff und Hilfssheriff» at a table of four, which has no Deputy."""
    state = ended("germany", 30, "de")
    table = next(game for game in state.tournament.stages if game.size == 4)
    game = replace(table, outcome=Outcome.LAW)
    state = State(replace(state.tournament, stages=(game,)), state.rulebook)
    said = [
        " ".join(page_texts(saved(tmp_path, state, draw))[0].split()) for draw in (finals_page, partial(stage_page, game=game))
    ]
    assert "Ausgang: Sheriff " in said[0]
    assert "DER SHERIFF" in said[1]
    assert [one.upper().count("HILFSSHERIFF") for one in said] == [0, 1]  # the head of its shaded column


def test_the_paper_of_two_names_the_characters_and_needs_no_numbers(tmp_path: Path) -> None:
    """«Nr.» meant nothing there, and the names stood unconnected below «8 Charaktere offen auslegen»."""
    state = ended("germany", 20, "de")
    game = next(game for game in state.tournament.stages if game.size == 2)
    (text,) = page_texts(saved(tmp_path, state, partial(stage_page, game=game)))
    assert "Nr." not in text
    assert re.search(r"8 Charaktere offen auslegen: \w+", text)


def test_an_ejected_finalist_is_marked_in_the_bracket(tmp_path: Path) -> None:
    """Only «walkover» stood there: who had left was told on the knock-out's papers alone."""
    state = ended("italy-2010", 22, "it")
    assert state.tournament.finals is not None
    gone = state.tournament.finals.duels[0].player_b
    begun = replace(
        state.tournament,
        events=(*state.tournament.events, Event(EventType.EJECTION, gone, Moment.BEFORE_DUEL, match="SF1")),
        finals=Finals((replace(state.tournament.finals.duels[0], score_a=WALKOVER, score_b=None),)),
    )
    (text,) = page_texts(saved(tmp_path, State(begun, state.rulebook), finals_page))
    assert f"{display_names(state.tournament.players)[gone]} · espulso" in " ".join(text.split())


def test_who_left_has_letters_as_large_as_their_neighbours(tmp_path: Path) -> None:
    """The word and the prize took the name's room: the second was smaller than the 21st. And the list's own page had no title."""
    state = ended("germany", 30, "de")
    people = [replace(one, name=f"Emmanuele Quattrocchi-Adami{n:02}") for n, one in enumerate(state.tournament.players)]
    left = [Event(EventType.EJECTION, one.player, Moment.BEFORE_DUEL, match="Stage1") for one in final_ranking(state)[3:6]]
    state = State(replace(state.tournament, players=(*people,), events=(*left,)), state.rulebook)
    first, *_others, last = page_words(saved(tmp_path, state, finals_page))
    tall = [word.bottom - word.top for word in last if word.text == "Emmanuele"]
    assert max(tall) - min(tall) < 0.5  # bold letters have a little more
    notes = [word.bottom - word.top for word in last if word.text == "ausgeschlossen"]
    assert len(notes) == 3
    assert min(notes) > 0.8 * min(tall)  # they had half the size, glued to the line above
    heads = [[word for word in page if word.top < 80] for page in (first, last)]
    assert [word.text for word in heads[1]][1:] == [word.text for word in heads[0]][1:]


def test_the_final_ranking_has_one_size_and_one_place_for_how_somebody_left(tmp_path: Path) -> None:
    """Of 58, a name beside a prize was smaller than all others; of 30, the word stood beside one name and below another."""
    state = ended("italy-2010", 58, "en")
    fourth, last = final_ranking(state)[3].player, final_ranking(state)[-1].player
    known = {fourth: "Maria Vittoria De Santis (P014)", last: "Ann Lee"}
    people = tuple(replace(one, name=known.get(one.id, f"Anna Rossi{n:02}")) for n, one in enumerate(state.tournament.players))
    left = tuple(Event(EventType.EJECTION, player, Moment.BEFORE_DUEL, match="SF1") for player in known)
    page = page_words(
        saved(tmp_path, State(replace(state.tournament, players=people, events=left), state.rulebook), finals_page)
    )[-1]
    tall = [word.bottom - word.top for word in page if word.text in {"Maria", "Ann", "Anna"}]
    assert len(tall) == 58
    assert max(tall) - min(tall) < 0.5
    words = {word.text: word for word in page}
    notes, ends = [word for word in page if word.text == "ejected"], (words["(P014)"], words["Lee"])
    assert all(end.left < note.left and end.bottom > note.bottom for end, note in zip(ends, notes, strict=True))  # small, beside


def test_no_stage_of_the_knock_out_is_parted(tmp_path: Path) -> None:
    """With 126 players, one of its two tables stood on the first page, and the second page was almost empty."""
    pages = page_texts(saved(tmp_path, ended("germany", 126, "de"), finals_page))
    assert not any("Fortsetzung" in page for page in pages)
    assert [page.count("Runde") for page in pages] == [1, 2, 0]


def test_who_goes_through_is_ticked_where_others_stand_between(tmp_path: Path) -> None:
    """A line below 17 said that 15 and 16 had qualified, too; and the last column had letters of two sizes."""
    tournament, _log = simulate_tournament(load("germany"), 58, "s1", "de")
    state = State(tournament, load("germany"))
    first, *_rest = pages = page_texts(saved(tmp_path, state, standings_page))
    assert "✓ weiter" in " ".join(first.split())
    ticked = {line.split(".")[0].strip() for page in pages for line in page.splitlines() if re.match(r" *\d+\..*✓", line)}
    assert ticked == {*map(str, range(1, 15)), "17"}
    words = page_words(tmp_path / "pages.pdf")[0]
    sizes = {round(word.bottom - word.top, 1) for word in words if word.text in {"Siege", "Tisch"} and word.top > 2 * BARS}
    assert len(sizes) == 1


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "3rd place, 4th place, 11th place, 22nd place"), ("de", "3. Platz, 4. Platz, 11. Platz, 22. Platz")],
)
def test_a_place_has_one_form(language: str, said: str) -> None:
    assert ", ".join(place_text(catalog(language), place) for place in (3, 4, 11, 22)) == said


def test_letters_of_a_list_stay_in_their_alphabet() -> None:
    """«S–С» ended with a Cyrillic letter, and looked as if the list went backwards; so did «S–W, С»."""
    names = ["Anna Saint", "Ugo Wolf", "Анна Антонова", "Иван Соколов"]
    assert letter_range(names, by_surname(names)) == "S–W · Ант–Сок"
    assert [letter_range(some, by_surname(names)) for some in (names[:1], names[2:], names[1:3])] == ["S", "А–С", "W · Ант"]


@pytest.mark.parametrize("language", ["en", "it", "de", "ru"])
def test_a_quarterfinal_that_nobody_played_says_so_beside_no_other_word(tmp_path: Path, language: str) -> None:
    """The word stood on the duel's title; and who met nobody because the other had left had a tick without a reason."""
    state = ended("italy-2007", 30, language)
    assert state.tournament.finals is not None
    first, second, *rest = state.tournament.finals.duels
    gone = Event(EventType.WITHDRAWAL, second.player_b, Moment.BEFORE_DUEL, match=second.match)
    written, open_now = replace(first, score_a=WALKOVER, score_b=None), replace(second, score_a=None, score_b=None)
    duels = Finals((written, open_now, *(replace(duel, score_a=None, score_b=None) for duel in rest[:2])))
    begun = replace(state.tournament, finals=duels, events=(*state.tournament.events, gone))
    words = page_words(saved(tmp_path, State(begun, state.rulebook), finals_page))[0]
    said = [word for word in words if word.text == catalog(language)("walkover").split()[0]]
    assert len(said) == 2
    for one in said:
        over = [word for word in words if word != one and word.left < one.right and one.left < word.right]
        assert not [word.text for word in over if word.top < one.bottom - 2 and one.top + 2 < word.bottom]


def test_a_name_is_broken_only_where_it_has_no_room(tmp_path: Path) -> None:
    """One long name broke all: «Béla / Neri»."""
    state = ended("italy-2007", 30, "en")
    people = tuple(replace(one, name=f"Al Bo{n}") for n, one in enumerate(state.tournament.players))
    people = (replace(people[0], name="Massimiliano Quattrocchi Sforza"), *people[1:])
    order = [row.player for row in standings(state)]
    assert state.tournament.finals is not None
    swap = {people[0].id: order[0], order[0]: people[0].id}
    people = tuple(replace(one, id=swap.get(one.id, one.id)) for one in people)
    begun = State(replace(state.tournament, players=people, finals=Finals()), state.rulebook)
    words = page_words(saved(tmp_path, begun, finals_page))[0]
    tops = {word.text: word.top for word in words}
    assert tops["Massimiliano"] < tops["Sforza"]
    firsts = [word.top for word in words if word.text == "Al"]
    assert len(firsts) == 7
    assert sorted(firsts) == sorted(word.top for word in words if word.text.startswith("Bo"))


def test_the_columns_of_a_long_wall_list_are_about_as_long(tmp_path: Path) -> None:
    """58 players stood in 33 lines on the left and 25 on the right, and all in smaller letters than those need."""
    pages = page_words(saved(tmp_path, ended("italy-2010", 38, "en"), lambda paper, state, _: wall_pages(paper, state, _, 1)))
    numbers = [word.left > SIDEWAYS["a4"][1] / 2 for word in pages[0] if word.text.isdecimal() and 100 < word.top < FOOT - 100]
    assert abs(numbers.count(True) - numbers.count(False)) <= 3


def test_the_square_has_meetings_neighbours_and_seats(tmp_path: Path) -> None:
    """Of s people at a table s (s − 1) / 2 pairs meet, s sit side by side, and the seats are 1 to s."""
    state = ended("italy-2010", 22, "en")
    words = [word for page in page_words(saved(tmp_path, state, meetings_page)) for word in page if word.text.isdecimal()]
    bars = max(word.bottom for word in words if word.right < BARS)
    fields = [int(digit) for word in words for digit in word.text if bars < word.top < FOOT]
    assert sum(fields) == sum(game.size * (game.size + 1) for game in state.tournament.games)
    assert page_count(saved(tmp_path, ended("italy-2010", 40, "en"), meetings_page)) == 1  # bars were alone on a page


def test_many_who_met_are_a_list_of_those_who_met_again(tmp_path: Path) -> None:
    text = "".join(page_texts(saved(tmp_path, ended("italy-2010", 58, "en"), meetings_page)))
    counted = {int(times): int(pairs) for times, pairs in re.findall(r"^ *(\d) meetings? +(\d+)$", text, re.MULTILINE)}
    listed, names = Counter[int](), list[str]()
    for times, part in re.findall(r"more than once · (\d) meetings(.*?)(?=Pairs|Seats by round)", text, re.DOTALL):
        listed[int(times)] += part.count(" – ")
        names += re.findall(r"^ *(.*?) – ", part, re.MULTILINE)
    assert listed == {times: pairs for times, pairs in counted.items() if times > 1}
    order = [by_surname(names)(name) for name in names[listed[3] // 2 :]]  # of those who met twice
    assert order.index(max(order)) > len(order) / 3
    seats = text.split("Seats by round")[-1]  # digits without the numbers of the rounds over them told nothing
    heads = [digits.replace(" ", "") for digits in re.findall(r"Player +([\d ]+\d)", seats)]
    assert heads == ["12345"] * 3


def test_tables_side_by_side_have_letters_of_one_size(tmp_path: Path) -> None:
    """The longest pairs stood in the left column of the meetings, in smaller letters than the right one's."""
    rows = [[f"{'Massimiliano Quattrocchi ' * (4 if number < 10 else 1)}", str(number)] for number in range(20)]
    columns = [Column("Players", share=1), Column("Meetings", "centre")]

    def draw(paper: Paper) -> None:
        paper.page()
        paper.table_in_parts(columns, rows, 2, size=12)

    (words,) = page_words(drawn(tmp_path / "two.pdf", draw))
    assert len({round(word.bottom - word.top, 1) for word in words if word.text.isdecimal()}) == 1


def test_seats_by_round_stand_by_surname_in_three_columns(tmp_path: Path) -> None:
    state = ended("italy-2010", 70, "en")
    names = display_names(state.tournament.players)
    seated = {names[seat.player] for game in state.tournament.games for seat in game.seats}
    people, rows = sorted(seated, key=by_surname(names.values())), -(-len(seated) // 3)
    (page,) = [text for text in page_texts(saved(tmp_path, state, meetings_page)) if "Seats by round" in text]
    first = next(line for line in page.split("Seats by round")[1].splitlines() if people[0] in line)
    assert [name for name in people[::rows] if name in first] == people[::rows]


def test_long_standings_share_their_pages_evenly(tmp_path: Path) -> None:
    """The second page was more than half empty, and the letters were small on both."""
    state = ended("italy-2010", 70, "en")
    pages = page_words(saved(tmp_path, state, standings_page))
    assert [sum(word.text == "$" for word in page) for page in pages] == [35, 35]


def test_standings_on_the_wall_are_readable_from_a_step_away(tmp_path: Path) -> None:
    """Thirty rows filled one page in letters of 7 points, 126 three pages in 8."""
    words = page_words(saved(tmp_path, ended("italy-2007", 30, "en"), standings_page))[0]
    row = next(word for word in words if word.text == "$")
    assert row.bottom - row.top > 14


def test_names_stand_as_they_are_said() -> None:
    assert [*map(spoken_name(["Rossi, Anna", "DE SANTIS Ilaria"]), ["Rossi, Anna", "DE SANTIS Ilaria", "Ugo Neri (Torino)"])] == [
        "Anna Rossi",
        "Ilaria De Santis",
        "Ugo Neri",
    ]
    listed = ["Rossi Anna", "Bianchi Marco", "Galli Paolo", "Иванова Анна Петровна", "Öztürk Çelik"]
    assert [*map(spoken_name(listed), listed)] == [
        "Anna Rossi", "Marco Bianchi", "Paolo Galli", "Иванова Анна Петровна", "Öztürk Çelik",
    ]  # fmt: skip
    assert spoken_name(["Martin Luther King, Jr."])("Martin Luther King, Jr.") == "Martin Luther King, Jr."


@pytest.mark.parametrize("language", ["en", "it", "de", "ru"])
def test_the_word_over_the_boxes_of_a_duel_stands_on_its_titles_line(tmp_path: Path, language: str) -> None:
    """Below the pair, it seemed to belong to the title of the next duel."""
    state, _ = ended("italy-2007", 30, language), catalog(language)
    begun = State(replace(state.tournament, finals=Finals()), state.rulebook)
    words = page_words(saved(tmp_path, begun, finals_page))[0]
    said = [word for word in words if word.text == _("Eliminated").lower().split()[-1]]
    heads = [word for word in words if word.text == _("Quarterfinal 1").split()[0] and word.bottom - word.top > 14]
    assert (len(heads), len(said)) == (4, 8)
    assert all(any(head.top < word.top and word.bottom < head.bottom for word in said) for head in heads)


def test_who_has_left_the_knock_out_chooses_nothing(tmp_path: Path) -> None:
    """A number of their choice stood beside «ejected»; without it nobody was first, or another."""
    state = ended("germany", 20, "en")
    table = state.tournament.stages[0]
    seats = tuple(replace(seat, role=None, status=None) for seat in table.seats)
    left = Event(EventType.EJECTION, seats[0].player, Moment.BEFORE_DUEL, match="Stage1")
    stages = (replace(table, outcome=None, winner="", seats=seats),)
    now = replace(state.tournament, finals=Finals(), stages=stages, events=(left,))
    (text,) = page_texts(saved(tmp_path, State(now, state.rulebook), finals_page))
    assert re.findall(r" · ejected +(\S+)", text) == ["–"]
    (words,) = page_words(saved(tmp_path, State(now, state.rulebook), partial(stage_page, game=stages[0])))
    head, gone = (next(word for word in words if word.text == text) for text in ("Choice", "ejected"))
    turns = [word for word in words if head.left < word.left < head.right and word.top > head.bottom]  # on the sheet to write on
    assert [turn.text for turn in turns[: table.size] if turn.text != "–"] == [*map(str, range(1, table.size))]
    assert [abs(turn.top - gone.top) < 10 for turn in turns if turn.text == "–"] == [True]
