"""Test whether LibreOffice's Python starts here and finds ``uno``. On success, the last argument's file is not empty.

The system's Python runs it alone. It restarts itself under the bare name ``python3``, and so finds its libraries as the
Python inside LibreOffice does: beside the first program of that name on PATH. The arguments: LibreOffice's program folder,
the file.
"""

import os
import sys

PROBE = """
import sys
sys.path[0] = sys.argv[1]  # it was the current folder, whoever that belongs to
from importlib.util import find_spec
if find_spec("uno"):
    open(sys.argv[2], "w").write("yes")
"""

if __name__ == "__main__":
    os.execv(sys.executable, ["python3", "-c", PROBE, *sys.argv[1:]])  # noqa: S606 - the same program
