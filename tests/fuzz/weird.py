"""What people, programs and pranksters write where a name, a number or a word is expected."""

from datetime import datetime
from typing import Final

from bangxl.books.port import Formula, Value

NUMBERS: Final[tuple[Value, ...]] = (
    0, 1, 2, 7, -1, 99_999, 10**15, 2**53 + 1, 2**63, 10**30, 0.1, 0.5, -0.0, 1e308, -1e308, 5e-324, True, False,
)  # fmt: skip
DAYS: Final[tuple[Value, ...]] = tuple(
    datetime(*day)  # noqa: DTZ001 - a workbook knows no time zones
    for day in ((1900, 1, 1), (1900, 2, 28), (2026, 2, 28), (2026, 11, 20, 3, 4, 5), (9999, 12, 31, 23, 59, 59))
)
FORMULAS: Final[tuple[Value, ...]] = tuple(map(Formula, ("=1+1", "=Players_Name", "=#REF!", '="Sheriff"', "=", "={1,2}")))
TEXTS: Final = (
    "", " ", "x", "x" * 32_767, "é" * 20_000, "\u202eabc", "_x000D_", "_x001B_[31m", "_xD800_", "a_x005F_b", "\x9b31m", "\x7f",
    "#REF!", "#N/A", "=1+1", "==", "+1", "-1", "@x", "\t=1", "\r", "a\nb", "a\tb", "\u00a0", "\u200b", "\ufeffx",
    "\u2028", "😀" * 50,
    "{player}", "{0}", "{", "}", "%s", "%(x)s", "[bold]x[/bold]", "[/]", "\\", "'", '"', "''", "<b>", "&amp;", "]]>", "x\x00y",
    "1" * 5000, "-" * 300, "٣", "１２", "²", "½", "1e5", "1e999", "0x10", "1_000", "+5", "-0", "  7  ", "7.0", "7,5", "ß",
    "ı", "ﬁ",
    "../../etc/passwd", "C:\\x", "nul", "../italy-2010", "house.toml", "italy-2010", "italy-2007", "germany", "record",
    "2026-13-45", "31.2.2026", "0001-01-01", "2026-01-01T00:00:00Z", "it", "de", "zz",
)  # fmt: skip
WORDS: Final = (
    "P001", "P002", "P999", "p001", "(P001)", "Anna (P999)", "P001+P001", "P001+P002", "P001+", "yes", "no", "W", "w",
    "1;2;3", ";",
    "sheriff", " SHERIFF ", "Outlaw", "renegade", "Deputy", "alive", "eliminated", "final duel", "law", "outlaws", "winner",
    "withdrawal", "ejection", "warning", "sit_out", "between_rounds", "during_game", "before_duel", "during_duel",
    "after_last_round_before_ranking", "SF1", "sf1", "QF1", "F", "P3", "Stage1", "Stage99999999999", "Round1", "Round1T1",
    "Round" + "1" * 4400 + "T1", "Round1T1=0; Round2", "1T1=abc", "tables=5+5; draw=lot", "tables=", "tables=5+" + "9" * 5000,
    "lot", "mixed", "lot 1", "lot 99", "mixed 2", "lot " + "9" * 5000, "long", "short", "2007", "true", "false", "5,5", "6,6,5",
    "1+1+1", "6," * 3000, "999999999", "given", "public", "random", "seat", "redraw", "undo", "reopen", "swap", "import", "new",
)  # fmt: skip
VALUES: Final[tuple[Value, ...]] = (None, *NUMBERS, *DAYS, *FORMULAS, *TEXTS, *WORDS)
"""For a cell."""
