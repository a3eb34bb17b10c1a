"""How fast a click is: our own code, without Python's start and without Excel's time (an Excel of the tests stands in for it)."""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.measure import Line, medians, output, python

CLICK_LIMIT: Final = 0.4
IMPORT_LIMIT: Final = 0.15


def importing() -> Line:
    """What the macro imports against an empty Python."""
    ours, theirs = medians(lambda: python("-c", "import bangxl.ribbon"), lambda: python("-c", "pass"))
    more = ours - theirs
    return "import bangxl.ribbon", f"python -c pass + {more:.3f} s; limit + {IMPORT_LIMIT} s", more <= IMPORT_LIMIT


def clicking(what: str, book: Path) -> Line:
    """*Seat next round* in a workbook with all its players entered; ``what`` says which."""
    with TemporaryDirectory(prefix="bangxl-click-") as name:

        def fresh() -> float:
            shutil.rmtree(Path(name) / "seated.history", ignore_errors=True)
            copy = shutil.copy(book, Path(name) / "seated.xlsx")
            return float(output("-m", "bench.click", str(copy)))

        [seconds] = medians(fresh)
    return f"a click on «Seat next round», {what}", f"{seconds:.2f} s; limit {CLICK_LIMIT} s", seconds <= CLICK_LIMIT


def one_click(path: Path) -> float:
    """Seconds of one click in a process in which xlwings has been loaded, as RunPython does; Excel's own are taken off."""
    import xlwings  # noqa: PLC0415 - only the process that clicks has an Excel

    from tests.excel import Excel, running  # noqa: PLC0415

    excel = Excel()
    with running(excel):
        excel.open(path).set_mock_caller()
        for name in [name for name in sys.modules if name.startswith("bangxl.")]:
            del sys.modules[name]  # the Excel of the tests has loaded them; a real one has not
        start = time.perf_counter()
        from bangxl.ribbon import click  # noqa: PLC0415

        click("seat")
        seconds = time.perf_counter() - start - excel.seconds
        title, text, mode = excel.alerts[-1]
    if mode != "info" or xlwings.engines.active is not None:
        raise SystemExit(f"{title}: {text}")
    return seconds


if __name__ == "__main__":
    print(one_click(Path(sys.argv[1])))
