"""``python -m bangxl``."""

from bangxl.cli import main

main()
