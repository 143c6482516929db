# Everything one does with this repository. Needs Python 3.11 or newer and make; `make help` lists the targets.

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
ARGS ?=

BIN := .venv/bin
PYTEST := $(BIN)/pytest
PARALLEL := --numprocesses 2 --dist worksteal # who is done takes over what waits for the other
KINDS := games/marabunta games/mabula

.DEFAULT_GOAL := help
.PHONY: help run admin demo test proof check audit format messages e2e test-services mutants storm chaos mailstorm worker backup restore upgrade bench load tournament ladder balance chance screenshots lock clean fuzz soak serve stack

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: export DEBUG ?= true
run: .venv/run ## Serve the site on this machine (HOST=127.0.0.1 PORT=8000)
	@$(BIN)/python manage.py migrate --verbosity 0
	@echo "Marabunta is at http://$(HOST):$(PORT)/ (stop it with Ctrl-C)"
	@exec $(BIN)/python -m marabunta_site.server --bind $(HOST) --port $(PORT)

serve: .venv/run .env ## Serve the site as in production, in one process with SQLite, as .env says
	@exec $(BIN)/python -m marabunta_site.serve

.env:
	@(umask 077 && cp .env.example $@) && echo "Made .env from .env.example: read it, and change what is different here."

admin: .venv/run ## Make an administrator of the site; asks for name, e-mail address and password
	@$(BIN)/python manage.py migrate --verbosity 0
	@$(BIN)/python manage.py make_admin $(ARGS)

demo: .venv/run ## Fill an empty site with a few people, challenges, games in every phase and work for moderators
	@DEBUG=true $(BIN)/python manage.py migrate --verbosity 0
	@DEBUG=true $(BIN)/python manage.py demo

# Counting branches makes everything slow, so it is done for the tests of the rules alone, in one process beside the
# others: that keeps two processors busy to the end, and in two processes they would work out the same games twice.
RULE_TESTS := $(filter-out %/test_bots.py,$(wildcard tests/conformance/test_*.py)) tests/golden tests/test_vectors.py $(filter-out $(addprefix %/test_,move_picker.py picture.py \
	presenter.py move_preview.py story.py),$(wildcard tests/marabunta/test_*.py tests/mabula/test_*.py))
# What bots do and say in hundreds of positions: they think for minutes, and no database is asked.
BOT_TESTS := tests/conformance/test_bots.py $(KINDS:games/%=tests/%/bots/test_hint_claims.py)
# Proofs, with real processes and with everything that could go wrong, take their time: a target of their own.
PROOFS := tests/proof $(BOT_TESTS)
COVERED = $(PYTEST) --numprocesses 0 $(RULE_TESTS) $(KINDS:%=--cov=%/rules) --cov-branch \
	--cov-report=term-missing:skip-covered --cov-fail-under=100
# The site with all its services, behind a proxy: a target of its own, too.
STACK := tests/stack
OTHERS = $(PYTEST) $(PARALLEL) $(patsubst %,--ignore=%,$(RULE_TESTS) $(PROOFS) $(STACK))
test: .venv/dev ## Run the tests, and demand every branch of the rules (ARGS="-k ring" runs a choice of them instead)
ifeq ($(strip $(ARGS)),)
	@output=$$(mktemp); $(COVERED) >$$output 2>&1 & $(OTHERS); others=$$?; wait $$!; covered=$$?; \
		cat $$output; rm $$output; exit $$((others | covered))
else
	$(PYTEST) $(ARGS)
endif

proof: .venv/dev ## Prove the log, by races, storms, kills and tampering (on SQLite), and what bots do and say
	$(PYTEST) $(PARALLEL) $(PROOFS)

# A browser on a busy machine may stumble: what failed is tried once more, alone, and fails if it fails again.
e2e: .venv/dev ## Drive the site in a real browser (needs Chromium)
	$(PYTEST) --numprocesses 2 --dist loadfile tests/e2e $(ARGS) || $(PYTEST) --last-failed --last-failed-no-failures none tests/e2e $(ARGS)

test-services: .venv/dev ## Run the tests on PostgreSQL and Redis that could end differently there
	$(BIN)/python -m tests.with_services $(PYTEST) $(PARALLEL) $(if $(strip $(ARGS)),$(ARGS),$(patsubst %,--ignore=%,$(RULE_TESTS) $(BOT_TESTS) $(STACK)))

stack: .venv/dev ## Start the site as deploy/ says, with PostgreSQL, Redis and nginx, play on it, and end it
	$(BIN)/python -m tests.with_services $(PYTEST) --numprocesses 0 $(STACK) $(ARGS)

mutants: .venv/dev ## Plant some fifty faults, one at a time, and see the tests find each of them (ARGS="clocks: log:" for some)
	$(BIN)/python -m tests.mutants $(ARGS)

BOTH_DATABASES = $(PYTEST) $(1) && $(BIN)/python -m tests.with_services $(PYTEST) $(1)
storm: export STORM_SUBMITS ?= 10000
storm: .venv/dev ## Send conflicting submits to two processes, on SQLite and PostgreSQL (STORM_SUBMITS=10000)
	$(call BOTH_DATABASES,tests/proof/test_storm.py)

chaos: export CHAOS_KILLS ?= 200
chaos: .venv/dev ## Kill the server again and again while people play, on SQLite and PostgreSQL (CHAOS_KILLS=200)
	$(call BOTH_DATABASES,tests/proof/test_chaos.py)

fuzz: export FUZZ_INPUTS ?= 100000
fuzz: export FUZZ_FRAMES ?= 20000
fuzz: .venv/dev ## Send bent requests and frames to a real server (FUZZ_INPUTS=100000 FUZZ_FRAMES=20000 SEED=0)
	$(PYTEST) --numprocesses 0 tests/proof/test_fuzz.py

soak: export SOAK_MINUTES ?= 60
soak: .venv/dev ## Let people come and go for an hour, and measure the memory of the server (SOAK_MINUTES=60)
	$(PYTEST) --numprocesses 0 tests/proof/test_soak.py

mailstorm: export MAILSTORM_TURNS ?= 2000
mailstorm: .venv/dev ## Send the mail of many turns through a server that fails, while the worker is killed (MAILSTORM_TURNS=2000)
	$(call BOTH_DATABASES,tests/proof/test_mailstorm.py)

backup: .venv/run ## Write database and secret key into one file, open it and replay its games (ARGS="--to FOLDER --keep 14")
	@$(BIN)/python manage.py backup $(ARGS)

restore: .venv/run ## Make this site, which must not run, that of a backup (ARCHIVE=file ARGS=--replace)
	@$(BIN)/python manage.py restore $(ARCHIVE) $(ARGS)

upgrade: .venv/run ## After new code: backup, database, static files, games replayed, processes restarted in order
	@$(BIN)/python manage.py upgrade $(ARGS)

worker: .venv/run ## Let bots move, clocks run out and mails go out; only where the site runs on Redis
	@$(BIN)/python manage.py worker

PRODUCTION = DEBUG=false HTTPS=true ALLOWED_HOSTS=games.example DATABASE_URL=postgres://localhost/games ENV_FILE= \
	EMAIL_URL=smtp://localhost DEFAULT_FROM_EMAIL=games@games.example REDIS_URL=redis://localhost SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(64))')
check: .venv/dev ## Lint, types, imports, migrations, messages, deployment, rules coverage
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	DEBUG=true $(BIN)/python manage.py makemigrations --check --dry-run
	.ci/messages --check
	$(BIN)/python -m tests.catalogue_check
	$(PRODUCTION) $(BIN)/python manage.py check --deploy --fail-level WARNING
	$(BIN)/python -m tests.rules_coverage --check

audit: .venv/dev ## Look for what is unsafe in the code (Bandit), and in the versions of the lock (pip-audit, where its database is reached)
	$(BIN)/python -m tests.audit

format: .venv/dev ## Format the code
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

messages: .venv/dev ## Collect the sentences to translate into locale/ (needs gettext)
	.ci/messages

bench: .venv/dev ## Measure the engines beside python-chess, and what the pages weigh and cost and how fast bots think (ARGS=--json)
	$(BIN)/python -m games.lab.bench $(ARGS)
	$(BIN)/python -m tests.page_bench $(ARGS)
	$(BIN)/python -m games.lab.bots_bench $(ARGS)

load: .venv/dev ## Measure moves, pages and sockets beside a bare Django app, on SQLite and on PostgreSQL and Redis (ARGS=--json)
	$(BIN)/python -m tests.load $(ARGS)
	$(BIN)/python -m tests.with_services $(BIN)/python -m tests.load $(ARGS)

GAMES ?= 20
JOBS ?= 1
tournament: .venv/dev ## Let bots of all levels meet, and print how strong they are (GAMES=20 JOBS=1 ARGS="--kind mabula --json")
	@DEBUG=true $(BIN)/python manage.py tournament --games $(GAMES) --jobs $(JOBS) $(ARGS)

ladder: .venv/dev ## Let each bot meet the one below it on the ladder: the table of docs/bots.md (GAMES=400 ARGS="--kind mabula")
	@DEBUG=true $(BIN)/python manage.py tournament --ladder --games $(GAMES) --jobs $(JOBS) --seconds 0.05 $(ARGS)

balance: .venv/dev ## Let queens meet on every board, and print how fair it is (GAMES=20 JOBS=1 ARGS="--seconds 0.02 --json")
	@$(BIN)/python -m games.lab.balance --games $(GAMES) --jobs $(JOBS) $(ARGS)

chance: .venv/dev ## Roll a million times and print how evenly everything comes up (ARGS="--rolls 1000000 --seed marabunta")
	@$(BIN)/python manage.py check_chance $(ARGS)

screenshots: .venv/dev ## Take all pictures into var/screenshots/, and anew those in docs/screenshots/ (needs Chromium)
	$(BIN)/python -m tests.screenshots $(ARGS)

LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header pyproject.toml
lock: .venv/dev ## Compile the lock files anew (ARGS=--upgrade for newer versions)
	$(LOCK) $(ARGS) --output-file requirements.lock
	$(LOCK) $(ARGS) --group dev --constraints requirements.lock --output-file requirements-dev.lock

clean: ## Remove the environment and what the tools left behind (var/ stays: it holds your games)
	rm -rf .venv .coverage* .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The environment. uv installs a lock file in a fifth of pip's time; it comes, with its hash, from the development
# lock. Where it does not run, or does not reach the package index that pip is set up for, pip does it alone.
.venv/python:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or newer is needed: make PYTHON=/path/to/python3")'
	$(PYTHON) -m venv .venv
	@sed -n '/^uv==/,/^ *#/p' requirements-dev.lock >.venv/uv.lock
	-@$(BIN)/pip install --quiet --no-deps --require-hashes --requirement .venv/uv.lock
	@touch $@

.venv/run: requirements.lock | .venv/python
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --require-hashes --requirement $< \
		|| $(BIN)/pip install --quiet --no-deps --require-hashes --requirement $<
	@touch $@

.venv/dev: requirements-dev.lock | .venv/python
	$(BIN)/uv pip sync --quiet --python $(BIN)/python --require-hashes $< \
		|| $(BIN)/pip install --quiet --no-deps --require-hashes --requirement $<
	@touch $@ .venv/run
