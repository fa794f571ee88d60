# The project's commands. Each makes the virtual environment it needs first.
#
#   make nightly   install palaestra, play a night of the ladder and print it
#   make test      install what the tests need, run them
#   make check     all that the continuous integration asks of the code: format, lint, types, tests
#   make soak      the long runs that `make test` leaves out
#   make docs      write the generated pages again
#   make clean     remove the virtual environment and what tools left behind; palaestra-data stays
#
# Another interpreter: make test PYTHON=python3.12. Options of the night: make nightly ARGS="--minutes 10".
# The newest releases in bounds instead of the tested ones: make test CONSTRAINTS=

PYTHON ?= python3.11
VENV ?= .venv
CONSTRAINTS ?= --constraint constraints.txt
# Processes that `make test` shares the files of tests among.
JOBS ?= 2
ARGS ?=
BIN = $(VENV)/bin
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check $(CONSTRAINTS)

.PHONY: nightly test check lint soak docs clean
.NOTPARALLEL:

nightly: $(VENV)/installed
	$(BIN)/palaestra nightly $(ARGS)

test: $(VENV)/installed-dev
	$(BIN)/python -m pytest --numprocesses $(JOBS) --dist loadfile $(ARGS)

check: lint test

lint: $(VENV)/installed-dev
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m ruff check .
	$(BIN)/python -m mypy

soak: $(VENV)/installed-dev
	$(BIN)/python -m pytest -m soak --timeout 0 $(ARGS)

docs: $(VENV)/installed-dev
	$(BIN)/python -m docs.generate

clean:
	rm -rf $(VENV) build .pytest_cache .mypy_cache .ruff_cache .hypothesis *.egg-info
	find arena dashboard probes ratings replays training tests docs -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps are written last: an installation that was cut short is done again, and so is one whose
# requirements have changed since.
$(VENV)/installed: pyproject.toml constraints.txt
	@$(make-venv)
	$(INSTALL) --editable .
	@touch $@

$(VENV)/installed-dev: pyproject.toml constraints.txt
	@$(make-venv)
	$(INSTALL) --editable ".[dev]"
	@touch $(VENV)/installed $@

define make-venv
if ! $(BIN)/python -m pip --version >/dev/null 2>&1; then \
	command -v $(PYTHON) >/dev/null || { \
		echo "error: expected a program $(PYTHON), found none: install it, or name another, such as make $(MAKECMDGOALS) PYTHON=python3.12" >&2; \
		exit 1; \
	}; \
	echo "making the virtual environment $(VENV)"; \
	$(PYTHON) -m venv --clear $(VENV); \
fi
endef
