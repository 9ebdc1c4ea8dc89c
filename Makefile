# make demo    paraphrases example sentences
# make test    runs the tests
# make bench   measures speed and memory beside peers
# make golden, make mutants, make sanitize-test, make docs, make clean: see CONTRIBUTING.md
#
# All of it happens in virtual environments inside the checkout. PYTHON=… names another interpreter.

PYTHON ?= $(or $(shell for python in python3 python3.11 python3.12 python3.13 python3.14; do \
    $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done),python3)

VENV := .venv
SANITIZE_VENV := .venv-sanitize
SOURCES := $(shell find src decoder lm tables tuning resources -type f \
    -not -name '*.so' -not -name '*.pyc' -not -path 'resources/starter/model/*')
BUILD_FILES := $(SOURCES) $(wildcard build_system/*.py) setup.py pyproject.toml MANIFEST.in
PIP := -m pip --disable-pip-version-check --quiet
PROGRESS := $(shell test -t 2 && echo PARAGEN_PROGRESS=/dev/tty)
EXTRA := import sys, tomllib; \
    print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"][sys.argv[1]], sep="\n")

unexport PYTHONPATH PYTHONHOME  # what is installed is what runs
unexport PYTHONDONTWRITEBYTECODE  # pytest would compile the tests anew each time
# Of all modules of all packages, Python compiles those that are used, and keeps them.
export PIP_NO_COMPILE := 1

.PHONY: demo test golden mutants sanitize-test bench docs clean
.DELETE_ON_ERROR:

demo: $(VENV)/installed
	@mkdir -p build
	$(VENV)/bin/paragen decode < docs/examples.txt > build/examples.out
	@paste -d '\n' docs/examples.txt build/examples.out /dev/null | awk 'NR % 3 == 2 { $$0 = "  → " $$0 } { print }'

test: $(VENV)/tests-ready
	$(VENV)/bin/python -m pytest -n auto --dist loadfile $(ARGS)

golden: $(VENV)/tests-ready
	$(VENV)/bin/python -m pytest -q tests/cli/test_golden.py tests/test_golden_calls.py --golden $(ARGS)

mutants: $(VENV)/tests-ready
	$(VENV)/bin/python $(PIP) install 'mutmut>=3.8'
	$(VENV)/bin/python tests/mutants.py $(ARGS)

# Python itself has no sanitizer in it, so its library is loaded first; and the C++ library, whose exceptions it watches.
sanitize-test: $(SANITIZE_VENV)/tests-ready
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libstdc++.so)" ASAN_OPTIONS=detect_leaks=0 \
	    PYTHONMALLOC=malloc PARAGEN_SANITIZE=1 $(SANITIZE_VENV)/bin/python -m pytest -n auto --dist loadfile $(ARGS)

bench: $(VENV)/tests-ready
	$(VENV)/bin/python tests/bench/run.py $(ARGS)

docs: $(VENV)/installed
	$(VENV)/bin/python docs/generate.py

clean:
	rm -rf build dist $(VENV) $(SANITIZE_VENV)

$(VENV)/bin/python $(SANITIZE_VENV)/bin/python: %/bin/python:
	@$(PYTHON) build_system/toolchain.py
	$(PYTHON) -m venv --clear $*

$(VENV)/installed: $(BUILD_FILES) | $(VENV)/bin/python
	@echo "Compiling and installing paragen in $(VENV). The first time takes a minute or two."
	@$(PROGRESS) $(VENV)/bin/python $(PIP) install .
	@touch $@

$(SANITIZE_VENV)/installed: $(BUILD_FILES) | $(SANITIZE_VENV)/bin/python
	@echo "Compiling and installing paragen in $(SANITIZE_VENV), with checks and sanitizers. The first time takes some minutes."
	@$(PROGRESS) PARAGEN_SANITIZE=1 $(SANITIZE_VENV)/bin/python $(PIP) install .
	@touch $@

$(VENV)/tests-ready $(SANITIZE_VENV)/tests-ready: %/tests-ready: %/installed
	@echo "Installing what the tests need in $*."
	@$*/bin/python -c '$(EXTRA)' test > $*/requirements.txt
	$*/bin/python $(PIP) install -r $*/requirements.txt
	@touch $@
