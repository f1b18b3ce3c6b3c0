# Rust (cargo) has to be installed; `setup` sees to everything else.

CARGO ?= cargo

.PHONY: help setup install demo run test matrix fuzz fuzz-text bless lint bench bench-kernels bench-borders table1 doc

help:
	@echo 'make setup   install the system packages that are missing'
	@echo 'make install PREFIX=/usr/local   polycc, polycc-cc and polyalloc, manual pages, completions, the CMake module'
	@echo 'make demo    run polycc on examples/, compare both programs (also: make run)'
	@echo 'make test    all tests, then the end-to-end cases'
	@echo 'make matrix  all modes on all programs, all cases by gcc and clang (an hour; a sample of it is in make test)'
	@echo 'make fuzz SEED=1 COUNT=100   random programs in all modes'
	@echo 'make fuzz-text FUZZ_SECONDS=300   any text for the frontend, pragmas and polyalloc (cargo-fuzz)'
	@echo 'make bless   accept what the end-to-end cases print now as golden, and write docs/messages.md'
	@echo 'make lint    formatting, clippy, licences'
	@echo 'make bench   time per stage, the longest runs, the testsuite before and after, docs/benchmarks*.md'
	@echo 'make bench-borders   loops with borders by gcc and clang, and as polycc makes them (ten minutes)'
	@echo 'make bench-kernels   classical kernels by gcc, clang, Polly and polycc (twenty minutes)'
	@echo 'make table1  the mappings of all methods on eight published examples'
	@echo 'make doc     documentation of all crates'

# What Debian and Ubuntu call what is needed to build, and to compile the cases.
PACKAGES = gcc libc6-dev pkg-config libisl-dev libgmp-dev coinor-libcbc-dev zlib1g-dev

setup:
	@command -v $(CARGO) > /dev/null || { echo 'Rust is not installed: cargo was not found' >&2; exit 1; }
	@missing=''; \
	for package in $(PACKAGES); do \
	    dpkg-query -W -f='$${Status}' $$package 2> /dev/null | grep -q 'ok installed' \
	        || missing="$$missing $$package"; \
	done; \
	[ -z "$$missing" ] && exit 0; \
	root=''; \
	if [ "$$(id -u)" -ne 0 ]; then root='sudo -n'; fi; \
	if command -v apt-get > /dev/null && { [ -z "$$root" ] || $$root true 2> /dev/null; }; then \
	    echo "installing$$missing"; \
	    $$root apt-get update -q && $$root env DEBIAN_FRONTEND=noninteractive \
	        apt-get install -q -y --no-install-recommends $$missing; \
	else \
	    echo "these packages are missing:$$missing" >&2; \
	    echo "install them, for example by: sudo apt-get install$$missing" >&2; \
	    exit 1; \
	fi

PREFIX = /usr/local
INSTALLED = $(DESTDIR)$(PREFIX)

install: setup
	$(CARGO) build --locked --release --package polycc --bins --example manual
	@built=$$($(CARGO) metadata --format-version 1 --no-deps --locked \
	    | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/release; \
	set -e; \
	install -d "$(INSTALLED)/bin" "$(INSTALLED)/share/cmake/polycc"; \
	install -m 755 "$$built/polycc" "$$built/polycc-cc" "$$built/polyalloc" "$(INSTALLED)/bin"; \
	install -m 644 crates/polycc/cmake/polycc-config.cmake "$(INSTALLED)/share/cmake/polycc"; \
	"$$built/examples/manual" "$(INSTALLED)/share"

demo run: setup
	$(CARGO) build --quiet --locked --release --package polycc --bin polycc
	@binary=$$($(CARGO) metadata --format-version 1 --no-deps --locked \
	    | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/release/polycc; \
	examples/demo.sh "$$binary"

test: setup
	$(CARGO) build --locked --package polycc --bin polycc
	$(CARGO) test --locked --workspace --no-fail-fast

matrix: setup
	$(CARGO) build --locked --package polycc --bin polycc
	POLYCC_MATRIX_SAMPLE=1 $(CARGO) test --locked --package testsuite --test matrix
	POLYCC_ALL_BUILDS=1 $(CARGO) test --locked --package testsuite --test cases

SEED = 1
COUNT = 100

# Files SEED, SEED + 1, …: the same ones for the same numbers.
fuzz: setup
	$(CARGO) build --locked --package polycc --bin polycc
	POLYCC_RANDOM_SEED=$(SEED) POLYCC_RANDOM_FILES=$(COUNT) POLYCC_RANDOM_MODES=all \
	    $(CARGO) test --locked --package testsuite --test random -- --nocapture random_functions

FUZZ_SECONDS = 300

# cargo-fuzz wants flags of the compiler that stable has behind this variable.
fuzz-text: setup
	@command -v cargo-fuzz > /dev/null || { echo 'cargo-fuzz is not installed: cargo install cargo-fuzz' >&2; exit 1; }
	mkdir -p fuzz/seeds/frontend && cp testsuite/cases/*/*.c fuzz/seeds/frontend
	for target in frontend pragmas polyalloc; do \
	    mkdir -p fuzz/corpus/$$target && RUSTC_BOOTSTRAP=1 $(CARGO) fuzz run --sanitizer none $$target \
	        fuzz/corpus/$$target fuzz/seeds/$$target -- -max_total_time=$(FUZZ_SECONDS) -timeout=20 || exit 1; \
	done

bless: setup
	$(CARGO) build --locked --package polycc --bin polycc
	BLESS=1 $(CARGO) test --locked --package testsuite --test messages --test cases

lint: setup
	$(CARGO) fmt --all --check
	$(CARGO) clippy --locked --workspace --all-targets -- -D warnings
	@if $(CARGO) tree --locked -p polycc -e normal --no-default-features --features microlp | grep -i cbc; \
	then echo 'CBC is needed although another solver was asked for' >&2; exit 1; fi
	@if command -v cargo-deny > /dev/null; then $(CARGO) deny check licenses; \
	else echo 'cargo-deny is not installed: licences were not checked'; fi

bench: setup
	$(CARGO) bench --locked --package polycc --bench stages
	$(CARGO) bench --locked --package polycc --bench longest
	$(CARGO) bench --locked --package polycc --bench suite
	$(CARGO) bench --locked --package polycc --bench pipelines
	$(CARGO) bench --locked --package polycc --bench stencils

bench-kernels: setup
	$(CARGO) build --locked --release --package polycc --bin polycc
	@binary=$$($(CARGO) metadata --format-version 1 --no-deps --locked \
	    | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/release/polycc; \
	bench/kernels/kernels.py --polycc "$$binary" --tile --write docs/benchmarks-kernels.md

bench-borders: setup
	$(CARGO) build --locked --release --package polycc --bin polycc
	@binary=$$($(CARGO) metadata --format-version 1 --no-deps --locked \
	    | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/release/polycc; \
	bench/borders/borders.py --polycc "$$binary" --write docs/benchmarks-borders.md

table1: setup
	$(CARGO) run --quiet --locked --release --package allocator --example table1

doc: setup
	$(CARGO) doc --locked --workspace --no-deps
