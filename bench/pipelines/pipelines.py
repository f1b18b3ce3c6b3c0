#!/usr/bin/env python3
"""Pipelines with a function per stage before and after polycc, as a table.

    pipelines.py POLYCC [--runs N] [--polycc-flags=…] [--messages] [PROGRAM…]

Each folder here holds a program as people write it: stages are functions, in the same file or in `stages.c`, and
`main.c` calls them one after another. `by_hand.c` is the same program with all stages in one function, with `restrict`
and arrays of two dimensions: what polycc reaches where calls are no obstacle. For both: polycc with its defaults, on all
files of a program together, gcc for what was and what came out, all run at several sizes and compared bit for bit, and at the largest
sizes measured: the most memory that is resident, and the processor time of the whole process (with the data it makes),
as medians of interleaved runs. Ends with 1 if an output differs, doesn't compile, or polycc says that it is wrong.

Flags of gcc are those of ../ordinary/ordinary.py.
"""

import argparse
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "ordinary"))
from ordinary import GCC, Wrong, run, transform  # noqa: E402

# Arguments of each program: tiny, odd and large ones; the last are measured.
SIZES = {
    "bands": ((1,), (37,), (5001,), (10000000,)),
    "bodies": ((0, 1), (3, 2), (3, 37), (3, 1500000)),
    "canny_edges": ((1, 1), (5, 4), (61, 47), (3000, 3000)),
    "conjugate_gradients": ((0, 1, 1), (3, 5, 4), (31, 23, 17), (20, 1500, 1500)),
    "contrast": ((1, 1), (5, 4), (61, 47), (3000, 3000)),
    "conv_net": ((1, 1), (5, 4), (31, 23), (1500, 1500)),
    "decimator": ((100,), (137,), (5001,), (28000000,)),
    "flux_smoother": ((0, 3, 3), (3, 5, 4), (31, 23, 17), (8, 1500, 1500)),
    "half_tone": ((1, 1), (5, 4), (7, 47), (500, 4000)),
    "harris_corners": ((1, 1), (5, 4), (61, 47), (3000, 3000)),
    "histogram": ((1, 1), (5, 4), (61, 47), (5000, 5000)),
    "lattice_flow": ((0, 3, 3), (2, 1, 1), (4, 31, 23), (3, 1000, 1000)),
    "layers": ((1, 1, 1), (7, 5, 3), (100, 17, 9), (300000, 16, 32)),
    "matrices": ((1, 1), (7, 5), (37, 9), (2500, 60)),
    "morphology": ((1, 1), (5, 4), (61, 47), (4000, 4000)),
    "moving": ((0, 1, 1), (3, 5, 4), (4, 31, 23), (4, 2000, 2000)),
    "multigrid": ((0, 3, 3), (3, 5, 4), (9, 23, 17), (3, 1000, 1000)),
    "pyramid": ((1, 1), (5, 4), (61, 47), (4000, 4000)),
    "raw_developer": ((1, 1), (5, 4), (61, 47), (3000, 3000)),
    "reaction": ((0, 3, 3), (2, 1, 1), (4, 31, 23), (6, 2000, 2000)),
    "resample": ((1, 1), (5, 4), (61, 47), (2500, 2500)),
    "shallow_water": ((0, 3, 3), (3, 5, 4), (31, 23, 17), (5, 1500, 1500)),
    "sharpen_colour": ((1, 1), (5, 4), (61, 47), (3000, 3000)),
    "spectral": ((1,), (2,), (37,), (450000,)),
    "statistics": ((1, 1), (7, 5), (1000, 3), (1000000, 8)),
    "stereo_depth": ((1, 1), (5, 4), (31, 23), (1600, 1600)),
    "tone_mapping": ((1, 1), (5, 4), (61, 47), (2500, 2500)),
    "transformer": ((1, 1), (7, 5), (37, 8), (4000, 32)),
    "unsharp_mask": ((1, 1), (5, 4), (61, 47), (3500, 3500)),
    "voice_chain": ((1,), (37,), (5001,), (12000000,)),
}


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].strip())
    parser.add_argument("polycc")
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--polycc-flags", default="")
    parser.add_argument("--messages", action="store_true", help="also what polycc says of programs that it leaves")
    arguments = parser.parse_intermixed_args()
    for name in set(arguments.programs) - set(SIZES):
        parser.error(f"no program {name}")
    print("| program | files | changed | MiB | seconds | by hand | MiB | seconds |")
    print("|---|---:|---|---:|---:|---|---:|---:|")
    rows, wrong = [], []
    with tempfile.TemporaryDirectory() as scratch:
        for name in arguments.programs or sorted(SIZES):
            row = Row(name)
            try:
                measure(arguments, pathlib.Path(scratch), row)
            except Wrong as error:
                wrong.append(f"{name}: {error}")
                print(f"| {name} | {len(row.stages.files)} | **wrong** | | | | | |", flush=True)
                continue
            rows.append(row)
            print(row.text(), flush=True)
    summary(rows)
    for line in wrong:
        print(line, file=sys.stderr)
    sys.exit(1 if wrong else 0)


class Form:
    """A program in one of its forms: its files, those that polycc changes, and what was measured before and after."""

    def __init__(self, files):
        self.files, self.changed, self.mebibytes, self.seconds = files, [], None, None

    def what_changed(self):
        if len(self.changed) == len(self.files):
            return "yes"
        return ", ".join(file.name for file in self.changed) or "no"

    def cells(self):
        cells = [self.what_changed()]
        for pair, form in ((self.mebibytes, "{:.1f}"), (self.seconds, "{:.3f}")):
            numbers = pair if self.changed else pair[:1]
            cells.append(" -> ".join(form.format(number) for number in numbers))
        return cells

    def smaller(self):
        return self.mebibytes[1] < 0.95 * self.mebibytes[0]

    def faster(self):
        return self.seconds[1] < self.seconds[0] / 1.05

    def slower(self):
        return self.seconds[1] > self.seconds[0] / 0.95


class Row:
    """What is known of a program."""

    def __init__(self, name):
        files = sorted((HERE / name).glob("*.c"))
        self.name = name
        self.stages = Form([file for file in files if file.name != "by_hand.c"])
        self.by_hand = Form([HERE / name / "by_hand.c"])

    def text(self):
        cells = [self.name, str(len(self.stages.files)), *self.stages.cells(), *self.by_hand.cells()]
        return "| " + " | ".join(cells) + " |"


def measure(arguments, scratch, row):
    sizes = SIZES[row.name]
    programs = []
    for label, form in (("stages", row.stages), ("by_hand", row.by_hand)):
        outputs = transformed(arguments, scratch / label, form)
        before = after = build(scratch / f"{label}.before", HERE / row.name, form.files)
        if form.changed:
            after = build(scratch / f"{label}.after", HERE / row.name, outputs)
        programs.append((form, before, after))
    for size in sizes:
        right = run(programs[0][1], size)[0]
        if right[1] and size == sizes[-1]:
            raise Wrong(f"the original ends with {right[1]} at {size}")
        for form, before, after in programs:
            if run(before, size)[0] != right:
                raise Wrong(f"by_hand.c has other results at {size}")
            if run(after, size)[0] != right:
                raise Wrong(f"other results of {', '.join(file.name for file in form.changed)} at {size}")
    different = dict.fromkeys(program for _, before, after in programs for program in (before, after))
    runs = [{program: run(program, sizes[-1]) for program in different} for _ in range(arguments.runs)]
    for form, *pair in programs:
        form.mebibytes, form.seconds = (
            tuple(statistics.median(results[program][number] for results in runs) for program in pair) for number in (1, 2)
        )


def transformed(arguments, folder, form):
    """polycc's outputs for the files of a program; those that it leaves are the files themselves."""
    start = resource.getrusage(resource.RUSAGE_CHILDREN)
    transform(arguments, form.files, f"{folder}/", folder.with_suffix(".json"))
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime
    if seconds > 5:
        print(f"{form.files[0].parent.name}: polycc took {seconds:.0f} s", file=sys.stderr)
    outputs = [(file, folder / file.name) for file in form.files]
    form.changed = [file for file, output in outputs if output.read_bytes() != file.read_bytes()]
    return [output if file in form.changed else file for file, output in outputs]


def build(program, folder, files):
    done = subprocess.run([*GCC, f"-I{folder}", *files, "-o", program, "-lm"], stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise Wrong(f"gcc: {done.stderr.splitlines()[:3]}")
    return program


def summary(rows):
    for label, forms in (("stages", [row.stages for row in rows]), ("by hand", [row.by_hand for row in rows])):
        changed = [form for form in forms if form.changed]
        slower = [form.files[0].parent.name for form in changed if form.slower()]
        print(
            f"\n{label}: {len(changed)} of {len(forms)} changed, {sum(form.smaller() for form in changed)} smaller by more"
            f" than 5 %, {sum(form.faster() for form in changed)} faster by more than 5 %; slower by more than 5 %:"
            f" {', '.join(slower) or 'none'}"
        )


if __name__ == "__main__":
    main()
