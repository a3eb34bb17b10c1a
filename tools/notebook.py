"""`python -m tools.notebook`: runs the notebook's cells and keeps what they show, tables as texts, charts as small pictures."""

import ast
import io
import json
import os
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pandas as pd
from PIL import Image

NOTEBOOK: Final = Path(__file__).parents[1] / "docs" / "notebook.ipynb"
DOTS, COLOURS, LETTERS = 72, 64, 140
"""Of a chart: dots per inch, and colours. Of a line: the most letters."""

Output = dict[str, Any]


def code(book: Mapping[str, Any]) -> list[Output]:
    """The cells with code."""
    return [cell for cell in book["cells"] if cell["cell_type"] == "code"]


def outputs(sources: Sequence[str]) -> Iterator[list[Output]]:
    """What each cell shows: its last value, and its chart. In an empty folder, without reports, it simulates."""
    import matplotlib as mpl  # noqa: PLC0415 - before pyplot, which would look for a screen

    mpl.use("agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    there: dict[str, Any] = {}
    for number, source in enumerate(sources, 1):
        plt.close("all")
        *steps, last = ast.parse(source).body
        steps, asked = (steps, last) if isinstance(last, ast.Expr) else ([*steps, last], None)
        exec(compile(ast.Module(steps, []), "notebook", "exec"), there)  # noqa: S102 - our own page
        value = eval(compile(ast.Expression(asked.value), "notebook", "eval"), there) if asked else None  # noqa: S307
        shown: list[Output] = []
        if value is not None:
            with pd.option_context("display.width", LETTERS, "display.max_columns", None):
                text = {"text/plain": str(value).splitlines(keepends=True)}
            shown.append({"data": text, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
        shown += [{"data": _picture(plt.figure(at)), "metadata": {}, "output_type": "display_data"} for at in plt.get_fignums()]
        yield shown


def _picture(figure: Any) -> Mapping[str, object]:  # noqa: ANN401 - matplotlib's
    drawn, packed = io.BytesIO(), io.BytesIO()
    figure.savefig(drawn, dpi=DOTS, bbox_inches="tight")
    Image.open(drawn).convert("RGB").quantize(COLOURS).save(packed, "PNG", optimize=True)
    return {"image/png": b64encode(packed.getvalue()).decode(), "text/plain": [figure.axes[0].get_title()]}


def main() -> None:
    """Run the notebook where no reports are, and write it with what it shows."""
    book = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    for number, cell in enumerate(book["cells"]):
        cell["id"] = f"cell-{number}"
    cells = code(book)
    with TemporaryDirectory() as empty:
        os.chdir(empty)
        for number, (cell, shown) in enumerate(zip(cells, outputs(["".join(cell["source"]) for cell in cells]), strict=True), 1):
            cell |= {"execution_count": number, "outputs": shown}
        os.chdir(NOTEBOOK.parent)
    NOTEBOOK.write_text(json.dumps(book, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
