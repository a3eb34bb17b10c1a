from bangxl.commands.errors import Refusal as Refusal
from bangxl.library import Tournament as Tournament, read as read, season as season, simulate as simulate

__version__: str
