#!/usr/bin/env python3
"""Ordinary programs before and after polycc, as a table.

    ordinary.py POLYCC [--runs N] [--polycc-flags=…] [--messages] [PROGRAM[/DRESSING]…]

Each folder here holds a program in three dressings: `rows.c` has arrays of two dimensions and `restrict`, `flat.c` one
subscript and no `restrict`, `structures.c` buffers in structures. For each: polycc with its defaults, gcc for the original
and for the output, both run at several sizes and compared bit for bit, and at the largest sizes measured: the most memory
that is resident, and the processor time of the whole process (with the data it makes), as medians of interleaved runs.
Ends with 1 if an output differs, doesn't compile, or polycc says that it is wrong.

gcc may contract a product and a sum where it finds both in one loop, which would change bits where loops are joined: so
-ffp-contract=off for both.
"""

import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
DRESSINGS = ["rows", "flat", "structures"]
GCC = ["gcc", "-std=gnu17", "-O3", "-march=native", "-ffp-contract=off", "-w", f"-I{HERE}"]

# Arguments of each program: their names in the sources, then tiny, odd and large ones; the last are measured.
SIZES = {
    "attention": ("n d", (1, 1), (37, 5), (3000, 32)),
    "batch_norm": ("features batch", (1, 1), (7, 5), (500, 20000)),
    "blur": ("w h", (1, 1), (5, 4), (61, 47), (4096, 4096)),
    "compressor": ("n", (1,), (37,), (10000000,)),
    "conv_pool": ("w h", (1, 1), (5, 4), (31, 23), (500, 500)),
    "covariance": ("n m", (2, 1), (37, 5), (1000000, 8)),
    "decimate": ("n", (1,), (37,), (4000000,)),
    "downsample": ("w h", (1, 1), (5, 4), (31, 23), (3000, 3000)),
    "edit_distance": ("n m", (0, 0), (1, 3), (41, 23), (8000, 8000)),
    "equalise": ("w h", (1, 1), (5, 4), (61, 47), (4096, 4096)),
    "equaliser": ("n", (2,), (37,), (10000000,)),
    "harris": ("w h", (1, 1), (5, 4), (61, 47), (4096, 4096)),
    "heat": ("steps w h", (0, 3, 3), (3, 5, 4), (20, 2000, 2000)),
    "knapsack": ("n capacity", (0, 0), (3, 17), (23, 301), (2000, 20000)),
    "life": ("turns w h", (0, 3, 3), (3, 5, 4), (20, 2000, 2000)),
    "local_contrast": ("w h", (2, 2), (7, 8), (61, 47), (4096, 4096)),
    "longest_common": ("n m", (0, 0), (1, 3), (41, 23), (8000, 8000)),
    "matrix_chain": ("n k", (1, 1), (7, 5), (1500, 100)),
    "mel_spectrum": ("frames", (1,), (7,), (100000,)),
    "opening": ("w h", (1, 1), (5, 4), (61, 47), (4096, 4096)),
    "perceptron": ("batch inputs hidden", (1, 1, 1), (7, 5, 3), (200000, 16, 64)),
    "sensor": ("n", (2,), (5,), (37,), (10000000,)),
    "separable_conv": ("w h n", (1, 1, 1), (5, 4, 3), (400, 400, 32)),
    "sobel": ("w h", (1, 1), (5, 4), (61, 47), (4096, 4096)),
    "time_warp": ("n m", (1, 1), (2, 3), (41, 23), (4000, 4000)),
    "unsharp": ("w h", (1, 1), (5, 4), (61, 47), (4096, 4096)),
    "viterbi": ("n", (1,), (37,), (1000000,)),
    "wave": ("steps n", (0, 2), (1, 3), (37, 23), (2000, 10000)),
    "yuv": ("w h", (1, 1), (5, 4), (31, 23), (2000, 2000)),
    "z_score": ("n", (1,), (37,), (4000000,)),
}


class Wrong(Exception):
    """An output that is not what the original is."""


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].strip())
    parser.add_argument("polycc")
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--polycc-flags", default="")
    parser.add_argument("--messages", action="store_true", help="also what polycc says of programs that it leaves")
    arguments = parser.parse_intermixed_args()
    print("| program | dressing | changed | arrays, bytes | MiB | seconds | as fast |")
    print("|---|---|---|---:|---:|---:|---:|")
    rows, wrong = [], []
    with tempfile.TemporaryDirectory() as scratch:
        for name in sorted(SIZES):
            for dressing in DRESSINGS:
                wanted = arguments.programs
                if wanted and name not in wanted and f"{name}/{dressing}" not in wanted:
                    continue
                try:
                    row = measure(arguments, pathlib.Path(scratch), name, dressing)
                except Wrong as error:
                    wrong.append(f"{name}/{dressing}: {error}")
                    print(f"| {name} | {dressing} | **wrong** | | | | |", flush=True)
                    continue
                rows.append(row)
                print(row.text(), flush=True)
    summary(rows)
    for line in wrong:
        print(line, file=sys.stderr)
    sys.exit(1 if wrong else 0)


class Row:
    """What is known of a program in one dressing."""

    def __init__(self, name, dressing):
        self.name, self.dressing, self.changed = name, dressing, False
        self.bytes = self.mebibytes = self.seconds = None

    def ratio(self):
        """How many times as fast the output is."""
        return self.seconds[0] / self.seconds[1] if self.seconds else 1.0

    def shrinks(self):
        return bool(self.mebibytes) and self.mebibytes[1] < 0.95 * self.mebibytes[0]

    def text(self):
        cells = [self.name, self.dressing, "yes" if self.changed else "no"]
        for pair, form in ((self.bytes, "{:,}"), (self.mebibytes, "{:.1f}"), (self.seconds, "{:.3f}")):
            cells.append(" -> ".join(form.format(number).replace(",", " ") for number in pair) if pair else "")
        cells.append(f"{self.ratio():.2f}" if self.changed else "")
        return "| " + " | ".join(cells) + " |"


def measure(arguments, scratch, name, dressing):
    row = Row(name, dressing)
    source, output = HERE / name / f"{dressing}.c", scratch / "output.c"
    report = transform(arguments, [source], output, scratch / "report.json")
    row.changed = output.read_bytes() != source.read_bytes()
    if not row.changed:
        return row
    names, *sizes = SIZES[name]
    row.bytes = array_bytes(report, dict(zip(names.split(), sizes[-1])))
    before, after = scratch / "before", scratch / "after"
    for text, program in ((source, before), (output, after)):
        done = subprocess.run([*GCC, text, "-o", program, "-lm"], stderr=subprocess.PIPE, text=True)
        if done.returncode:
            raise Wrong(f"gcc: {done.stderr.splitlines()[:3]}")
    for size in sizes:
        if run(before, size)[0] != run(after, size)[0]:
            raise Wrong(f"other results at {size}")
    runs = [(run(before, sizes[-1]), run(after, sizes[-1])) for _ in range(arguments.runs)]
    row.mebibytes, row.seconds = (
        tuple(statistics.median(pair[side][number] for pair in runs) for side in (0, 1)) for number in (1, 2)
    )
    return row


def transform(arguments, sources, output, report):
    """polycc's report of a file, or of several; what it leaves is copied."""
    command = [arguments.polycc, f"-I{HERE}", *sources, "-o", output, "--report", report]
    command += ["-v"] if arguments.messages else ["-q"]
    done = subprocess.run([*command, *arguments.polycc_flags.split()], stderr=subprocess.PIPE, text=True)
    if arguments.messages:
        print(done.stderr, file=sys.stderr)
    if done.returncode:
        raise Wrong(f"polycc ended with {done.returncode}: {done.stderr[:300]}")
    return json.loads(report.read_text())


def array_bytes(report, values):
    """Bytes of all temporaries of sizes that are known here, before and after."""
    was = now = 0
    for array in (array for region in report["regions"] for array in region["arrays"]):
        if array["role"] != "temporary" or not array["original_extents"]:
            continue
        sizes = [product(array[key], values) for key in ("original_extents", "extents")]
        if None not in sizes:
            was += sizes[0] * array["element_bytes"]
            now += sizes[1] * array["element_bytes"]
    return (was, now) if was else None


def product(extents, values):
    """The cells of an array, if the sizes are known; `im->w` counts as `w`."""
    result = 1
    for extent in extents:
        text = re.sub(r"\w+(->|\.)", "", extent)
        try:
            result *= eval(text.replace("/", "//"), {"__builtins__": {}}, values)
        except (NameError, SyntaxError):
            return None
    return result


def run(program, size):
    """What a run prints and how it ends, its MiB, and the seconds of processor time that it takes."""
    process = subprocess.Popen([program, *map(str, size)], stdout=subprocess.PIPE)
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return (text, process.returncode), usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime


def summary(rows):
    for dressing in DRESSINGS:
        mine = [row for row in rows if row.dressing == dressing]
        faster = [row for row in mine if row.changed and row.ratio() > 1.05]
        better = [row for row in mine if row.shrinks() or row in faster]
        slower = [row.name for row in mine if row.changed and row.ratio() < 0.95]
        print(
            f"\n{dressing}: {sum(row.changed for row in mine)} of {len(mine)} changed, {len(faster)} faster by more than 5 %,"
            f" {sum(row.shrinks() for row in mine)} smaller by more than 5 %, {len(better)} either;"
            f" slower by more than 5 %: {', '.join(slower) or 'none'}"
        )


if __name__ == "__main__":
    main()
