#!/usr/bin/env python3
"""Classical kernels by compilers alone and behind polycc, as a table.

    kernels.py [--polycc PATH] [--large] [--tile] [--repetitions N] [--messages] [--write PAGE] [KERNEL…]

Each file here is a program with one kernel, which it times itself. The original is built by gcc, by clang, and by clang with
Polly, with one thread and with two; what polycc makes of it with its defaults and with `--parallel` (with `--tile` here, also
with that) by gcc. All versions run in turn; seconds are medians. A version that isn't there (clang, Polly), and one that polycc
doesn't change, has no time of its own: the latter counts as the original. The usual sizes take more than 1 MiB, those of `--large` more than
32 MiB, but for kernels that take little memory for their time.

All versions have to print the same bits but those of Polly, which are marked by `*` where they don't. Ends with 1 if one of polycc doesn't,
doesn't compile, or if polycc says that it is wrong.

Compilers may contract a product and a sum where they find both in one loop, which would change bits where loops are joined: so
-ffp-contract=off for all.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "ordinary"))
from ordinary import Wrong  # noqa: E402

FLAGS = ["-std=gnu17", "-O3", "-march=native", "-ffp-contract=off", "-w", f"-I{HERE}"]
POLLY = ["-mllvm", "-polly", "-mllvm", "-polly-tiling"]
THREADS = 2
SECONDS = 600

# How a version is built: polycc's options, or None for the original, and the compiler with its own.
VERSIONS = {
    "gcc": (None, ["gcc"]),
    "clang": (None, ["clang"]),
    "Polly": (None, ["clang", *POLLY]),
    "Polly, threads": (None, ["clang", *POLLY, "-mllvm", "-polly-parallel", "-lgomp"]),
    "polycc": ([], ["gcc"]),
    "--tile": (["--tile"], ["gcc"]),
    "--parallel": (["--parallel"], ["gcc", "-fopenmp"]),
}

# Arguments with which the kernels take more memory than the caches; -D sets the size of arrays of the file.
LARGE = {
    "adi": "4 2200",
    "both_ways": "2500 25",
    "cholesky": "2100",
    "convolution_2d": "4000 3000 2",
    "correlation": "30000 150",
    "covariance": "-DSAMPLES=30000 -DCOLUMNS=150",
    "deriche": "4000 3000 2",
    "fdtd_2d": "-DWIDTH=2000 -DHEIGHT=1500 50",
    "floyd_warshall": "-DTOWNS=1300",
    "gauss_seidel": "-DSIDE=2500 20",
    "gram_schmidt": "20000 110",
    "heat_3d": "20 180",
    "interval_maximum": "-DBASES=2000",
    "jacobi_1d": "50 4000000",
    "jacobi_2d": "40 2500",
    "last_dimension": "110 110 400",
    "levinson_durbin": "50000",
    "longest_common": "6000 6000 10",
    "lu": "1500",
    "lu_solve": "2100",
    "matrix_chain": "1700",
    "matrix_product": "1300",
    "normal_product": "2500 2500 25",
    "paired_products": "2500 2500 25",
    "rank_2_update": "2500 20",
    "rank_2k_update": "1250 1250",
    "rank_k_update": "1500 1500",
    "summed_products": "2500 50",
    "symmetric_product": "900 1900",
    "three_products": "850",
    "triangular_product": "1500 1500",
    "triangular_solve": "3000 50",
    "two_products": "1000",
}


PAGE = """# Classical kernels

Written by `make bench-kernels`: {machine}.

[bench/kernels](../bench/kernels) has the kernels that books on numerical mathematics begin with, written from the mathematics with their
loops in the order of the formula: most take arrays as parameters (`double a[restrict n][n]`), some work on arrays of the file, some on blocks of one dimension
(`a[i * n + j]`). Nothing is marked. The first column of numbers has the seconds of the kernel alone by `gcc -O3 -march=native -ffp-contract=off`, the others how many
times as fast it is: by `clang` with the same options, by `clang` with Polly's tiles, on one thread and on two, and what polycc makes of it by `gcc`, with polycc's defaults,
with `--tile`, and with `--parallel` on two threads. Interleaved runs, {repetitions} of each; medians. Empty: polycc leaves the kernel as it is, which counts as 1.00
below. All print the same bits; `*`: Polly's version doesn't.

## Beyond the second cache (more than 1 MiB)

{}
## Beyond the third (more than 32 MiB, where the kernel has as much and doesn't take too long)

{}"""


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].strip())
    parser.add_argument("kernels", nargs="*")
    parser.add_argument("--polycc", default=str(ROOT / "target/release/polycc"))
    parser.add_argument("--large", action="store_true", help="sizes beyond 32 MiB")
    parser.add_argument("--tile", action="store_true", help="also polycc --tile")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--messages", action="store_true", help="also what polycc says of each kernel, to stderr")
    parser.add_argument("--write", type=pathlib.Path, help="a page with the tables of both sizes")
    arguments = parser.parse_intermixed_args()
    if unknown := set(arguments.kernels) - set(LARGE):
        parser.error(f"no such kernel: {', '.join(sorted(unknown))}")
    sizes = [False, True] if arguments.write else [arguments.large]
    tables, wrong = [], []
    for arguments.large in sizes:
        tables.append(table(arguments, wrong))
    if arguments.write:
        arguments.write.write_text(PAGE.format(*tables, machine=machine(), repetitions=arguments.repetitions))
    for line in wrong:
        print(f"WRONG: {line}", file=sys.stderr)
    sys.exit(1 if wrong else 0)


def table(arguments, wrong):
    """A row for each kernel, which is printed once it is known, and what they come to; what is wrong is added to `wrong`."""
    versions = [version for version in VERSIONS if arguments.tile or version != "--tile"]
    lines = ["| " + " | ".join(["kernel", "changed by", "gcc, seconds", *versions[1:]]) + " |"]
    lines.append("|---|---|" + "---:|" * len(versions))
    print("\n".join(lines), flush=True)
    rows = []
    for name in arguments.kernels or sorted(LARGE):
        row = Row(name, versions)
        try:
            with tempfile.TemporaryDirectory() as scratch:
                measure(arguments, pathlib.Path(scratch), row)
            rows.append(row)
            lines.append(row.text())
        except Wrong as error:
            wrong.append(f"{name}: {error}")
            lines.append(f"| {name} | **wrong** |" + " |" * len(versions))
        print(lines[-1], flush=True)
    lines += ["", *(line for version in versions[1:] for line in summary(rows, version)), ""]
    print("\n".join(lines[-len(versions) - 1 :]), flush=True)
    return "\n".join(lines)


class Row:
    """What is known of a kernel: which of polycc's versions differ from the original, the seconds of all versions that
    were built, and which of them print other bits."""

    def __init__(self, name, versions):
        self.name, self.versions, self.changed, self.seconds, self.other_bits = name, versions, [], {}, set()

    def ratio(self, version):
        """How many times as fast as gcc alone; None for a version that can't be built here."""
        if version in self.seconds:
            return self.seconds["gcc"] / self.seconds[version]
        return 1.0 if VERSIONS[version][0] is not None else None

    def text(self):
        cells = [self.name, ", ".join(self.changed) or "no", f"{self.seconds['gcc']:.3f}"]
        for version in self.versions[1:]:
            ratio = f"{self.ratio(version):.2f}" if version in self.seconds else ""
            cells.append(ratio + ("*" if version in self.other_bits else ""))
        return "| " + " | ".join(cells) + " |"


def measure(arguments, scratch, row):
    words = LARGE[row.name].split() if arguments.large else []
    defines = [word for word in words if word.startswith("-D")]
    sizes = [word for word in words if word not in defines]
    programs = build(arguments, scratch, row, defines)
    texts, seconds = {}, {version: [] for version in programs}
    for _ in range(arguments.repetitions):
        for version, program in programs.items():
            text, time = run(version, program, sizes)
            seconds[version].append(time)
            if texts.setdefault(version, text) != text:
                raise Wrong(f"{version} prints something else each time")
    row.seconds = {version: statistics.median(times) for version, times in seconds.items()}
    row.other_bits = {version for version, text in texts.items() if text != texts["gcc"]}
    if mine := [version for version in programs if version in row.other_bits and "Polly" not in version]:
        raise Wrong(f"other results by {', '.join(mine)}")


def build(arguments, scratch, row, defines):
    """The programs of all versions that differ."""
    original, programs = HERE / f"{row.name}.c", {}
    for number, version in enumerate(row.versions):
        options, compiler = VERSIONS[version]
        source = original
        if options is not None:
            source = scratch / f"{number}.c"
            transform(arguments, original, [*options, *defines], source)
            if source.read_bytes() == original.read_bytes():
                continue
            row.changed.append(version)
        program = scratch / f"{number}"
        try:
            command = [compiler[0], *FLAGS, *defines, source, "-o", program, *compiler[1:], "-lm"]
            done = subprocess.run(command, stderr=subprocess.PIPE, text=True)
        except FileNotFoundError:
            continue
        if done.returncode == 0:
            programs[version] = program
        elif compiler[0] == "gcc":
            raise Wrong(f"gcc, {version}: {done.stderr.splitlines()[:3]}")
    return programs


def transform(arguments, source, options, output):
    command = [arguments.polycc, "-v" if arguments.messages else "-q", f"-I{HERE}", *options, source, "-o", output]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    if arguments.messages:
        print(f"{source.name} {' '.join(options)}\n{done.stderr}", file=sys.stderr)
    if done.returncode:
        raise Wrong(f"polycc {' '.join(options)} ended with {done.returncode}: {done.stderr[:300]}")


def run(version, program, sizes):
    """What a run prints, and the seconds that its kernel takes by the clock."""
    environment = {**os.environ, "OMP_NUM_THREADS": str(THREADS)}
    try:
        done = subprocess.run([program, *sizes], capture_output=True, text=True, env=environment, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        raise Wrong(f"{version} takes more than {SECONDS} seconds") from None
    if done.returncode:
        raise Wrong(f"{version} ended with {done.returncode}: {done.stderr[:300]}")
    return done.stdout, float(done.stderr)


def summary(rows, version):
    """The mean over all kernels for which a version could be built, the worst and the best."""
    ratios = sorted((row.ratio(version), row.name) for row in rows if row.ratio(version) is not None)
    if not ratios:
        return
    mean = statistics.geometric_mean(ratio for ratio, _ in ratios)
    slower = sum(ratio < 0.95 for ratio, _ in ratios)
    ends = [f"{ratio:.2f} ({name})" for ratio, name in (ratios[0], ratios[-1])]
    yield (
        f"* {version}: {mean:.2f} times as fast as gcc in the geometric mean, {ends[0]} at worst, {ends[1]} at best;"
        f" {slower} of {len(ratios)} slower by more than 5 %"
    )


def machine():
    """The processor and the compilers."""
    names = [line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")]
    found = [names[0] if names else "unknown processor", f"{os.cpu_count()} cores"]
    for compiler in ("gcc", "clang"):
        try:
            done = subprocess.run([compiler, "--version"], capture_output=True, text=True)
            found.append(done.stdout.splitlines()[0])
        except FileNotFoundError:
            found.append(f"no {compiler}")
    return ", ".join(found)


if __name__ == "__main__":
    main()
