"""The PDF of a referto: every regulation and language, whole pages, the same bytes for the same facts, nothing secret."""

import re
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bangxl.interchange.dump import spoken_digest
from bangxl.paper import report as module
from bangxl.paper.report import report_pdf
from bangxl.paper.sheet import Paper, Size
from bangxl.referto.report import Report, report_of
from bangxl.tournament.model import Event, EventType, Moment
from bangxl.tournament.standings import standings
from bangxl.workbook.read import Contents
from tests.helpers.call_counts import calls
from tests.helpers.render import Word, page_texts, page_words
from tests.helpers.sample import these
from tests.paper.printed import clipped
from tests.referto.referti import SMALLEST, WRITTEN, contents, facts

LANGUAGE = {
    "italy-2010": "it", "italy-2011": "en", "italy-2007": "ru", "germany": "de", "record": "it", "record-international": "ru",
}  # fmt: skip
LONG = "Христорождественская Александра Константиновна-{}"


def with_names(told: Contents, name: str) -> Contents:
    people = tuple(
        replace(one, name=name.format(n)[-40:], email=f"p{n}@example.org") for n, one in enumerate(told.tournament.players)
    )
    return replace(told, tournament=replace(told.tournament, players=people))


def saved(report: Report, folder: Path) -> Path:
    path = folder / "referto.pdf"
    path.write_bytes(report_pdf(report))
    return path


def test_a_sentence_of_several_rounds_stands_once(tmp_path: Path) -> None:
    """Five rounds with a seed by hand were five sentences; and two rows of the race stood below its chart."""
    pages = page_texts(saved(facts("italy-2010", 58), tmp_path))
    text = "".join(pages)
    assert re.search(r"^ *1–5 +.*1–5", text, re.MULTILINE)
    assert len(re.findall(r"58 players", text.split("remarks on the draws")[1].split("No. ")[0])) == 1
    last = max(number for number, page in enumerate(pages) if "What the games show" in page)
    names = [player.name for player in contents("italy-2010", 58).tournament.players]
    below, rest = ([name for name in names if name in page] for page in (pages[last - 2].split("The race")[1], pages[last - 1]))
    assert {*below, *rest} == {*names}
    assert min(len(below), len(rest)) > 10  # half a page stood empty below the chart, too


def test_a_race_ends_with_the_score_that_ranks(tmp_path: Path) -> None:
    """What a table of five gives once was missing, so that the race ended below the standings; and games were called rounds."""
    report = facts("germany", 20)
    text = "\n".join(page_texts(saved(report, tmp_path)))
    race = text.split("The race")[-1]
    for row in standings(report.state):
        (line,) = (line for line in race.splitlines() if line.strip().startswith(report.names[row.player] + "  "))
        assert line.split()[-1] == f"{int(row.score):,}"
    assert not re.search(r"\bRounds?\b", text)


def test_a_table_that_goes_on_says_what_it_is_on_every_page(tmp_path: Path) -> None:
    """Pages of games began with bare columns, and rows of the race, eight or 126, stood on one without any heading."""
    for players, rulebook in ((58, "italy-2010"), (126, "germany"), (30, "germany")):
        pages = page_texts(saved(facts(rulebook, players), tmp_path))
        tops = [next(line.strip() for line in page.splitlines() if line.strip()) for page in pages]
        assert not [top for top in tops if re.match(r"(Seat|Player|No\.|Place|Round|Game)\b.*  ", top)]
        chapter = "Games" if rulebook == "germany" else "Rounds"
        assert sum(f"{chapter} · continued" in top for top in tops) >= 3
    assert not [top for top in tops if "race" in top]  # a lower chart leaves the table room below it


def test_draws_and_codes_stand_in_the_order_of_play(tmp_path: Path) -> None:
    """Games with a code and no draw stood below the knock-out, with blank cells where the others have a seed."""
    text = "\n".join(page_texts(saved(facts("germany", 20), tmp_path))).split("The draws")[1]
    found = re.findall(r"^ *(Tables|Game \d|Stage \d).*-[0-9A-Z]{4} +(\S+)", text, re.MULTILINE)
    games, stages = [(f"Game {number}", "–") for number in range(2, 6)], [(f"Stage {number}", "High") for number in (1, 2, 3)]
    assert found == [("Tables", "High"), *games, *stages]


def test_who_was_ejected_is_marked_among_the_first_four(tmp_path: Path) -> None:
    report = facts("italy-2010", 30)
    second = report.ranking[1].player
    event = Event(EventType.EJECTION, second, Moment.DURING_DUEL, match="F", reason="marked cards")
    state = replace(report.state, tournament=replace(report.tournament, events=(*report.tournament.events, event)))
    cover = page_texts(saved(replace(report, state=state), tmp_path))[0]
    assert re.search(rf"{report.names[second]} · ejected +\d", cover)


def test_who_has_left_stands_in_letters_as_large_as_their_neighbours(tmp_path: Path) -> None:
    """Who was first, and ejected later, was the smallest line of the standings."""
    report = facts("germany", 30, language="de")
    leader, player = standings(report.state)[0].player, report.state.tournament.players
    people = tuple(
        replace(one, name="Pietro Dell'Acquasanta" if one.id == leader else f"Pietro Rossi {one.id[1:]}") for one in player
    )
    event = Event(EventType.EJECTION, leader, Moment.BEFORE_DUEL, match="Stage1", reason="x")
    state = replace(report.state, tournament=replace(report.state.tournament, players=people, events=(event,)))
    words = page_words(saved(replace(report, state=state), tmp_path))[1]
    tall = [word.bottom - word.top for word in words if word.text == "Pietro"]
    assert len(tall) == 30
    assert max(tall) - min(tall) < 0.2


def collisions(words: list[Word]) -> list[tuple[str, str]]:
    rows = sorted(words, key=lambda word: word.top)
    return [
        (one.text, other.text)
        for at, one in enumerate(rows)
        for other in rows[at + 1 :]
        if other.top < one.bottom - 4 and min(one.right, other.right) - max(one.left, other.left) > 1.5
    ]


@pytest.mark.parametrize("rulebook", these(SMALLEST, "record", "germany"))
def test_every_fact_stands_on_a_page(rulebook: str, tmp_path: Path) -> None:
    report = facts(rulebook, language=LANGUAGE[rulebook])
    texts = page_texts(saved(report, tmp_path))
    _, everything = report.catalog, " ".join(" ".join(texts).split())
    assert " ".join(texts[0].split()).count(spoken_digest(report.digest)) == 2
    assert spoken_digest(report.second_half) in texts[0]
    assert _("I declare that these results are those of the record sheets signed at the tables.") in everything
    for number, text in enumerate(texts, 1):
        assert f"{number}/{len(texts)}" in text.replace(" ", "")
        assert spoken_digest(report.digest) in text
    assert all(player.name in everything for player in report.tournament.players)
    assert all(draw.rng_seed in everything for draw in report.tournament.draws)
    assert all(event.reason in everything for event in report.tournament.events)
    seats = [seat for game in report.tournament.games for seat in game.seats]
    played = Counter(seat.character for seat in seats if seat.character)
    assert all(everything.count(character) >= times for character, times in played.items())


@pytest.mark.parametrize("paper", these(["a4", "letter"], "letter"))
@pytest.mark.parametrize("rulebook", these(SMALLEST, "record-international"))
def test_long_names_leave_no_page_and_cover_nothing(
    rulebook: str, paper: Size, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "Paper", partial(Paper, size=paper))
    report = report_of(with_names(contents(rulebook, language=LANGUAGE[rulebook]), LONG), WRITTEN)
    path = saved(report, tmp_path)
    texts = page_texts(path)
    assert clipped(path) == []
    for text, words in zip(texts, page_words(path), strict=True):
        if report.catalog("Who has met whom") not in text:  # its names stand up
            assert collisions(words) == []
    assert report.catalog("The organiser (signature)") in texts[0], "the cover is one page"
    assert not re.search(r"p\d+@", "".join(texts))


def test_no_game_is_torn_between_pages(tmp_path: Path) -> None:
    report = facts("italy-2010", 30)
    games = 0
    for text in page_texts(saved(report, tmp_path)):
        lines = [line.split() for line in text.splitlines() if line.strip()]
        at = [n for n, line in enumerate(lines) if "players" in line and "Table" in line]
        for n in at:
            size = int(lines[n][lines[n].index("players") - 1])
            assert [line[0] for line in lines[n + 1 : n + 1 + size]] == [str(seat) for seat in range(1, size + 1)]
        games += len(at)
    assert games == len(report.tournament.games)


@pytest.mark.soak
def test_the_same_facts_make_the_same_bytes_wherever_one_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock on the cover is that of the place where the report was written."""
    at_home = report_pdf(facts("germany"))
    monkeypatch.setenv("TZ", "Asia/Vladivostok")
    time.tzset()
    assert report_pdf(report_of(contents("germany"), WRITTEN)) == at_home
    monkeypatch.undo()
    time.tzset()
    assert report_pdf(facts("germany")) != report_pdf(report_of(contents("germany"), "2026-11-21T18:00:01Z"))
    assert report_pdf(report_of(contents("germany"), "at night")).startswith(b"%PDF")


def test_an_interim_one_says_so_on_every_page_and_tells_no_money(tmp_path: Path) -> None:
    told = contents("italy-2010")
    games = tuple(game for game in told.tournament.games if game.round < 3)
    begun = replace(told, tournament=replace(told.tournament, games=games, finals=None, draws=told.tournament.draws[:2]))
    report = report_of(begun, WRITTEN, interim=True)
    assert report.secret
    texts = page_texts(saved(report, tmp_path))
    assert all("INTERIM" in text for text in texts)
    assert not [text for text in texts if "$" in text or "Winnings" in text or "Standings" in text or "signature" in text]
    shown = page_texts(saved(report_of(begun, WRITTEN, interim=True, results=True), tmp_path))
    assert "Standings of the elimination phase" in "".join(shown)


def test_a_seed_that_does_not_give_its_draw_is_named_on_the_cover(tmp_path: Path) -> None:
    told = contents("italy-2010")
    first, *others = told.tournament.draws
    wrong = replace(told, tournament=replace(told.tournament, draws=(replace(first, rng_seed="another"), *others)))
    honest, forged = (page_texts(saved(report_of(one, WRITTEN), tmp_path))[0] for one in (told, wrong))
    assert "✓ the same" in honest
    assert "× 1 differ" in forged


@pytest.mark.soak
def test_a_large_one_takes_no_time() -> None:
    report = facts("italy-2010", 126)
    report_pdf(facts("record"))  # imports, fonts
    assert calls(lambda: report_pdf(report)) < 6_000_000


def test_fpdf2_stays_whole_for_others(tmp_path: Path) -> None:
    """Whoever used it after us in one process got no picture, no HTML and no drawing: «object() takes no arguments»."""
    code = (
        "import logging, warnings; before = logging.getLogger('fontTools').level; import bangxl.paper.sheet;"
        "warnings.simplefilter('ignore'); from fpdf import FPDF; from PIL import Image; Image.new('RGB', (4, 4)).save('r.png');"
        "open('r.svg', 'w').write('<svg xmlns=\"http://www.w3.org/2000/svg\"/>'); pdf = FPDF(); pdf.add_page();"
        "pdf.image('r.png'); pdf.image('r.svg', w=9, h=9); pdf.set_font('Helvetica'); pdf.write_html('<b>a</b>'); pdf.output();"
        "from datetime import datetime; paper = bangxl.paper.sheet.Paper('', 'en', datetime(2026, 11, 21)); paper.page();"
        "paper.paragraph('Zoë'); paper.data(); print(logging.getLogger('fontTools').level == before)"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert (run.stdout, run.stderr) == ("True\n", "")
