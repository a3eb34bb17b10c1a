from bangxl.commands.errors import Refusal as Refusal
from bangxl.library import Tournament as Tournament
from bangxl.library import read as read
from bangxl.library import season as season
from bangxl.library import simulate as simulate

__version__: str
