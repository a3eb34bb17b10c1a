"""Dates in words, with the day of the week."""

from __future__ import annotations

from datetime import date
from typing import Final

from bangxl.locale.catalog import N_, Catalog

WEEKDAYS: Final = (*(N_("Monday"), N_("Tuesday"), N_("Wednesday"), N_("Thursday")), *(N_("Friday"), N_("Saturday"), N_("Sunday")))
MONTHS: Final = (
    *(N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June")),
    *(N_("July"), N_("August"), N_("September"), N_("October"), N_("November"), N_("December")),
)


def long_day(_: Catalog, text: str) -> str:
    """A date in words; other texts unchanged."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return text
    weekday, month = _(WEEKDAYS[day.weekday()]), _(MONTHS[day.month - 1])
    return _("{weekday} {day} {month} {year}").format(weekday=weekday, day=day.day, month=month, year=day.year)
