"""The program ``bangxl``, also as ``python -m bangxl``."""

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line; Ctrl+C while Python still imports it says what it says later."""
    try:
        from bangxl.cli import main as run  # noqa: PLC0415 - see above
    except KeyboardInterrupt:
        sys.stderr.write("Stopped. Nothing was changed.\n")
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
