"""A folder that runs commands one after the other, and keeps everything that they write and print."""

from __future__ import annotations

import io
import os
import re
import runpy
import secrets
import shutil
import sys
import traceback
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

from tools.same.parts import Workbook

EPOCH: Final = 1794960000
MINUTE: Final = 60
SAID: Final = "said.txt"


class Said(NamedTuple):
    """The answer of a command."""

    code: int
    out: str
    err: str


class Folder:
    """A folder for playing one day with the code of one side; every step leaves its files and messages in ``steps``."""

    def __init__(self, code: Path, folder: Path, *, alone: bool = False) -> None:
        self.alone = alone
        """Whether this process plays nothing else: then modules stay in memory for the next commands."""
        self.code, self.path, self.steps = code, folder / "room", folder / "steps"
        for made in (self.path, self.steps, folder / "home"):
            made.mkdir(parents=True)
        self._home, self._number = folder / "home", 0
        self._seen: dict[str, tuple[int, int]] = {}

    def run(self, *arguments: str) -> Said:
        """Run one command in its own process; put its messages and each file that it wrote into ``steps``."""
        self._number += 1
        out, err = self._home / "out", self._home / "err"
        process = os.fork()
        if not process:
            self._command(arguments, out, err)
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        if self.alone and code >= 0:
            for name in (self._home / "modules").read_text(encoding="utf-8").split():
                import_module(name)
        answer = Said(code, *(self._cleaned(file.read_text(encoding="utf-8", errors="replace")) for file in (out, err)))
        self._keep(arguments, answer)
        return answer

    def type(self, file: str, values: Mapping[tuple[str, int], str | float | None], target: str = "") -> None:
        """Type into named cells of a workbook, like a referee; skip names that the workbook lacks."""
        book = Workbook((self.path / file).read_bytes())
        for (name, index), value in values.items():
            if name in book.names and index < len(book.names[name][1]):
                book.type(name, value, index)
        book.save(self.path / (target or file))

    def book(self, file: str) -> Workbook:
        """A workbook in it."""
        return Workbook((self.path / file).read_bytes())

    def there(self, file: str) -> bool:
        """Whether this file exists."""
        return (self.path / file).exists()

    def _command(self, arguments: Sequence[str], out: Path, err: Path) -> None:
        """In the forked process: run python -m bangxl, with nothing executed before."""
        for number, file in ((1, out), (2, err)):
            os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
        sys.stdin = io.StringIO()
        sys.stdout, sys.stderr = (os.fdopen(number, "w", encoding="utf-8") for number in (1, 2))
        os.chdir(self.path)
        os.environ |= {"HOME": str(self._home), "SOURCE_DATE_EPOCH": str(EPOCH + MINUTE * self._number)}
        lead(self.code)
        for name in () if self.alone else [name for name in sys.modules if name.split(".")[0] == "bangxl"]:
            del sys.modules[name]
        sys.argv[:] = ["bangxl", *arguments]
        code = 0
        try:
            runpy.run_module("bangxl", run_name="__main__", alter_sys=True)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        except BaseException:  # noqa: BLE001 -- like python -m
            traceback.print_exc()
            code = 1
        sys.stdout.flush()
        sys.stderr.flush()
        needed = [name for name in sys.modules if name.startswith("bangxl.") and not name.endswith("__main__")]
        (self._home / "modules").write_text("\n".join(needed), encoding="utf-8")
        os._exit(code)

    def _cleaned(self, text: str) -> str:
        """Remove the folder, which differs every time, and data that only belongs to this moment."""
        text = text.replace(str(self.path.parent), "/here").replace(str(self.code), "/code")
        return re.sub(r"(/[\w.-]+)*/bangxl-\w+/", "/temporary/", text)

    def _keep(self, arguments: Sequence[str], said: Said) -> None:
        step = self.steps / f"{self._number:03}-{arguments[0] if arguments else 'bangxl'}"
        step.mkdir()
        now = {
            file.relative_to(self.path).as_posix(): (file.stat().st_mtime_ns, file.stat().st_ino)
            for file in self.path.rglob("*")
            if file.is_file()
        }
        for name, state in now.items():
            if state != self._seen.get(name):
                (step / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(self.path / name, step / name)
        gone = "".join(f"gone: {name}\n" for name in sorted(self._seen.keys() - now.keys()))
        line = " ".join(f"'{argument}'" if " " in argument else argument for argument in arguments)
        text = f"$ bangxl {line}\n{said.out}--- standard error\n{said.err}--- exit code {said.code}\n{gone}"
        (step / SAID).write_text(text, encoding="utf-8")
        self._seen = now


def lead(code: Path) -> None:
    """Let `import bangxl` find only this code, and chance be the same on both sides: a code has a salt by chance."""
    vars(secrets)["token_hex"] = lambda size: "5a" * size
    sys.path[:] = [str(code), *(path for path in sys.path if path and not Path(path, "bangxl", "__init__.py").exists())]
