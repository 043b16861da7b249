# Everything runs in a virtual environment of its own. PYTHON=… picks a Python, VENV=… another folder.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
NPM ?= npm
JOBS ?= 2
MINUTES ?= 30
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help setup demo demo-web test page site extension bench bench-peers bench-observations bench-learn bench-growth fuzz pins lower-bounds clean

help:  ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 13

demo: $(VENV)/.for-use  ## check a game, watch bots play a match of it, simulate 1,000
	$(BIN)/rulewright check do-podzemi
	$(BIN)/rulewright play do-podzemi --bots --seed 7
	$(BIN)/rulewright simulate do-podzemi --matches 1000

demo-web: $(VENV)/.for-web  ## play a match against bots in a browser
	$(BIN)/rulewright play do-podzemi --web

setup: $(VENV)/.for-work  ## what developers need, in .venv

test: $(VENV)/.for-work  ## format, lint, types and all tests
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/pytest -n $(JOBS) --dist worksteal

page:  ## the pages of the table in the browser, from their sources (needs Node.js 20)
	cd workbench/web/page && $(NPM) ci --no-audit --no-fund && $(NPM) run --silent build

site: $(VENV)/.for-web  ## a site with all games, in the folder public (needs Node.js 20)
	cd workbench/web/page && $(NPM) ci --no-audit --no-fund --ignore-scripts
	$(BIN)/rulewright site -o public --runtime workbench/web/page/node_modules/pyodide

extension:  ## the extension for VS Code, dist/rulewright-VERSION.vsix (needs Node.js 20)
	cd workbench/lsp/vscode && $(NPM) ci --no-audit --no-fund --ignore-scripts && $(NPM) run --silent build

bench: $(VENV)/.for-work  ## speed, beside a program written by hand
	$(BIN)/python benchmarks/run.py

bench-peers: $(VENV)/.for-work  ## speed, beside OpenSpiel and programs written by hand
	$(BIN)/python benchmarks/peers.py

bench-observations: $(VENV)/.for-work  ## speed of observations and environments for programs that learn
	$(BIN)/python benchmarks/observations.py

bench-learn: $(VENV)/.for-work  ## steps a second of batches for programs that learn; PGX_PYTHON names a Python with Pgx
	$(BIN)/python benchmarks/learning.py

bench-growth: $(VENV)/.for-work  ## how costs grow with the size of games and the length of matches
	$(BIN)/python benchmarks/growth.py

fuzz: $(VENV)/.for-work  ## damaged games, requests, saves …, texts typed in an editor, each for MINUTES=30; then every case of every test
	$(BIN)/python -m tests.fuzz --minutes $(MINUTES)
	$(BIN)/python -m tests.fuzz.typing --minutes $(MINUTES)
	$(BIN)/pytest -n $(JOBS) --dist worksteal --whole --hypothesis-profile=fuzz

pins:  ## renew constraints.txt: the newest versions that pyproject.toml allows
	@rm -rf $(VENV)-pins && $(PYTHON) -m venv $(VENV)-pins
	@$(VENV)-pins/bin/pip install --quiet --editable ".[dev]"
	@$(VENV)-pins/bin/python -m tests.dependencies newest > $(VENV)-pins/constraints.txt
	@mv $(VENV)-pins/constraints.txt constraints.txt && rm -rf $(VENV)-pins && git diff --stat constraints.txt

lower-bounds:  ## the oldest versions that pyproject.toml allows, in an environment of their own, and tests that use them
	@rm -rf $(VENV)-oldest && $(PYTHON) -m venv $(VENV)-oldest
	@$(PYTHON) -m tests.dependencies oldest > $(VENV)-oldest/requirements.txt
	@$(VENV)-oldest/bin/pip install --quiet --requirement $(VENV)-oldest/requirements.txt
	@$(VENV)-oldest/bin/pip install --quiet --no-build-isolation --no-deps --editable .
	@$(VENV)-oldest/bin/pip check
	$(VENV)-oldest/bin/pytest -q $$($(PYTHON) -m tests.dependencies tests)

clean:  ## remove what the other targets made
	rm -rf $(VENV) $(VENV)-pins $(VENV)-oldest dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/.exists:
	@$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else \
	  "Rulewright needs Python 3.11 or newer: name one with make PYTHON=…")'
	@echo "Setting up $(VENV) (once) …"
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.for-use: pyproject.toml | $(VENV)/.exists
	@$(BIN)/pip install --quiet --editable ".[cli]"
	@touch $@

$(VENV)/.for-web: pyproject.toml | $(VENV)/.exists
	@$(BIN)/pip install --quiet --editable ".[cli,web]"
	@touch $@ $(VENV)/.for-use

# Developers and CI have the same versions, also of what builds the package; people who use it have what they like.
$(VENV)/.for-work: pyproject.toml constraints.txt | $(VENV)/.exists
	@PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt $(BIN)/pip install --quiet --editable ".[dev]"
	@touch $@ $(VENV)/.for-use $(VENV)/.for-web
