"""The extension that carries bangxl (``make oxt``) in a LibreOffice with nothing else: no bangxl beside it, nothing set up."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import grimp
import pytest

from bangxl.actions import CLICKS
from bangxl.commands.verify import verify
from bangxl.office.build import oxt
from tests.helpers.whole_day import fresh, play
from tests.hosts.libreoffice.office import SYSTEM_PYTHON
from tests.libreoffice.desk import type_in
from tests.office_live.host import ROOT
from tests.office_live.window import Screen, Window, until

CARRYING = ROOT / "build" / "bangxl.oxt"


def test_buttons_need_only_what_the_extension_carries() -> None:
    """Of these msgspec alone is compiled. ``bangxl.command_table`` imports for each command what its click does not need."""
    graph = grimp.build_graph("bangxl", include_external_packages=True, exclude_type_checking_imports=True)
    for imported in graph.find_modules_directly_imported_by("bangxl.command_table"):
        graph.remove_import(importer="bangxl.command_table", imported=imported)
    needed = set()
    for place in {"bangxl.toolbar", *(click.partition(":")[0] for click in CLICKS.values())}:
        module = place if place in graph.modules else place.rpartition(".")[0]
        needed |= graph.find_upstream_modules(module)
    others = {module for module in needed if module.partition(".")[0] not in {"bangxl", *sys.stdlib_module_names}}
    assert others == {"msgspec", "openpyxl", "fpdf", "fontTools"}


def test_wheels_are_sorted_by_python_and_system(tmp_path: Path) -> None:
    names = (
        "one-1-py3-none-any",
        "two-2-cp311-cp311-macosx_11_0_arm64",
        "two-2-cp313-cp313-manylinux2014_x86_64.manylinux_2_28_x86_64",
    )
    wheels = [tmp_path / f"{name}.whl" for name in names]
    for wheel in wheels:
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr("code.py", "")
    made = tmp_path / "made.oxt"
    made.write_bytes(oxt(wheels))
    with zipfile.ZipFile(made) as archive:
        places = {name for name in archive.namelist() if name.startswith("carried/")}
    assert places == {f"carried/{folder}/code.py" for folder in ("any", "cp311-macosx_11_0_arm64", "cp313-manylinux_2_28_x86_64")}


class Bare(Window):
    """A computer on which only the extension was installed."""

    def _command(self, home: Path) -> list[str]:
        command = super()._command(home)
        shutil.copy(CARRYING, home / "bangxl.oxt")
        return command

    def _environment(self, home: Path) -> dict[str, str]:
        kept = super()._environment(home) | {"PATH": "/usr/bin:/bin"}
        shutil.rmtree(home / "config" / "bangxl")
        return kept


@pytest.mark.soak
def test_from_a_new_workbook_to_a_verified_referto(tmp_path: Path) -> None:
    assert subprocess.run([SYSTEM_PYTHON, "-c", "import bangxl"], cwd="/", capture_output=True, check=False).returncode
    path = fresh(tmp_path / "l'oro di Kraków.xlsx")
    pictures = Path(os.environ.get("BANGXL_PICTURES", tmp_path))
    with Screen() as screen:
        office = Bare(screen, path)
        try:
            assert "Seat next round" in office.click("Help")
            screen.picture(pictures / "help.png")
            office.close_message()

            def seat() -> None:
                said = office.click("Seat next round")
                if "will become public" in said:
                    office.press("Return")
                    until(lambda: office.ask("message") not in {"", None, said})
                office.close_message()

            play(path, lambda values: type_in(office.desk, values), seat)
            office.click("Print record sheets")
            office.close_message()
            said = office.click("Report")
            screen.picture(pictures / "report.png")
            office.close_message()
        finally:
            office.stop()
    referto = path.with_name(f"{path.stem}-referto.xlsx")
    assert str(referto) in said
    assert verify(referto).agrees
    assert referto.with_suffix(".pdf").read_bytes().startswith(b"%PDF")
