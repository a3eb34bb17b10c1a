"""The handbook: one source of steps in four languages, in the words of the program, as a page and as text."""

import re
import subprocess
from errno import ENOSPC
from os import strerror
from pathlib import Path

import pytest
from click.testing import CliRunner

from bangxl.cli import app
from bangxl.commands import screen as command
from bangxl.commands.by_hand import SeatLine, seat_list
from bangxl.commands.errors import Refusal
from bangxl.commands.screen import handbook
from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.page.texts import TEXTS
from bangxl.vba.ribbon import buttons
from bangxl.web.handbook import chapters, page_of_handbook, picture_file
from tests.helpers.missing import missing
from tests.helpers.render import page_count
from tests.helpers.sample import these
from tests.hosts.commandline import CommandLine
from tests.web.browser import ABSENT, browser
from tools.handbook import DOCS, markdown, pages
from tools.pictures.__main__ import COLOURS, FOLDER

COMMAND = re.compile(r"`bangxl (\w+)([^`]*)`")
OPTION = re.compile(r"--[a-z-]+")
BUTTON = re.compile(r"\*\*([^*]+)\*\*")


def test_the_files_are_current() -> None:
    for path, text in pages().items():
        assert path.read_text(encoding="utf-8") == text, "python -m tools.handbook"


@pytest.mark.parametrize("language", LANGUAGES)
class TestEachLanguage:
    def test_has_every_chapter_and_step(self, language: str) -> None:
        assert [len(one.steps) for one in chapters(language)] == [len(one.steps) for one in chapters("en")]
        assert all(step.strip() for one in chapters(language) for step in one.steps)

    def test_names_buttons_as_the_ribbon_does(self, language: str) -> None:
        labels = {catalog(language)(button.label) for button in buttons().values()}
        named = set(BUTTON.findall(markdown(language)))
        assert named <= labels
        assert len(named) > 12

    def test_names_commands_and_options_that_there_are(self, language: str) -> None:
        told = COMMAND.findall(markdown(language))
        assert len(told) >= 10
        for name, rest in told:
            shown = CliRunner().invoke(app, [name, "--help"], env={"COLUMNS": "200", "TERM": "dumb"})
            assert shown.exit_code == 0, name
            plain = re.sub(r"\x1b\[[0-9;]*m", "", shown.output)
            assert all(option in plain for option in OPTION.findall(rest)), (name, rest)

    def test_names_columns_that_a_list_of_seats_may_have(self, language: str, tmp_path: Path) -> None:
        told = re.search(r"([^.:;]+) \(\.csv", markdown(language))
        assert told is not None
        first, *others = told[1].split(", ")[-4:]
        path = tmp_path / "tables.csv"
        path.write_text(f"{','.join([first.split()[-1], *others])}\n1,2,3,Anna\n", encoding="utf-8")
        assert seat_list(path, catalog(language)) == [SeatLine(2, "1", 2, 3, "Anna")]

    def test_is_one_page_that_asks_for_nothing(self, language: str) -> None:
        text = page_of_handbook(language)
        assert f'lang="{language}"' in text
        assert text.count("<h2") == len(chapters(language))
        assert not re.search(r"[\[{]", re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL))
        assert not re.findall(r'(?:src|href)="(?!#c|data:image/webp;base64,)', text)

    def test_shows_pictures_and_says_what_is_on_them(self, language: str) -> None:
        shown = [one for chapter in chapters(language) for one in chapter.pictures]
        assert {one.name for one in shown} == {*COLOURS}
        assert all(picture_file(language, one.name)[8:12] == b"WEBP" for one in shown)
        assert page_of_handbook(language).count("<img ") == len(shown) == len({one.alt for one in shown})
        assert all((DOCS / path).resolve().is_file() for path in re.findall(r"!\[[^]]+\]\(([^)]+)\)", markdown(language)))

    def test_names_the_pages_words_as_the_page_does(self, language: str) -> None:
        named = {word for one in chapters(language) for step in one.steps for word in re.findall(r"\{([^}]+)\}", step)}
        assert len(named) >= 4
        assert named <= {*TEXTS.values()}


def test_the_pictures_are_small() -> None:
    sizes = [path.stat().st_size for path in FOLDER.rglob("*.webp")]
    assert len(sizes) == len(COLOURS) * len(LANGUAGES)
    assert sum(sizes) < 1_000_000


@pytest.mark.parametrize("language", these(LANGUAGES, "ru"))
def test_in_print_it_has_twelve_pages_at_most(tmp_path: Path, language: str) -> None:
    chromium = browser() or missing(ABSENT)
    shown, printed = tmp_path / "handbook.html", tmp_path / "handbook.pdf"
    shown.write_text(page_of_handbook(language), encoding="utf-8")
    options = ("--headless", "--no-sandbox", "--disable-gpu", f"--print-to-pdf={printed}")
    subprocess.run([chromium, *options, shown.as_uri()], check=True, capture_output=True, timeout=60)
    assert 6 <= page_count(printed) <= 12


def full(**_given: str) -> str:
    raise OSError(ENOSPC, strerror(ENOSPC))


def test_the_command_says_where_it_is(bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(command, "open_file", lambda _path: False)
    run = bangxl("handbook", "--language", "de")
    path = Path(run.out.strip().rpartition(": ")[2])
    assert (run.code, path.name) == (0, "bangxl-handbook.de.html")
    assert path.read_text(encoding="utf-8") == page_of_handbook("de")
    bangxl("handbook", "--language", "de")
    assert len([*tmp_path.glob("*")]) == 1  # the page of the last call alone
    monkeypatch.setattr("tempfile.mkdtemp", full)
    assert handbook("en") == ("The handbook could not be opened in the browser (No space left on device).",)
    with pytest.raises(Refusal, match=r"Unknown language|sprache"):
        handbook("xx")
