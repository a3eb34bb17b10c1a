"""Printed tables, typed a second time from the page, against what the loader made of the files."""

from collections.abc import Iterable, Mapping

Printed = Mapping[tuple[str, str, str], tuple[int, ...]]
"""Outcome, role and status (as the codes) of a printed line, and its amounts by column; what is not printed is 0."""


def as_printed(printed: Printed, sizes: Iterable[int], alive: int = 0) -> dict[str, int]:
    """What a workbook must hold of a page whose amounts do not depend on how the game ended.

    Every line that can be is in it. ``alive`` is what the page gives to all the living, beside the table.
    """
    lines = (
        "law sheriff alive", "law deputy alive", "law deputy eliminated", "law outlaw eliminated", "law renegade eliminated",
        "law renegade final_duel", "outlaws sheriff eliminated", "outlaws deputy alive", "outlaws deputy eliminated",
        "outlaws outlaw alive", "outlaws outlaw eliminated", "outlaws renegade alive", "outlaws renegade eliminated",
        "renegade sheriff eliminated", "renegade deputy eliminated", "renegade outlaw eliminated", "renegade renegade alive",
    )  # fmt: skip
    table = {}
    for line in lines:
        outcome, role, status = line.split()
        amounts = printed.get((outcome, role, status))
        for column, size in enumerate(sizes):
            if size > 4 or role != "deputy":
                paid = amounts[column] if amounts else 0
                table[f"|{size}|{outcome}|{role}|{status}"] = paid + (alive if status == "alive" else 0)
    return table


def printed_chart(text: str) -> dict[int, tuple[tuple[int, ...], ...]]:
    """The rows of a chart with one composition each: ``10 5 5``."""
    rows = [tuple(int(word) for word in line.split()) for line in text.splitlines() if line]
    return {row[0]: (row[1:],) for row in rows}
