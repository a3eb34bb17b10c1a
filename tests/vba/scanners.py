"""What virus scanners look at: oletools' views of a VBA project. (It calls old names of pyparsing: its own affair.)"""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from oletools.mraptor import MacroRaptor
    from oletools.olevba import VBA_Parser


def sources(data: bytes) -> dict[str, str]:
    """The modules' sources by file name, from the bytes of vbaProject.bin or of a workbook."""
    parser = VBA_Parser("torneo.xlsm", data=data)
    try:
        return {name: code for _, _, name, code in parser.extract_macros()}
    finally:
        parser.close()


def flags(code: str) -> str:
    """mraptor's: A runs by itself, W writes, X executes; - for none."""
    raptor = MacroRaptor(code)
    raptor.scan()
    return str(raptor.get_flags())
