#!/usr/bin/env python3
"""Loops with borders, and with sizes in memory, as they are and as polycc makes them, as a table.

    borders.py [--polycc PATH] [--repetitions N] [--write PAGE] [PROGRAM…]

Each file here is a program that times its loops itself. Original and output are built by gcc and by clang, with -O3 and with -O2, and run in
turn; times are medians, what is told is how many times as fast the output is. All print the same bits, else the script ends with 1; so it does if
polycc leaves a program as it is.
"""

import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
KERNELS = HERE.parent / "kernels"
sys.path.insert(0, str(KERNELS))
from kernels import machine  # noqa: E402

COMMON = ["-std=gnu17", "-ffp-contract=off", "-w", f"-I{KERNELS}"]
COMPILERS = {
    "gcc -O3": ["gcc", "-O3", "-march=native"],
    "gcc -O2": ["gcc", "-O2"],
    "clang -O3": ["clang", "-O3", "-march=native"],
    "clang -O2": ["clang", "-O2"],
}
# Side and steps.
SIZES = {"60 x 60": ["60", "5000"], "1000 x 1000": ["1000", "20"], "4000 x 4000": ["4000", "2"]}

PAGE = """# Loops with borders and sizes in memory

Written by `make bench-borders`: {machine}.

[bench/borders](../bench/borders) has loops that ask for their borders in each iteration, and loops over bytes whose sizes and rows are in memory (`image_…`, `rows_…`). The numbers are how many times as fast polycc's output is, by compiler (`-march=native` with `-O3`,
`-ffp-contract=off` with all) and size; interleaved runs, {repetitions} of each, medians. Both versions print the same bits.

{table}
"""


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].strip())
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--polycc", default=str(ROOT / "target/release/polycc"))
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--write", type=pathlib.Path, help="a page with the table")
    arguments = parser.parse_intermixed_args()
    lines = ["| program | size | " + " | ".join(COMPILERS) + " |", "|---|---|" + "---:|" * len(COMPILERS)]
    print("\n".join(lines), flush=True)
    ratios = {compiler: [] for compiler in COMPILERS}
    for name in arguments.programs or sorted(path.stem for path in HERE.glob("*.c")):
        for line in rows(arguments, name, ratios):
            lines.append(line)
            print(line, flush=True)
    means = [f"{statistics.geometric_mean(all_of):.2f}" for all_of in ratios.values()]
    lines.append("| geometric mean | | " + " | ".join(means) + " |")
    print(lines[-1])
    if arguments.write:
        page = PAGE.format(machine=machine(), repetitions=arguments.repetitions, table="\n".join(lines))
        arguments.write.write_text(page)


def rows(arguments, name, ratios):
    original = HERE / f"{name}.c"
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder) / f"{name}.c"
        command = [arguments.polycc, original, f"-I{KERNELS}", "-o", output]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        if output.read_bytes() == original.read_bytes():
            sys.exit(f"{name} stays as it is")
        programs = {}
        for compiler, options in COMPILERS.items():
            for source in (original, output):
                program = pathlib.Path(folder) / f"{len(programs)}"
                subprocess.run([*options, *COMMON, source, "-o", program, "-lm"], check=True)
                programs[compiler, source == output] = program
        for size, words in SIZES.items():
            times, texts = {version: [] for version in programs}, set()
            for _ in range(arguments.repetitions):
                for version, program in programs.items():
                    run = subprocess.run([program, *words], capture_output=True, text=True, check=True)
                    times[version].append(float(run.stderr))
                    texts.add(run.stdout)
            if len(texts) > 1:
                sys.exit(f"{name} prints other bits")
            median = {version: statistics.median(all_of) for version, all_of in times.items()}
            cells = []
            for compiler, all_of in ratios.items():
                all_of.append(median[compiler, False] / median[compiler, True])
                cells.append(f"{all_of[-1]:.2f}")
            yield f"| {name} | {size} | " + " | ".join(cells) + " |"


if __name__ == "__main__":
    main()
