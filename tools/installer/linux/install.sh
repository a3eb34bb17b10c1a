#!/bin/sh
# Installs bangxl for this user from this folder: without administrator rights, and offline if a suitable Python exists.
. "$(dirname "$0")/parts/common.sh"
say begin

FOUND=
for version in @PYTHONS@; do
    if [ -z "$FOUND" ] && UV_PYTHON_DOWNLOADS=never "$UV" python find --no-project "cpython-$version-linux-x86_64" >/dev/null 2>&1; then
        FOUND=$version
    fi
done
if [ -z "$FOUND" ]; then
    say fetch
    UV_PYTHON_DOWNLOADS=manual "$UV" python install --no-bin "cpython-@FETCHED@-linux-x86_64" || { say no_python; exit 1; }
    FOUND=@FETCHED@
fi
"$UV" tool update-shell --quiet 2>/dev/null
PATH=$UV_TOOL_BIN_DIR:$PATH
"$UV" tool install --offline --no-cache --no-index --find-links "$KIT/wheels" --force --reinstall \
    --python "cpython-$FOUND-linux-x86_64" --excludes "$KIT/without.txt" "bangxl==@VERSION@" || { say failed; exit 1; }
say installed
ALSO=
if command -v unopkg >/dev/null; then ALSO=--libreoffice; fi
"$UV_TOOL_BIN_DIR/bangxl" setup $ALSO
"$UV_TOOL_BIN_DIR/bangxl" doctor || { say almost; exit 1; }
say ready
