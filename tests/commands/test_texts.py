"""Every sentence that a command can say is collected for the translators, and none is put together from halves."""

import ast
from pathlib import Path
from typing import Final

import bangxl

PACKAGE: Final = Path(bangxl.__file__).parent
COLLECTED: Final = {"_", "N_", "plural"}


def sentences(path: Path) -> list[str]:
    """Texts with a blank in them that are called with by anything but what the collector knows."""
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    odd = [call for call in calls if not isinstance(call.func, ast.Name) and _last(call.func) not in COLLECTED]
    texts = [call.args[0].value for call in odd if call.args and isinstance(call.args[0], ast.Constant)]
    return [text for text in texts if isinstance(text, str) and " " in text.strip() and "{" in text]


def _last(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else ""


def test_no_sentence_escapes_the_translators() -> None:
    files = [*(PACKAGE / "commands").glob("*.py"), *(PACKAGE / "workbook").glob("*.py")]
    assert files
    assert {str(file.relative_to(PACKAGE)): found for file in files if (found := sentences(file))} == {}
    calls = ("catalog(language)(", "workspace.text(", "catalog(guessed_language())(")
    assert [(file.name, call) for file in files for call in calls if f'{call}"' in file.read_text(encoding="utf-8")] == []
