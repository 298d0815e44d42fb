# SPDX-License-Identifier: GPL-2.0-or-later
#
# fsatlas: plain make, no configure step. 'make help' lists the targets.
#
# Variables (make VAR=value):
#   V=1        show the commands instead of short lines
#   BUILD      where everything is made (build)
#   PREFIX     where 'install' puts things (/usr/local); DESTDIR goes before it
#   CC, CFLAGS, LDFLAGS   as usual; our own flags are added to them
#   WERROR=1   warnings are errors (CI sets it)
#   SAN=1      AddressSanitizer and UndefinedBehaviorSanitizer, in build/san

PREFIX  ?= /usr/local
BUILD   ?= build
ifdef SAN
OUT     := $(BUILD)/san
else
OUT     := $(BUILD)
endif

CFLAGS   ?= -O2 -g
WARNINGS := -Wall -Wextra -Wshadow -Wvla -Wconversion
ifdef WERROR
WARNINGS += -Werror
endif
PACKAGES := ext2fs com_err blkid json-c libisal
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer

ALL_CFLAGS  = -std=gnu11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -pthread -I. -Ilib \
	      $(shell pkg-config --cflags $(PACKAGES)) $(WARNINGS) $(if $(SAN),$(SANITIZE)) $(CFLAGS)
ALL_LDFLAGS = -pthread $(if $(SAN),$(SANITIZE)) $(LDFLAGS)
LIBS        = $(shell pkg-config --libs $(PACKAGES))

# What apt-get must have installed: to build and show, to test, to analyse.
DEPS_DEMO   := gcc make pkg-config libext2fs-dev comerr-dev libblkid-dev libjson-c-dev \
	       libisal-dev libxxhash-dev e2fsprogs fdisk
DEPS_CHECK  := $(DEPS_DEMO) libcunit1-dev zstd jq mandoc
DEPS_STATIC := $(DEPS_CHECK) cppcheck clang clang-tidy libclang-rt-dev shellcheck universal-ctags

LIB_SRC  := $(wildcard lib/*/*.c lib/*/*/*.c)
CMD_SRC  := $(wildcard cmd/*.c)
UNIT_SRC := $(wildcard tests/unit/*.c tests/unit/*/*.c tests/unit/*/*/*.c)
GEN_SRC  := $(wildcard samples/*.c)
GEN_LIB  := $(wildcard samples/common/*.c)
BENCH    := $(patsubst tests/bench/%.c,$(BUILD)/bench/%,$(wildcard tests/bench/*.c))
MAN      := $(wildcard cmd/*.1)
objects   = $(patsubst %.c,$(OUT)/obj/%.o,$(1))

LIBRARY  := $(OUT)/libfsatlas.a
PROGRAM  := $(OUT)/fsatlas
UNIT     := $(OUT)/unit
GEN      := $(patsubst samples/%.c,$(BUILD)/gen/%,$(GEN_SRC))
SAMPLES  := $(BUILD)/samples

ifdef V
Q :=
say = @:
else
Q := @
say = @printf '  %-7s %s\n'
endif

.PHONY: all help deps demo samples check check-san check-static bench fuzz install uninstall \
	clean completions unit
.DELETE_ON_ERROR:

all: $(PROGRAM)		## build the program (build/fsatlas)

help:			## this list
	@echo "fsatlas: targets of this Makefile"
	@sed -e ':a' -e '/\\$$/N; s/\\\n//; ta' Makefile | sed -n 's/^\([a-z-]*\):[^#]*## /\1\t/p' | while IFS='	' read -r t d; do \
		printf '  %-14s %s\n' "$$t" "$$d"; done
	@echo "Variables are explained at the top of the file."

deps:			## install missing Debian packages through apt-get, saying so
	@sh .ci/deps $(DEPS_CHECK)

demo:			## build, make two samples, report on them
	@sh .ci/deps $(DEPS_DEMO)
	@$(MAKE) --no-print-directory all gen
	@sh samples/demo.sh $(PROGRAM) $(SAMPLES) $(BUILD)/gen

.PHONY: gen
gen: $(GEN)

samples: $(patsubst %,$(SAMPLES)/%.img,$(shell samples/build.sh --list-tests)) \
				## make every sample image but those for timing only

check:			## all tests; the last line counts them
	@sh .ci/deps $(DEPS_CHECK)
	@$(MAKE) --no-print-directory all unit samples
	@tests/run.sh $(OUT) $(SAMPLES)

check-san:		## the same tests with address and undefined-behaviour sanitizers
	@$(MAKE) --no-print-directory SAN=1 CFLAGS="-O1 -g" check

check-static:		## cppcheck, clang-tidy, shellcheck and gcc's analyzer
	@sh .ci/deps $(DEPS_STATIC)
	@CFLAGS='$(filter-out -W%,$(ALL_CFLAGS))' sh .ci/static $(LIB_SRC) $(CMD_SRC)

bench: all $(GEN) $(BENCH)	## speed as ratios against e2freefrag and plain reads
	@tests/bench/run.sh $(BUILD)

fuzz: $(BUILD)/fuzz/fuzz_fs	## run the fuzzer for FUZZ_SECONDS (60)
	@tests/fuzz/run.sh $(BUILD)/fuzz/fuzz_fs $(or $(FUZZ_SECONDS),60)

install: $(PROGRAM)	## install program, man pages and completions
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 \
		$(DESTDIR)$(PREFIX)/share/bash-completion/completions \
		$(DESTDIR)$(PREFIX)/share/zsh/site-functions \
		$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	install -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/fsatlas
	install -m 644 $(MAN) $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 644 completions/fsatlas.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/fsatlas
	install -m 644 completions/fsatlas.zsh $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_fsatlas
	install -m 644 completions/fsatlas.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/fsatlas.fish

uninstall:		## remove what install put there
	rm -f $(DESTDIR)$(PREFIX)/bin/fsatlas \
		$(patsubst cmd/%,$(DESTDIR)$(PREFIX)/share/man/man1/%,$(MAN)) \
		$(DESTDIR)$(PREFIX)/share/bash-completion/completions/fsatlas \
		$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_fsatlas \
		$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/fsatlas.fish

completions: $(PROGRAM)	## write completions/ anew from the command table
	$(Q)for shell in bash zsh fish; do \
		$(PROGRAM) completions $$shell > completions/fsatlas.$$shell || exit 1; done

clean:			## remove everything that was made
	rm -rf $(BUILD)

unit: $(UNIT)

$(PROGRAM): $(call objects,$(CMD_SRC)) $(LIBRARY)
	$(say) LINK $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS)

$(LIBRARY): $(call objects,$(LIB_SRC))
	$(say) AR $@
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(UNIT): $(call objects,$(UNIT_SRC)) $(LIBRARY)
	$(say) LINK $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS) $(shell pkg-config --libs cunit e2p 2>/dev/null)

$(OUT)/obj/tests/unit/%.o: ALL_CFLAGS += -Itests/unit $(shell pkg-config --cflags cunit e2p 2>/dev/null)

$(OUT)/obj/%.o: %.c
	$(say) CC $@
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/gen/%: samples/%.c $(GEN_LIB)
	$(say) GEN $@
	@mkdir -p $(@D)
	$(Q)$(CC) -std=gnu11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 $(WARNINGS) $(CFLAGS) -Isamples/common \
		$(shell pkg-config --cflags ext2fs) -MMD -MP -MF $@.d -o $@ $< $(GEN_LIB) \
		$(shell pkg-config --libs ext2fs com_err)

$(SAMPLES)/%.img: samples/build.sh samples/mke2fs.conf $(wildcard samples/recipes/*) | $(GEN)
	$(say) SAMPLE $@
	$(Q)samples/build.sh -d $(SAMPLES) -g $(BUILD)/gen $*

$(BUILD)/bench/%: tests/bench/%.c
	$(say) BENCH $@
	@mkdir -p $(@D)
	$(Q)$(CC) -std=gnu11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 $(WARNINGS) $(CFLAGS) -o $@ $<

$(BUILD)/fuzz/fuzz_fs: tests/fuzz/fuzz_fs.c $(LIB_SRC)
	$(say) FUZZ $@
	@mkdir -p $(@D)
	$(Q)clang -DFUZZ_LIBFUZZER -std=gnu11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -I. -Ilib \
		$(shell pkg-config --cflags $(PACKAGES)) -O1 -g -fsanitize=fuzzer,address,undefined \
		-pthread -o $@ $^ $(LIBS)

-include $(shell find $(OUT)/obj $(BUILD)/gen -name '*.d' 2>/dev/null)
