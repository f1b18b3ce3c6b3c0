#!/bin/sh
# Runs polycc on every example, then compiles and runs the original and the output and compares what
# they print. usage: demo.sh POLYCC
set -eu

polycc=$1
compiler=${CC:-cc}
folder=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

cd "$folder"
for source in *.c; do
    name=${source%.c}
    # The first line of an example shows how to call polycc; its --at says for which sizes.
    at=$(sed -n '1s/.*--at \([^ ]*\).*/\1/p' "$source")
    "$polycc" "$source" ${at:+--at "$at"} -o "$scratch/$source" 2>&1
    "$compiler" -O2 -ffp-contract=off -o "$scratch/$name.before" "$source" -lm
    "$compiler" -O2 -ffp-contract=off -o "$scratch/$name.after" "$scratch/$source" -lm
    "$scratch/$name.before" > "$scratch/before.txt"
    "$scratch/$name.after" > "$scratch/after.txt"
    if cmp -s "$scratch/before.txt" "$scratch/after.txt"; then
        echo "  $source: both programs print $(cat "$scratch/before.txt")"
    else
        echo "  $source: the programs print different results" >&2
        exit 1
    fi
    echo
done
