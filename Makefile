# Pli. Needs make and Python 3.11 or newer; everything else goes into .venv.
#
#   make run        the site on http://127.0.0.1:8000 with a demo game (PORT=8001 make run for another port)
#   make install    only the environment
#   make test       checks and tests            make test-long  the tests that take minutes
#   make check      format, lint, types, imports, migrations, translations
#   make bench      measure                     make lock       renew the lock files
#   make messages   compile the translations
#
# PYTHON names the Python to use: PYTHON=python3.12 make run

SHELL = /bin/sh
CANDIDATES = python3.14 python3.13 python3.12 python3.11 python3
# The first one that is new enough and can make environments, else one that is there: it will say what it lacks.
PYTHON ?= $(shell \
	for p in $(CANDIDATES); do \
		$$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && exit; \
	done; \
	for p in $(CANDIDATES); do $$p -c '' 2>/dev/null && echo $$p && exit; done; echo python3)
BIN = .venv/bin

# The first target is what `make` alone does.
.PHONY: run install install-dev python test check bench test-long messages lock

run:
	@$(PYTHON) tools/bootstrap.py run

install:
	@$(PYTHON) tools/bootstrap.py install

install-dev:
	@$(PYTHON) tools/bootstrap.py install --dev

python:
	@echo $(PYTHON)

check: install-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python tools/messages.py check

# Servers and browsers run one at a time, everything else on two processors; then the database tests once more,
# on PostgreSQL.
test: check
	$(BIN)/pytest -n 2 -m "not serial and not browser and not long"
	$(BIN)/pytest -m "(serial or browser) and not long"
	PLI_TEST_DB=postgres $(BIN)/pytest -m "db_both and not long"

test-long: install-dev
	$(BIN)/pytest -m long

bench: install-dev
	$(BIN)/python -m tests.bench

messages: install-dev
	$(BIN)/python tools/messages.py compile

lock: install-dev
	$(BIN)/uv pip compile pyproject.toml $(LOCK_OPTIONS) -o requirements.lock
	$(BIN)/uv pip compile pyproject.toml --extra dev $(LOCK_OPTIONS) -o requirements-dev.lock

LOCK_OPTIONS = --universal --generate-hashes --python-version 3.11 --no-header --no-annotate --quiet \
	--no-emit-index-url --no-emit-find-links
