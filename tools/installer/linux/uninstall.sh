#!/bin/sh
# Removes everything that install.sh has installed. Workbooks stay.
. "$(dirname "$0")/parts/common.sh"
if [ ! -x "$PLACE/bin/bangxl" ]; then say absent; exit 1; fi
"$PLACE/bin/bangxl" setup --remove
rm -rf "$PLACE"
say removed
