"""Number formats that show what a cell holds, and such as show something else."""

from __future__ import annotations

import pytest

from bangxl.books.stylesheet import is_plain


@pytest.mark.parametrize(
    "code",
    [
        "General", "@", "0", "0.0", "0.00", "#,##0", "#,##0.##", '#,##0 "$";-#,##0 "$"', '#,##0\\ "$";\\-#,##0\\ "$"',
        "#,##0 [$$-409];[RED]-#,##0 [$$-409]", "[$$-409]#,##0.00", "#,##0_);(#,##0)", "dd/mm/yyyy", "dd\\/mm\\/yyyy",
        "[$-410]d/m/yyyy;@", "[$-409]mmmm d, yyyy", "yyyy-mm-dd hh:mm:ss",
    ],
)  # fmt: skip
def test_plain(code: str) -> None:
    assert is_plain(code)


@pytest.mark.parametrize(
    "code",
    [
        '"80,000 $"', '0,"0,000 $"', ";;;", ';;;"Mario Rossi"', "0;", "0;;", "0,", "#,##0,", "0,,", '0","', "0%", "0E+00",
        "# ?/?",
        "#", "-0", '"-"0', "(0)", '"."0', "0;0", "#,##0;#,##0", "0;-0;", '0;-0;"-"', "[White]0", "[>5]0;0", '0"0"', "0 0",
        "1,##0", "0\\0", '"9000 $"@', "@@", "[$9-409]0", "[h]:mm", 'd "9"',
    ],
)  # fmt: skip
def test_not_plain(code: str) -> None:
    assert not is_plain(code)
