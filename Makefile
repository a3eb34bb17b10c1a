# make demo      a finished tournament of 22 players and its report in demo/ (RULEBOOK=germany: by another regulation)
# make test      everything that must hold: style, types, layers, tests (minutes; installs what it needs on Debian)
# make soak      the tests that take long
# make bench     how fast it is, as ratios on this machine
# make catalogs  collect the texts, compile the translations
# make macros   the VBA projects in macros/, from the sources beside them
# make templates the ready-made files in templates/: of each regulation the workbook, and the pages for a day without the computer
# make page      the whole program in one file for a browser: build/bangxl.html
# make kit       the zip that installs itself on Windows: build/bangxl-windows.zip (and its twin for Linux, to rehearse)
# make oxt       the extension for LibreOffice, with bangxl in it: build/bangxl.oxt
# make release   all that people download, in dist/, with notes and checksums
# make pictures  the handbook's pictures, from LibreOffice's window, the printer and the page, in four languages

PYTHON ?= python3
PYTEST_ARGS ?=
SIDE_BY_SIDE := --numprocesses auto --dist loadfile --no-loadscope-reorder # longest files first: tests/conftest.py
VENV := build/venv
BIN := $(VENV)/bin
VALIDATOR := @ooxml-tools/validate@0.4.6
# The page's Python, and what runs in it; the versions are those of PINS, as everywhere.
PINS := --constraint tools/pins.txt
PYODIDE := pyodide@314.0.7
PURE := openpyxl et_xmlfile fpdf2 fonttools defusedxml
FOR_ALL := --platform any --python-version 3.14 --implementation py --abi none
# LibreOffice's own Pythons, and those of Linux that it uses there.
OFFICES := win_amd64 win_arm64 macosx_10_15_x86_64 macosx_11_0_arm64 manylinux_2_28_x86_64 manylinux_2_28_aarch64
DOWNLOAD := $(BIN)/pip download --quiet --disable-pip-version-check --no-deps --only-binary :all:
# The domain's tests run in that Python, too (tests/page/test_python.py): pytest, hypothesis, and what these need.
TESTING := pytest hypothesis iniconfig packaging pluggy pygments sortedcontainers
FOR_PYODIDE := --platform pyemscripten_2026_0_wasm32 --python-version 3.14 --implementation cp --abi cp314
SAVING := xlsx@0.18.5 exceljs@4.4.0 xlsx-populate@1.21.0
BROWSING := playwright-core@1.58.0 puppeteer-core@25.16.0 axe-core@4.14.1

# The same workbook every time: the seed of the draws, the time that stands in the file, and the language.
RULEBOOK ?= italy-2010
DEMO_SEED := Mezzogiorno di fuoco
# Programs start a thousand times in a run: what Python compiled is kept, whatever the surroundings say.
unexport PYTHONDONTWRITEBYTECODE
SPEAKING := SOURCE_DATE_EPOCH=1794960000 BANGXL_LANGUAGE=en

.PHONY: demo test lint pytest parts-of-page soak bench catalogs macros templates page kit oxt release pictures clean
.DELETE_ON_ERROR:

demo: $(VENV)/.installed
	mkdir -p demo
	rm -rf demo/torneo*
	$(SPEAKING) $(BIN)/bangxl demo demo/torneo.xlsx --rulebook $(RULEBOOK) --rng-seed "$(DEMO_SEED)"
	$(SPEAKING) $(BIN)/bangxl report demo/torneo.xlsx
	@echo "A finished tournament, demo/torneo.xlsx, with its report beside it. Open it in Excel or LibreOffice."

test: $(VENV)/.dev build/.system build/node/.installed parts-of-page # set up one after the other, tried side by side
	$(MAKE) --jobs=2 lint pytest

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

pytest: $(VENV)/.dev build/.system build/node/.installed parts-of-page
	$(BIN)/pytest $(SIDE_BY_SIDE) $(PYTEST_ARGS)

soak: $(VENV)/.dev build/.system build/node/.installed build/saving/.installed build/domain/.installed page kit oxt
	$(BIN)/pip install --quiet --disable-pip-version-check $(PINS) --editable '.[soak]' || $(LACKING)
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

kit: $(VENV)/.dev
	for platform in windows linux; do \
	    rm -rf build/kit/$$platform && mkdir -p build/kit/$$platform \
	    && $(BIN)/python -m hatchling build --target wheel --directory build/kit/$$platform \
	    && $(BIN)/python -m tools.kit.build $$platform build/kit/$$platform build/bangxl-$$platform.zip || exit 1; \
	done

oxt: $(VENV)/.dev build/oxt/.installed
	rm -f build/oxt/bangxl-*.whl
	$(BIN)/python -m hatchling build --target wheel --directory build/oxt
	$(BIN)/python -m bangxl.office.build build/bangxl.oxt build/oxt/*.whl
	ls -l build/bangxl.oxt

release: page kit oxt
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
	$(BIN)/pip install --quiet --disable-pip-version-check $(PINS) --editable .
	touch $@

$(VENV)/.dev: $(VENV)/.installed
	$(BIN)/pip install --quiet --disable-pip-version-check $(PINS) --editable '.[dev]'
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

build/page/.installed: Makefile tools/pins.txt $(VENV)/.created build/.system
	rm -rf build/page
	mkdir -p build/page
	npm install --prefix build/page --no-save --no-package-lock --no-audit --no-fund --loglevel=error $(PYODIDE)
	$(DOWNLOAD) --dest build/page $(PINS) $(FOR_ALL) $(PURE)
	$(DOWNLOAD) --dest build/page $(PINS) $(FOR_PYODIDE) msgspec
	touch $@

build/oxt/.installed: Makefile tools/pins.txt $(VENV)/.created
	rm -rf build/oxt
	$(DOWNLOAD) --dest build/oxt $(PINS) $(FOR_ALL) $(PURE)
	for python in 311 312 313 314; do for platform in $(OFFICES); do \
	    $(DOWNLOAD) --dest build/oxt $(PINS) --platform $$platform --python-version $$python --implementation cp --abi cp$$python \
	        msgspec || exit 1; \
	done; done
	touch $@

build/domain/.installed: Makefile tools/pins.txt $(VENV)/.created
	rm -rf build/domain
	$(DOWNLOAD) --dest build/domain $(PINS) $(FOR_PYODIDE) \
	    $(TESTING) $(PURE) msgspec
	touch $@

build/saving/.installed: Makefile build/.system
	mkdir -p build/saving
	npm install --prefix build/saving --no-save --no-package-lock --no-audit --no-fund --loglevel=error $(SAVING) \
	    && touch $@ || $(LACKING)

build/node/.installed: Makefile build/.system
	mkdir -p build/node
	npm install --prefix build/node --no-save --no-package-lock --no-audit --no-fund --loglevel=error $(VALIDATOR) $(BROWSING) \
	    && touch $@ || $(LACKING)
