"""Names of the whole world on paper: letters beside each other in reading order, and a word about those without a font."""

from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from bangxl.locale.catalog import catalog
from bangxl.paper import letters
from bangxl.paper.letters import fonts_for, shaped_for_print
from bangxl.paper.record import empty_forms, record_page
from bangxl.paper.sheet import Figure, Paper
from bangxl.paper.signs import SIGNS
from bangxl.rulebooks.loader import load
from bangxl.tournament.model import Outcome, Role, Status, Tournament
from bangxl.tournament.state import State
from tests.paper.printed import MADE


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("Anna Ελένη Иван 김", "Anna Ελένη Иван 김"),
        ("שלום כהן", "ןהכ םולש"),
        ("3. יעל (לוי) · 12", "3. (יול) לעי · 12"),
        ("دان 42", "\ufee5\ufe8d\ufea9 42"),
        ("محمد", "\ufeaa\ufee4\ufea4\ufee3"),
        ("سلام", "\ufee1\ufefc\ufeb3"),
        ("مُنى", "\ufef0\ufee8\ufee3\u064f"),
        ("Ali علي (Lazio)", "Ali \ufef2\ufee0\ufecb (Lazio)"),
    ],
)
def test_words_from_right_to_left_are_turned_around_and_arabic_is_joined(typed: str, printed: str) -> None:
    """Before, Hebrew and Arabic names stood on the wall in the wrong direction, letter by letter."""
    assert shaped_for_print(typed) == printed


def font_with(letter: str, path: Path) -> Path:
    """A font of one letter, a box."""
    pen = TTGlyphPen(None)
    for number, corner in enumerate([(0, 0), (0, 700), (700, 700), (700, 0)]):
        (pen.lineTo if number else pen.moveTo)(corner)
    pen.closePath()
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder([".notdef", "box"])
    font.setupCharacterMap({ord(letter): "box"})
    font.setupGlyf({".notdef": pen.glyph(), "box": pen.glyph()})
    font.setupHorizontalMetrics({".notdef": (800, 0), "box": (900, 0)})
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "One letter", "styleName": "Regular"})
    font.setupOS2()
    font.setupPost()
    font.save(path)
    return path


def test_a_letter_of_hangul_comes_from_a_font_of_this_computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    font = font_with("김", tmp_path / "malgun.ttf")
    monkeypatch.setattr(letters, "_of_this_computer", lambda: (font,))
    paper = Paper("names", "en", MADE)
    paper.page()
    paper.text(20, 20, 60, 8, "Anna 김")
    assert paper.data().count(b"/FontFile2") == 3  # ours, our second, and this one
    assert Paper("", "en", MADE).without_font(["Anna 김", "이", "Ελένη", "שלום"]) == ["이"]


def test_letters_that_must_be_joined_are_not_printed_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A font has the letters of Hindi, but a PDF would print them in pieces: nobody could read the name."""
    monkeypatch.setattr(letters, "_of_this_computer", lambda: (font_with("अ", tmp_path / "all.ttf"),))
    assert fonts_for("अ") == ()
    assert Paper("", "en", MADE).without_font(["Anna", "अमित"]) == ["अमित"]


def test_fonts_are_found_by_name_in_the_order_of_the_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A damaged font is passed over: with it no page was printed at all."""
    fonts = tmp_path / "Fonts"
    fonts.mkdir()
    for name in ("MSYH.TTC", "other.ttf", "malgun.ttf"):
        font_with("김", fonts / name)
    whole = (fonts / "malgun.ttf").read_bytes()
    for name, data in {
        "NanumGothic.ttf": b"",
        "YuGothM.ttc": b"OTTO" + bytes(99),
        "simsun.ttc": whole[: len(whole) // 2],
    }.items():
        (fonts / name).write_bytes(data)
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("WINDIR", str(tmp_path))
    letters._of_this_computer.cache_clear()
    try:
        assert [path.name for path in fonts_for("김")] == ["malgun.ttf", "MSYH.TTC"]
    finally:
        letters._of_this_computer.cache_clear()


MARKS = (*Role, Status.ALIVE, Status.ELIMINATED, Status.FINAL_DUEL, *Outcome)


def test_each_role_end_and_outcome_has_a_sign_above_its_boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = list[Figure]()
    monkeypatch.setattr(Paper, "shape", lambda _paper, figure, *_look: drawn.append(figure))
    state = State(Tournament("italy-2010"), load("italy-2010"))
    paper = Paper("sheet", "en", MADE)
    record_page(paper, next(empty_forms(state, catalog("en"))))
    paper.data()  # closes the fonts
    assert len(drawn) == sum(len(filled) + len(outlined) for filled, outlined in (SIGNS[mark] for mark in MARKS))


@pytest.mark.parametrize("mark", [key for key in SIGNS if SIGNS[key] != SIGNS.get(Role.RENEGADE)])
def test_no_two_signs_are_alike(mark: str) -> None:
    same = {key for key, sign in SIGNS.items() if sign == SIGNS[mark]}
    assert same <= {Role.SHERIFF, Outcome.LAW} or same <= {Role.OUTLAW, Outcome.OUTLAWS} or same == {mark}
