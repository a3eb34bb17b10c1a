#!/bin/sh
# Installs missing packages with Debian's apt. Usage: tools/system_packages.sh venv | test | soak | pictures
# A second run installs nothing.
set -eu

lacking=""
wanted=""

need() { # need PACKAGE COMMAND...: the package is necessary unless the command succeeds
    package=$1; shift
    "$@" >/dev/null 2>&1 || lacking="$lacking $package"
}

want() { # want PACKAGE COMMAND...: as need, but we can do without
    package=$1; shift
    "$@" >/dev/null 2>&1 || wanted="$wanted $package"
}

font() { fc-list | grep -qi "$1"; }

need python3-venv "${PYTHON:-python3}" -c 'import ensurepip, venv'
if [ "$1" != venv ]; then
    need libreoffice-calc sh -c 'command -v soffice'
    need python3-uno /usr/bin/python3 -c 'import uno'
    need gnumeric sh -c 'command -v ssconvert'
    need xvfb sh -c 'command -v Xvfb'
    need openbox sh -c 'command -v openbox'
    need xdotool sh -c 'command -v xdotool'
    need imagemagick sh -c 'command -v import'
    need poppler-utils sh -c 'command -v pdftoppm'
    need fonts-crosextra-carlito font Carlito
    need fonts-crosextra-caladea font Caladea
    need fonts-dejavu-core font DejaVuSans.ttf
    want nodejs sh -c 'command -v node'
    want npm sh -c 'command -v npm'
    want chromium sh -c 'command -v chromium'
fi
if [ "$1" = pictures ]; then
    need zopfli sh -c 'command -v zopflipng'
    need webp sh -c 'command -v cwebp'
    for language in it de ru; do
        need "libreoffice-l10n-$language" test -e "/usr/lib/libreoffice/program/resource/$language"
    done
fi
if [ "$1" = soak ]; then
    want firefox-esr sh -c 'command -v firefox-esr'
fi
[ -n "$lacking$wanted" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    [ -z "$wanted" ] || echo "Not here, so Microsoft's validator or the browser will not run:$wanted"
    [ -n "$lacking" ] || exit 0
    echo "This machine has no apt. Please install by its own means what Debian calls:$lacking" >&2
    echo "Then run make again. (To use bangxl, Python 3.11 or later and \`pip install .\` are enough.)" >&2
    exit 1
fi

sudo=""
if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "Please have an administrator run: apt-get install$lacking$wanted" >&2
        [ -n "$lacking" ] && exit 1
        exit 0
    fi
    sudo=sudo
fi

install() { $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"; }

$sudo apt-get update || echo "apt-get update failed; trying with the lists that are here"
if [ -n "$lacking" ]; then
    echo "Installing:$lacking"
    # shellcheck disable=SC2086 # a list of words
    install $lacking
fi
for package in $wanted; do
    install "$package" || echo "Could not install $package: Microsoft's validator or the browser will not run"
done
