# make demo      a finished tournament of 22 players and its referto in demo/ (RULEBOOK=germany: by another regulation)
# make test      everything that must hold: style, types, layers, tests (minutes; installs what it needs on Debian)
# make soak      the tests that take long
# make bench     how fast it is, as ratios on this machine
# make catalogs  collect the texts, compile the translations
# make templates the ready-made workbooks in templates/
# make versions  keep what this version writes, for every later one to read
# make oxt       the extension for LibreOffice: build/bangxl.oxt
# make pictures  the picture of a click in LibreOffice, in docs/

PYTHON ?= python3
PYTEST_ARGS ?=
SIDE_BY_SIDE := --numprocesses auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder # longest files first: tests/conftest.py
VENV := build/venv
BIN := $(VENV)/bin
VALIDATOR := @ooxml-tools/validate@0.4.6
BROWSING := playwright-core@1.58.0 axe-core@4.14.1

# The same workbook every time: the seed of the draws, and the time that stands in the file.
RULEBOOK ?= italy-2010
DEMO_SEED := Mezzogiorno di fuoco
DEMO_TIME := 1794960000

.PHONY: demo test lint pytest soak bench catalogs templates versions oxt pictures clean
.DELETE_ON_ERROR:

demo: $(VENV)/.installed
	mkdir -p demo
	rm -rf demo/torneo*
	SOURCE_DATE_EPOCH=$(DEMO_TIME) $(BIN)/bangxl demo demo/torneo.xlsx --rulebook $(RULEBOOK) --rng-seed "$(DEMO_SEED)"
	SOURCE_DATE_EPOCH=$(DEMO_TIME) $(BIN)/bangxl report demo/torneo.xlsx
	@echo "A finished tournament: demo/torneo.xlsx; its referto beside it"

test: lint pytest

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

pytest: $(VENV)/.dev build/.system build/node/.installed
	$(BIN)/pytest $(SIDE_BY_SIDE) $(PYTEST_ARGS)

soak: $(VENV)/.dev build/.system build/node/.installed
	$(BIN)/pytest -m soak --numprocesses auto --maxprocesses 4 --dist worksteal $(PYTEST_ARGS)

bench: $(VENV)/.dev build/.system
	$(BIN)/python -m bench.run

catalogs: $(VENV)/.dev
	$(BIN)/python -m tools.catalogs

templates: $(VENV)/.installed
	$(BIN)/python -m tools.templates

versions: $(VENV)/.installed
	$(BIN)/python -m tools.versions

oxt: $(VENV)/.installed
	mkdir -p build
	$(BIN)/python -m bangxl.office.build build/bangxl.oxt

pictures: $(VENV)/.dev build/.system
	BANGXL_PICTURES=1 $(BIN)/pytest tests/office_live/test_window.py

clean:
	rm -rf build demo

$(VENV)/.created: tools/system_packages.sh
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "bangxl needs Python 3.11 or later; $(PYTHON) is older. Try: make PYTHON=python3.12" >&2; exit 1; }
	PYTHON=$(PYTHON) tools/system_packages.sh venv
	$(PYTHON) -m venv --clear $(VENV)
	touch $@

$(VENV)/.installed: $(VENV)/.created pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.dev: $(VENV)/.installed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

build/.system: tools/system_packages.sh
	mkdir -p build
	PYTHON=$(PYTHON) tools/system_packages.sh test
	touch $@

# Microsoft's validator runs in Node, and so does what drives the browser. Without them the tests go on, and say that they did.
build/node/.installed: Makefile build/.system
	mkdir -p build/node
	npm install --prefix build/node --no-save --no-package-lock --no-audit --no-fund --loglevel=error $(VALIDATOR) $(BROWSING) \
	    && touch $@ || echo "No npm here, or no way to the packages: Microsoft's validator and the browser will not run"
