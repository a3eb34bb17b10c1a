"""The options that the regulation leaves to the referee: their drop-downs, and hidden beside them what was chosen, as a code."""

from __future__ import annotations

from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.locale.catalog import LANGUAGES
from bangxl.sheets.context import Context
from bangxl.sheets.formulas import quoted, typed
from bangxl.sheets.styles import book_name, choose, hide, settled
from bangxl.tournament.rulebook import Option
from bangxl.workbook.words import option_word

_FIRST = 6

LONGEST_TEXT = 200
"""Characters that can be typed where anything can."""


def build(wb: Workbook, ws: Worksheet, ctx: Context, top: int, left: str) -> None:
    """Give the options, whose cells stand in column C from row ``top`` on, what can be chosen.

    In the hidden columns from ``left`` on stand the words of all languages with their codes (``Option_Word``,
    ``Option_Code``), each drop-down shows the workbook's own; and what is in force (``Chosen_<key>``).
    """
    word, code, chosen = (get_column_letter(column_index_from_string(left) + i) for i in range(3))
    row = _FIRST
    for number, (key, option) in enumerate(ctx.rulebook.options.items(), top):
        cell = f"C{number}"
        if not option.values:
            _free(ws, ctx, key, cell)
            continue
        spoken = _spoken(ctx, option)
        for i, (text, value) in enumerate(spoken, row):
            ws[f"{word}{i}"], ws[f"{code}{i}"] = text, value
            ws[f"{word}{i}"].number_format = "@"
        words, codes = (f"${letter}${row}:${letter}${row + len(spoken) - 1}" for letter in (word, code))
        default = quoted(option.default)
        ws[f"{chosen}{number}"] = f"=IFERROR(INDEX({codes},MATCH({typed(cell)},{words},0)),{default})"
        book_name(wb, ws, f"Chosen_{key}", f"{chosen}{number}")
        if len(option.values) > 1:
            book_name(wb, ws, f"Offer_{key}", f"{word}{row}:{word}{row + len(option.values) - 1}")
            choose(ws, cell, f"Offer_{key}", ctx._("Choose a word from the list."))
            settled(ws, cell)
        row += len(spoken)
    book_name(wb, ws, "Option_Word", f"{word}{_FIRST}:{word}{row - 1}")
    book_name(wb, ws, "Option_Code", f"{code}{_FIRST}:{code}{row - 1}")
    hide(ws, word, chosen)


def _spoken(ctx: Context, option: Option) -> list[tuple[str, str]]:
    """Every word for a value with the value: the workbook's language first, then the others, last the codes themselves."""
    languages = sorted(LANGUAGES, key=lambda language: language != ctx.catalog.language)
    words = [(option_word(value, language), value) for language in languages for value in option.values]
    return [*words, *((value, value) for value in option.values)]


def _free(ws: Worksheet, ctx: Context, key: str, cell: str) -> None:
    """An option that is typed: table sizes and pairs of players as text (Excel reads 6,5 as a number), or how many games."""
    _ = ctx._
    ws[cell].number_format = "@"
    settled(ws, cell)
    if key == "composition":
        found = (f"INDEX(Chart_Code,MATCH(Players_Started,Chart_Players,{kind}))" for kind in (0, 1))
        choose(ws, cell, ":".join(found), _("The regulation has no such tables for these players."), strict=False)
        _tell(ws.data_validations.dataValidation[-1], _("Sizes of the tables, for example 6,6,5. Blank: as the chart says."))
    elif key == "keep_apart":
        pairs = _("Pairs who should not share a table, by their ids: P003+P007, P010+P011. Blank: nobody is kept apart.")
        prompt(ws, cell, pairs)
    else:
        ws[cell].number_format = "0"
        whole = DataValidation("whole", operator="between", formula1="1", formula2=str(ctx.rounds), allow_blank=True)
        whole.showErrorMessage, whole.errorTitle, whole.error = True, "BANG!", _("A whole number of games.")
        ws.add_data_validation(whole)
        whole.add(cell)


def prompt(ws: Worksheet, cell: str, text: str) -> None:
    """Say beside a selected cell what can be typed there: any text of a sensible length. ``text``: at most 255 characters."""
    validation = DataValidation("textLength", operator="lessThanOrEqual", formula1=str(LONGEST_TEXT), allow_blank=True)
    _tell(validation, text)
    ws.add_data_validation(validation)
    validation.add(cell)


def _tell(validation: DataValidation, text: str) -> None:
    validation.promptTitle, validation.prompt, validation.showInputMessage = "BANG!", text, True
