# The paths, and the language of this computer.
KIT=$(cd "$(dirname "$0")/parts" && pwd)
UV=$KIT/uv
PLACE=${XDG_DATA_HOME:-$HOME/.local/share}/bangxl
export UV_TOOL_DIR="$PLACE/tools" UV_TOOL_BIN_DIR="$PLACE/bin" UV_PYTHON_INSTALL_DIR="$PLACE/python" UV_NO_CONFIG=1
TONGUE=${LC_ALL:-${LC_MESSAGES:-$LANG}}
TONGUE=$(printf %.2s "$TONGUE")
[ -d "$KIT/texts/$TONGUE" ] && [ -n "$TONGUE" ] || TONGUE=en
say() { cat "$KIT/texts/$TONGUE/$1.txt"; }
