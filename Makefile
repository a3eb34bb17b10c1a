# make demo      a finished tournament of 22 players and its report in demo/ (RULEBOOK=germany: by another regulation)
# make test      everything that must hold: style, types, layers, tests (minutes; installs what it needs on Debian)
# make soak      the tests that take long
# make bench     how fast it is, as ratios on this machine
# make catalogs  collect the texts, compile the translations
# make macros   the VBA projects in macros/, from the sources beside them
# make templates the ready-made files in templates/: of each regulation the workbook, and the pages for a day without the computer
# make page      the whole program in one file for a browser: build/bangxl.html
# make installer the zip that installs itself on Windows: build/bangxl-windows.zip (and its twin for Linux, to rehearse)
# make oxt       the extension for LibreOffice, with bangxl in it: build/bangxl.oxt
# make release   all that people download, in dist/, with notes and checksums
# make pictures  the handbook's pictures, from LibreOffice's window, the printer and the page, in four languages

PYTHON ?= python3
PYTEST_ARGS ?=
SIDE_BY_SIDE := --numprocesses auto --dist loadfile --no-loadscope-reorder # longest files first: tests/conftest.py
VENV := build/venv
BIN := $(VENV)/bin
# What npm takes is in tools/npm, with the digest of every package.
NPM := npm ci --no-audit --no-fund --loglevel=error --prefix
# Whatever pip installs or takes into page, installer and extension has the version and a digest of tools/pins.txt.
PINNED := $(PYTHON) tools/pins.py
ENGINES := document-builder # only for make soak
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --only-binary :all: --no-compile
RUNNING := appscript click colorama defusedxml editables et-xmlfile fonttools fpdf2 hatchling lxml msgspec numpy openpyxl packaging \
    pandas pathspec pillow pluggy psutil python-dateutil pywin32 tomlkit trove-classifiers tzdata xlwings
# The page's Python, and what runs in it.
PURE := openpyxl et_xmlfile fpdf2 fonttools defusedxml
FOR_ALL := --platform any --python-version 3.14 --implementation py --abi none
# LibreOffice's own Pythons, and those of Linux that it uses there.
OFFICES := win_amd64 win_arm64 macosx_10_15_x86_64 macosx_11_0_arm64 manylinux_2_28_x86_64 manylinux_2_28_aarch64
DOWNLOAD := $(BIN)/pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: --require-hashes
# The domain's tests run in that Python, too (tests/page/test_python.py): pytest, hypothesis, and what these need.
TESTING := pytest hypothesis iniconfig packaging pluggy pygments sortedcontainers
FOR_PYODIDE := --platform pyemscripten_2026_0_wasm32 --python-version 3.14 --implementation cp --abi cp314

# The same workbook every time: the seed of the draws, the time that stands in the file, and the language.
RULEBOOK ?= italy-2010
DEMO_SEED := Mezzogiorno di fuoco
# Programs start a thousand times in a run: what Python compiled is kept, whatever the surroundings say.
unexport PYTHONDONTWRITEBYTECODE
SPEAKING := SOURCE_DATE_EPOCH=1794960000 BANGXL_LANGUAGE=en

.PHONY: demo test lint pytest parts-of-page soak bench catalogs macros templates page installer oxt release pictures clean
.DELETE_ON_ERROR:

demo: $(VENV)/.installed
	mkdir -p demo
	rm -rf demo/torneo*
	$(SPEAKING) $(BIN)/bangxl demo demo/torneo.xlsx --rulebook $(RULEBOOK) --rng-seed "$(DEMO_SEED)"
	$(SPEAKING) $(BIN)/bangxl report demo/torneo.xlsx
	@echo "A finished tournament, demo/torneo.xlsx, with its report beside it. Open it in Excel or LibreOffice."

test: $(VENV)/.created build/.system # apt lets nobody in beside it
	$(MAKE) --jobs=2 $(VENV)/.dev build/node/.installed parts-of-page
	$(MAKE) --jobs=2 lint pytest

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

pytest: $(VENV)/.dev build/.system build/node/.installed parts-of-page
	$(BIN)/pytest $(SIDE_BY_SIDE) $(PYTEST_ARGS)

soak: $(VENV)/.dev build/.system build/node/.installed build/saving/.installed build/domain/.installed page installer oxt
	$(PINNED) $(ENGINES) > $(VENV)/soak.txt
	$(INSTALL) --no-deps --require-hashes --requirement $(VENV)/soak.txt || $(LACKING)
	PYTHON=$(PYTHON) tools/system_packages.sh soak
	$(BIN)/pytest -m soak --numprocesses auto --dist worksteal $(PYTEST_ARGS)

bench: $(VENV)/.dev build/.system
	$(BIN)/python -m bench.run

catalogs: $(VENV)/.dev
	$(BIN)/python -m tools.catalogs

macros: $(VENV)/.dev
	$(BIN)/python -m tools.macros

templates: $(VENV)/.dev
	$(BIN)/python -m tools.templates

page: $(VENV)/.dev build/page/.installed
	rm -f build/page/bangxl-*.whl
	$(BIN)/python -m hatchling build --target wheel --directory build/page
	$(BIN)/python -m tools.page.build build/page build/bangxl.html

installer: $(VENV)/.dev
	for platform in windows linux; do \
	    rm -rf build/installer/$$platform && mkdir -p build/installer/$$platform \
	    && $(BIN)/python -m hatchling build --target wheel --directory build/installer/$$platform \
	    && $(BIN)/python -m tools.installer.build $$platform build/installer/$$platform build/bangxl-$$platform.zip || exit 1; \
	done

oxt: $(VENV)/.dev build/oxt/.installed
	rm -f build/oxt/bangxl-*.whl
	$(BIN)/python -m hatchling build --target wheel --directory build/oxt
	$(BIN)/python -m bangxl.office.build build/bangxl.oxt build/oxt/*.whl
	ls -l build/bangxl.oxt

release: page installer oxt
	rm -rf build/release
	$(BIN)/python -m hatchling build --target wheel --directory build/release
	$(BIN)/python -m tools.release build dist

pictures: $(VENV)/.dev build/node/.installed page
	PYTHON=$(PYTHON) tools/system_packages.sh pictures
	$(BIN)/python -m tools.pictures

clean:
	rm -rf build demo dist

$(VENV)/.created: tools/system_packages.sh
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "bangxl needs Python 3.11 or later; $(PYTHON) is older. Try: make PYTHON=python3.12" >&2; exit 1; }
	PYTHON=$(PYTHON) tools/system_packages.sh venv
	$(PYTHON) -m venv --clear $(VENV)
	touch $@

$(VENV)/.installed: $(VENV)/.created pyproject.toml tools/pins.txt
	$(PINNED) $(RUNNING) > $(VENV)/running.txt
	$(INSTALL) --require-hashes --requirement $(VENV)/running.txt
	$(INSTALL) --no-deps --no-build-isolation --editable .
	touch $@

$(VENV)/.dev: $(VENV)/.installed
	$(PINNED) --without $(ENGINES) > $(VENV)/dev.txt
	$(INSTALL) --require-hashes --requirement $(VENV)/dev.txt
	$(BIN)/python -m compileall -qq --workers 0 $(VENV)/lib || true # with all cores; pip would with one
	touch $@

build/.system: tools/system_packages.sh
	mkdir -p build
	PYTHON=$(PYTHON) tools/system_packages.sh test
	touch $@

# Microsoft's validator, the page's Python and what drives the browser run in Node. Where npm or the packages are out of reach,
# what needs them is skipped, and says so; where CI=true it fails.
LACKING := { echo "No npm here, or no way to the packages: what needs them is skipped" >&2; test "$$CI" != true; }

parts-of-page: build/.system
	$(MAKE) build/page/.installed || $(LACKING)

build/page/.installed: Makefile tools/pins.txt tools/npm/page/package-lock.json $(VENV)/.created build/.system
	rm -rf build/page
	mkdir -p build/page
	cp tools/npm/page/*.json build/page
	$(NPM) build/page
	$(PINNED) $(PURE) > build/page/pure.txt
	$(PINNED) msgspec > build/page/msgspec.txt
	$(DOWNLOAD) --dest build/page --requirement build/page/pure.txt $(FOR_ALL)
	$(DOWNLOAD) --dest build/page --requirement build/page/msgspec.txt $(FOR_PYODIDE)
	touch $@

build/oxt/.installed: Makefile tools/pins.txt $(VENV)/.created
	rm -rf build/oxt
	mkdir -p build/oxt
	$(PINNED) $(PURE) > build/oxt/pure.txt
	$(PINNED) msgspec > build/oxt/msgspec.txt
	$(DOWNLOAD) --dest build/oxt --requirement build/oxt/pure.txt $(FOR_ALL)
	for python in 311 312 313 314; do for platform in $(OFFICES); do \
	    $(DOWNLOAD) --dest build/oxt --requirement build/oxt/msgspec.txt --platform $$platform --python-version $$python \
	        --implementation cp --abi cp$$python || exit 1; \
	done; done
	touch $@

build/domain/.installed: Makefile tools/pins.txt $(VENV)/.created
	rm -rf build/domain
	mkdir -p build/domain
	$(PINNED) $(TESTING) $(PURE) msgspec > build/domain/pins.txt
	$(DOWNLOAD) --dest build/domain --requirement build/domain/pins.txt $(FOR_PYODIDE)
	touch $@

build/saving/.installed: Makefile tools/npm/saving/package-lock.json build/.system
	mkdir -p build/saving
	cp tools/npm/saving/*.json build/saving
	$(NPM) build/saving && touch $@ || $(LACKING)

build/node/.installed: Makefile tools/npm/node/package-lock.json build/.system
	mkdir -p build/node
	cp tools/npm/node/*.json build/node
	$(NPM) build/node && touch $@ || $(LACKING)
