"""Why a command did nothing, in one sentence each: what is wrong, where, and what to do."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from bangxl.books.port import BookError
from bangxl.locale.catalog import LANGUAGES, SOURCE_LANGUAGE, Catalog, catalog, sentences
from bangxl.rulebooks.faults import MISSPELT, RulebookError

STATE, USAGE = 1, 2
"""Exit codes: the tournament is not in a state for it · wrong usage or unreadable input."""


class Refusal(Exception):  # noqa: N818 -- not an error: the tournament is not in a state for it
    """A command that was not carried out: ``lines`` say why, ``exit_code`` is the command line's, ``place`` sheet and cell."""

    def __init__(self, *lines: str, exit_code: int = STATE, place: tuple[str, str] = ("", "")) -> None:
        super().__init__("\n".join(lines))
        self.lines: Sequence[str] = lines
        self.exit_code = exit_code
        self.data: object = None
        """What ``--json`` gives in place of nothing."""
        self.place = place if all(place) else None
        """The sheet and cell to go to, if there is one."""


def explain_rulebook(error: RulebookError, language: str) -> str:
    """The mistake in a rulebook file, with its key and line, in this language."""
    _ = catalog(language)
    where = _("{file}, line {line}").format(file=error.file, line=error.line) if error.line else error.file
    key = "" if error.key == "file" or MISSPELT in error.fault.values else error.key
    return ": ".join(filter(None, (where, key, error.fault.sentence(_))))


@contextmanager
def rulebook_refusals(language: str) -> Iterator[None]:
    """Turn a RulebookError into a refusal (usage) in this language; without a language raise it again."""
    try:
        yield
    except RulebookError as error:
        if not language:
            raise
        raise Refusal(explain_rulebook(error, known_language(language)), exit_code=USAGE) from None


@contextmanager
def book_refusals(path: Path, language: str) -> Iterator[None]:
    """Turn a BookError about this file into a refusal in this language."""
    try:
        yield
    except BookError as error:
        raise explain(error, str(path), language) from None


_MOST, _FEW = 40, 5
"""So many choices are all named; of more, so many."""


def require_choice(option: str, value: str, known: Sequence[str], language: str, usage: str = "") -> None:
    """Refuse (usage) a value that is not in ``known``, and suggest similar words; of many choices ``usage`` says more."""
    if value in known:
        return
    _ = catalog(language)
    near = get_close_matches(value.lower(), known)
    text = _("«{value}» is not possible here. Did you mean {near}?")
    if not near:
        text = _("«{value}» is not possible here. Choose from: {known}.")
    if is_long := len(known) > _MOST and not near:
        text = _("«{value}» is not possible here. Some of {count} choices: {known}.")
    shown = {"near": ", ".join(near), "count": len(known), "known": ", ".join(known[: _FEW if is_long else _MOST])}
    lines = [_("How to use it: {command}").format(command=usage)] if is_long and usage else []
    raise Refusal(f"{option}: {text.format(value=value, **shown)}", *lines, exit_code=USAGE)


Reason = str | Callable[[str], str]
"""Why; or who asks for it once nothing else is in the way, told in a sentence what is about to be done."""


def reason_for(reason: Reason, about: str, demand: str) -> str:
    """The reason, asked for now if it was not given. Refusal as `require_reason`."""
    said = reason if isinstance(reason, str) else reason(about)
    require_reason(said, demand)
    return said


def require_reason(reason: str, demand: str) -> None:
    """Refusal (usage) with the sentence ``demand`` where no reason is given."""
    if not reason.strip():
        raise Refusal(demand, exit_code=USAGE)


OTHER_FILES: Final[Mapping[str, str]] = sentences(
    """
open_document: {path}: this is a LibreOffice spreadsheet (.ods). Open it in LibreOffice, choose File, Save As, Excel 2007-365
  (.xlsx), and use that file.
old_excel: {path}: this workbook has an Excel format other than .xlsx. Open it in Excel or LibreOffice, save it as .xlsx
  (LibreOffice: File, Save As, Excel 2007-365), and use that file.
encrypted: {path}: this workbook opens only with a password. Save it as .xlsx without a password, and use that file.
numbers: {path}: this is a document of Apple's Numbers. Choose File, Export To, Excel there, and use that .xlsx file.
archive: {path}: this is an archive (.zip or similar). Unpack it, and use the .xlsx file in it.
link: {path}: this is only a link to a spreadsheet on the web. Open it in the browser, choose File, Download, Microsoft Excel
  (.xlsx), and use that file.
web_page: {path}: this is a web page, perhaps a sign-in page in place of the workbook. Sign in and download the workbook again,
  or save it as .xlsx in the program that made the page.
plain_text: {path}: this is a text or CSV file, without sheets and formulas. Use the .xlsx file. To make a workbook from a list
  of players, use {bangxl new}.
document: {path}: this is a document or a picture. Use the .xlsx file that belongs to it.
mail: {path}: this is a mail. Save the .xlsx file that is attached to it, and use that file.
companion: {path}: this is a helper file of Excel or LibreOffice. Use {name}.
not_here: {path}: this file has no content yet, or not all. Wait until it is downloaded, or copy it again.
exported: {path}: this is an exported tournament (JSON). Make a workbook from it with {bangxl import}.
"""
)
"""What other files are, and how they become workbooks (`bangxl.books.strange`)."""

RECEIVED: Final[Mapping[str, str]] = sentences(
    """
ambiguous: {path}: different programs would read this file differently (because of «{part}» in it). Ask the sender for the file
  as bangxl wrote it.
not_a_workbook: {path}: this is not an Excel workbook, or it is damaged. Ask the sender to send it again.
not_referto: {path}: this workbook is not a bangxl report.
"""
)
"""The same for who was sent a file, and cannot repair it."""

BOOK_ERRORS: Final[Mapping[str, str]] = {
    **sentences(
        """
file_missing: {path}: this file does not exist. Check the name and the folder.
folder_missing: {path}: there is no folder «{folder}». Check the name.
cannot_read: {path}: the file cannot be read ({reason}). Check the name and your permissions.
no_file: {path}: this is not a regular file but a pipe or a device. Nothing was read. Check the name.
file_too_large: {path}: this file is larger than {most} MB, which is too large for a tournament. Nothing was read. Check the
  name.
not_a_workbook: {path}: this is not an Excel workbook, or it is damaged. Use a copy, or go back with {bangxl undo}.
too_large: {path}: «{part}» in this file is too large for a workbook. Nothing was read. Use another copy of the file.
unsafe_xml: {path}: «{part}» in this file declares a document type, which spreadsheets never do. Nothing was read. Use another
  copy.
ambiguous: {path}: different programs would read this file differently (because of «{part}» in it). Use another copy.
signed: {path} is digitally signed, and any change would break the signature. Save a copy without it, and work on the copy.
cannot_edit: {path} contains something that bangxl cannot change safely: {reason}. Save it again as .xlsx or .xlsm, and try
  again.
merged: {path}: cell {cell} on the sheet {sheet} is merged with others, so its content is hidden. Nothing was written. Unmerge
  the cells, or go back with {bangxl undo}.
old_or_encrypted: {path}: this is an old or encrypted Excel file. Save it as .xlsx without a password.
macros_in_xlsx: {path}: this workbook contains macros, so its name must end in .xlsm. Rename it.
wrong_suffix: {path}: the name of a workbook must end in .xlsx, or in .xlsm for a workbook with buttons.
not_bangxl: {path}: bangxl did not make this workbook, or its defined names are gone. Go back with {bangxl undo}, or make a new
  one: {bangxl new}.
damaged: {path}: this workbook is damaged. A sheet was deleted, perhaps a hidden one, or cells have lost their names: {part} is
  missing. Go back with {bangxl undo}; or {bangxl check --rebuild NEW.xlsx} makes a new workbook from what can be proved.
newer_version: {path}: a newer bangxl made this workbook (format {version}). Install the newest bangxl.
locked: {path} is open in another program. Save and close it there. (If it is not open, delete {lock}.)
busy: {path}: another bangxl command is using this file. Wait until it has finished, then try again.
changed: {path} was changed by another program in the meantime. Nothing was written. Run the command again.
is_folder: {path}: this is a folder. Give the name of a file in it.
file_exists: {path} already exists. Choose another name, or move the old file away.
table_exists: {path} already exists. Choose another folder, or overwrite it with --overwrite.
cannot_write: {path} cannot be written ({reason}). Nothing was changed. Check folder, free space and permissions.
half_written: {path} cannot be written ({reason}). Already written: {written}. Check the folder and your permissions, and run the
  command again.
write_protected: {path} is write-protected. Nothing was changed. Remove the protection in the file's properties, or work on a
  copy.
foreign_file: {path} already exists, and bangxl did not write it. Move it away, or overwrite it with --overwrite on the command
  line.
linked_history: {path} is a link. bangxl keeps the history only beside the workbook: move the link away.
earlier_season: {path} is an earlier season workbook. Give another name after -o, or overwrite it with --overwrite.
other_tournament: {path} is the report of another tournament. Choose another folder with -o, or overwrite it with --overwrite.
unknown_caller: Excel did not pass on this workbook's name ({path}). Close the other tournaments and click again, or save it
  under a name with the letters A–Z only.
host_busy: {path}: the program is busy. Finish the cell with Enter, close any dialog, and click again.
host_refused: {path}: Excel or LibreOffice refused the change: {reason}. Nothing was changed.
half_changed: {path}: Excel or LibreOffice stopped in the middle of a change. Close the workbook without saving, and open it
  again.
written_otherwise: {path}: Excel or LibreOffice did not accept the value for cell {cell} on the sheet {sheet}. Nothing was
  changed. Close the file and use the command line.
read_only: {path} is open for reading only. Check who else has it open, then open it again for writing.
structure_protected: {path}: the workbook's structure is protected, so no sheet can be shown. Remove that protection (tab
  Review), or close the file and use the command line, which needs no password.
sheet_protected: {path}: the sheet {sheet} is protected with a password. Remove it (Tools, Protect Sheet), then click again.
  Nothing was changed.
online: {path} is in a cloud folder. Save a copy in a folder of this computer alone, for example Downloads; open the copy and
  click again.
never_saved: {path} has not been saved yet. Save it, then click again.
macros_lost: {path}: LibreOffice would break the buttons of an .xlsm. Save it as .xlsx in Excel, and use that file here.
referto: {path}: this is a report, and reports are not changed. Work on the tournament's workbook, and write the report again.
bad_snapshot: {snapshot} is damaged or a link, so bangxl cannot go back to it. Nothing was changed. Move it to another folder;
  then {bangxl undo} goes back to the copy before it.
nothing_kept: {path}: there is no earlier copy of this file here. Use a copy that you made.
nothing_to_undo: {path}: there is nothing to undo: no command has changed this workbook yet.
"""
    ),
    **OTHER_FILES,
}
"""The sentences, by the code of a BookError."""

UNREADABLE: Final = frozenset({
    "file_missing", "folder_missing", "cannot_read", "no_file", "file_too_large", "not_a_workbook", "too_large", "unsafe_xml",
    "ambiguous", "old_or_encrypted", "macros_in_xlsx", "wrong_suffix", "not_bangxl", "damaged", "newer_version", "is_folder",
    "bad_snapshot", *OTHER_FILES,
})  # fmt: skip
"""Those that are wrong usage, or input that nobody can read; of the others the tournament is not in a state for it."""


def explain(error: BookError, path: str, language: str) -> Refusal:
    """A book's error as a refusal."""
    _ = catalog(language)
    values = {key: _(str(value).rstrip(". ")) if key == "reason" else value for key, value in error.values.items()}
    text = _(BOOK_ERRORS[error.code]).format(**{"path": path, **values})
    text = " ".join((text, *_meant(Path(path), _))) if error.code == "file_missing" else text
    return Refusal(text, exit_code=USAGE if error.code in UNREADABLE else STATE)


def _meant(path: Path, _: Catalog) -> Iterator[str]:
    """Which file was meant by one that is not there: the report of a workbook that is, or a name that is nearly the same."""
    there = {one.stem: one.name for one in path.parent.glob("*.xls[xm]")}
    book = path.stem.removesuffix("-referto")
    if book != path.stem and book in there:
        yield _("Make it first from {name}, with {bangxl report}.").format(name=there[book])
    elif near := get_close_matches(path.stem, there):
        yield _("Did you mean {near}?").format(near=", ".join(map(there.__getitem__, near)))


def known_language(language: str) -> str:
    """The language itself if we have it, else English."""
    return language if language in LANGUAGES else SOURCE_LANGUAGE
