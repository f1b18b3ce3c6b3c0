#!/usr/bin/env python3
"""Measures polycc on public C: fetches Debian source packages, runs polycc on each file, checks what it writes.

    corpus.py fetch DIR                   the source packages of packages.tsv into DIR/src, other headers into DIR/sysroot
    corpus.py prepare DIR [PACKAGE…]      which files compile, and with which flags: DIR/files.tsv
    corpus.py run DIR POLYCC NAME SHARE [OPTION…]     polycc on each file: DIR/runs/NAME.jsonl; SHARE is 1/1, or 2/3
                                          for the second third of the files, in the run NAME.2
    corpus.py table DIR NAME…             what the runs say, side by side, for the files that all of them have

Nothing is configured: headers that `configure` or CMake would make are made from their templates by rule, so that
the same packages give the same files anywhere. A file belongs to the corpus if it has a loop and the compiler takes it.
"""

import collections
import hashlib
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PER_PACKAGE = 70  # files of one package, so that none outweighs the others
SECONDS = 30  # of the processor, for one file
STANDARD = "-std=gnu17"
CONFIGURED = "-DHAVE_CONFIG_H"
QUIET = ["-w", "-fmax-errors=3"]

# ---- packages -------------------------------------------------------------------------------------------------


def packages():
    """Name, version, whether to leave out paths that match, and own flags, of each package."""
    for line in (HERE / "packages.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            name, version, without, flags = (line.split("\t") + ["", ""])[:4]
            yield name, version, without, flags.split()


def fetch(directory):
    """The upstream text of all packages, without the distribution's patches."""
    downloads = directory / "dl"
    downloads.mkdir(parents=True, exist_ok=True)
    for name, version, _, _ in packages():
        target = directory / "src" / name
        if target.exists():
            continue
        command = ["apt-get", "source", "--download-only", "--tar-only", "--only-source", f"{name}={version}"]
        subprocess.run(command, cwd=downloads, check=True, stdout=subprocess.DEVNULL)
        target.mkdir(parents=True)
        plain = version.split(":")[-1].rsplit("-", 1)[0]
        for archive in sorted(downloads.glob(f"{name}_{plain}*.tar.*")):
            if archive.suffix != ".asc" and ".debian." not in archive.name:
                subprocess.run(["tar", "-xf", archive, "-C", target], check=True)
    headers = (HERE / "headers.txt").read_text().split()
    (downloads / "headers").mkdir(exist_ok=True)
    subprocess.run(["apt-get", "download", *headers], cwd=downloads / "headers", check=True, stdout=subprocess.DEVNULL)
    for archive in sorted((downloads / "headers").glob("*.deb")):
        subprocess.run(["dpkg", "-x", archive, directory / "sysroot"], check=True)


# ---- headers that a build would make ----------------------------------------------------------------------------

FUNCTIONS = """alloca atexit bcopy bzero calloc ceil clock_gettime copysign dup2 erf expm1 fabs finite floor floorf fseeko
ftruncate getcwd getopt getpagesize getrusage gettimeofday gmtime_r hypot isinf isnan isatty isfinite localtime_r log1p
log2 lrint lrintf lround malloc memchr memcmp memcpy memmove memset mkstemp mmap nanosleep pow posix_memalign putenv qsort
random realloc rint round roundf select setenv setlocale strtof sigaction sinf snprintf socket sqrt sqrtf srandom stpcpy
strcasecmp strchr strcspn strdup strerror strlcpy_not strncasecmp strndup strrchr strspn strstr strtod strtol strtoll
strtoul sysconf time tolower trunc usleep vprintf vsnprintf log10 sincos exp2 cbrt acosh asinh atanh""".upper().split()
VALUES = {
    **{f"{unsigned.upper()}SIZE{bits}": f"{unsigned}int{bits}_t" for bits in (16, 32) for unsigned in ("", "u")},
    **{f"TIFF_{unsigned.upper()}INT{bits}_T": f"{unsigned}int{bits}_t" for bits in (8, 16, 32, 64) for unsigned in ("", "u")},
    **{f"HAVE_{unsigned}INT{bits}_T": 1 for bits in (8, 16, 32, 64) for unsigned in ("", "U")},
    "TIFF_SSIZE_T": "long", "INCLUDE_STDINT": "#include <stdint.h>", "HAVE_IEEE754_FLOAT32_T": 1, "HAVE_SYS_TYPES_H": 1,
    "SUNDIALS_EXPORT": "", "SUNDIALS_DEPRECATED_EXPORT": "", "HAVE_STDIO_H": 1,
    "SIZEOF_CHAR": 1, "SIZEOF_SHORT": 2, "SIZEOF_INT": 4, "SIZEOF_LONG": 8, "SIZEOF_LONG_LONG": 8, "SIZEOF_FLOAT": 4,
    "SIZEOF_DOUBLE": 8, "SIZEOF_VOID_P": 8, "SIZEOF_SIZE_T": 8, "SIZEOF_OFF_T": 8, "SIZEOF_UNSIGNED_INT": 4,
    "SIZEOF_UNSIGNED_LONG": 8, "SIZEOF_SSIZE_T": 8, "SIZEOF_INT64_T": 8, "SIZEOF_WCHAR_T": 4, "SIZEOF_SF_COUNT_T": 8,
    "SIZEOF_INT_P": 8, "SIZEOF_UNSIGNED_LONG_LONG": 8, "BITS_IN_JSAMPLE": 8, "STDC_HEADERS": 1,
    "PACKAGE": '"corpus"', "PACKAGE_NAME": '"corpus"', "PACKAGE_VERSION": '"1.0"', "VERSION": '"1.0"',
    "PACKAGE_STRING": '"corpus"', "PACKAGE_TARNAME": '"corpus"', "PACKAGE_BUGREPORT": '""', "PACKAGE_URL": '""',
    "HAVE_STDBOOL_H": 1, "HAVE_PROTOTYPES": 1, "HAVE_UNSIGNED_CHAR": 1, "HAVE_UNSIGNED_SHORT": 1, "HAVE_STDINT_TYPES": 1,
    "CPU_CLIPS_POSITIVE": 0, "CPU_CLIPS_NEGATIVE": 0, "HAVE_LONG_LONG": 1, "HAVE_INT64_T": 1, "HAVE_DECL_ISNAN": 1,
    "HAVE_DECL_ISINF": 1, "HAVE_DECL_FINITE": 1, "HAVE_DECL_ISFINITE": 1, "HAVE_IEEE_COMPARISONS": 1, "INLINE": "inline",
    "HAVE_INLINE": 1, "ENDIANNESS": "L_LITTLE_ENDIAN", "RETSIGTYPE": "void", "OPUS_BUILD": 1, "VAR_ARRAYS": 1, "FLOATING_POINT": 1,
}


def value(name):
    """What a build on a usual machine would give a macro; `None` if it would leave it undefined."""
    if name in VALUES:
        return VALUES[name]
    header = re.fullmatch(r"HAVE_(\w+)_H", name)
    if header:
        path = header[1].lower()
        found = any(pathlib.Path("/usr/include", p + ".h").exists() for p in (path, path.replace("_", "/", 1)))
        return 1 if found or path in ("stdarg", "stddef", "float", "sys_types", "sys_stat", "sys_time") else None
    if name.startswith("HAVE_") and (name[5:] in FUNCTIONS or name[5:].removeprefix("DECL_") in FUNCTIONS):
        return 1
    return None


def from_template(text):
    """The header that a build would make of a template."""

    def undefined(match):
        known = value(match[1])
        return f"/* no {match[1]} */" if known is None else f"#define {match[1]} {known}"

    def at(match):
        name = match[1]
        known = value(name)
        if known is not None:
            return str(known).strip('"')
        if re.search("MAJOR|VERSION|MINOR|LEVEL", name):
            return "1"
        if re.search("DIR|PATH|NAME|STRING|PREFIX|HOST|DATE", name):
            return ""
        return "0"

    text = re.sub(r"^[ \t]*#[ \t]*undef[ \t]+(\w+).*$", undefined, text, flags=re.M)
    text = re.sub(r"^[ \t]*#[ \t]*cmakedefine01[ \t]+(\w+).*$", lambda m: f"#define {m[1]} {value(m[1]) or 0}", text, flags=re.M)
    text = re.sub(r"^[ \t]*#[ \t]*cmakedefine[ \t]+(\w+).*$", undefined, text, flags=re.M)
    text = re.sub(r"@(\w+)@", at, text)
    return re.sub(r"\$\{(\w+)\}", at, text)


def make_headers(package):
    """Writes the headers that templates stand for beside them, if there are none."""
    for template in sorted(package.rglob("*.h*")) + sorted(package.rglob("*.in.h")) + sorted(package.rglob("config.hin")) + sorted(package.rglob("*config.in")):
        name = template.name
        made = re.sub(r"(\.h)(\.in|\.cmake\.in|\.cmake|in|_cmake\.in)$|\.in(\.h)?$", ".h", name)
        if made == name:
            continue
        made = re.sub(r"[._]cmake\.h$", ".h", made) if made.startswith("config") else made
        target = template.with_name(made)
        if not target.exists():
            target.write_text(from_template(template.read_text(errors="replace")))
    if not list(package.rglob("config.h")):
        names = "HAVE_STDINT_H HAVE_STRING_H HAVE_STDLIB_H HAVE_UNISTD_H HAVE_INTTYPES_H HAVE_MEMORY_H STDC_HEADERS VERSION PACKAGE"
        lines = [f"#define {name} {value(name) or 1}\n" for name in names.split()]
        (package / "config.h").write_text("".join(lines))


def link_headers(package, prefix):
    """Makes `#include "prefix/name.h"` find all headers of the package."""
    folder = package / "linked" / prefix
    if not folder.exists():
        headers = sorted(package.rglob("*.h"))
        folder.mkdir(parents=True)
        for header in headers:
            if not (folder / header.name).exists():
                (folder / header.name).symlink_to(header)


# ---- files -----------------------------------------------------------------------------------------------------

SYSTEM = {header.name for header in pathlib.Path("/usr/include").glob("*.h")} | {"stdbool.h", "stdarg.h", "stddef.h", "float.h", "limits.h", "iso646.h", "stdatomic.h", "complex.h"}


def include_flags(package):
    """All folders with headers, but those that hide the system's."""
    folders = collections.defaultdict(set)
    for header in package.rglob("*.h"):
        folders[header.parent].add(header.name)
        # `#include <sub/name.h>`
        folders[header.parent.parent]
    usable = [folder for folder, names in folders.items() if not names & SYSTEM and package in [folder, *folder.parents]]
    odd = re.compile(r"win|msvc|msdos|vms|mac|amiga|djgpp|symbian|android|os2|arm|mips|ppc|dummy|/test|unix/dummy", re.I)
    rank = lambda folder: (bool(odd.search(str(folder.relative_to(package)))), len(folder.parts), str(folder))
    return [f"-I{folder}" for folder in sorted(usable, key=rank)[:90]]


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def compiles(path, flags, text=None):
    """Whether the compiler takes a file, or a text that is to stand at its place."""
    command = ["gcc", "-fsyntax-only", *QUIET, STANDARD, *flags]
    if text is None:
        done = subprocess.run([*command, path], capture_output=True)
    else:
        command += ["-iquote", str(pathlib.Path(path).parent), "-x", "c", "-"]
        done = subprocess.run(command, input=text, capture_output=True)
    return done.returncode == 0, done.stderr.decode(errors="replace")


def prepare(directory, only=()):
    """Chooses the files of each package by a hash of their names, until there are enough that compile."""
    loop = re.compile(rb"\bfor\s*\(")
    system = directory / "sysroot" / "usr" / "include"
    sub = ["", "x86_64-linux-gnu", "gdal", "hdf5/serial", "x86_64-linux-gnu/mpich", "glib-2.0", "libxml2", "freetype2", "openjpeg-2.5", "gsl", "suitesparse", "ncurses", "hdf5/mpich"]
    system_flags = [flag for s in sub if (system / s).is_dir() for flag in ("-isystem", str(system / s))]
    with open(directory / "files.tsv", "a" if only else "w") as table:
        for name, _, without, own in packages():
            if only and name not in only:
                continue
            package = directory / "src" / name
            make_headers(package)
            for prefix in [own.pop(0) for flag in list(own) if flag.startswith("+")]:
                link_headers(package, prefix[1:])
            for empty in [own.pop(0) for flag in list(own) if flag.startswith("=")]:
                (package / "linked" / empty[1:]).parent.mkdir(parents=True, exist_ok=True)
                (package / "linked" / empty[1:]).touch()
            flags = [CONFIGURED, *own, *include_flags(package), *system_flags]
            candidates = []
            for path in package.rglob("*.c"):
                relative = str(path.relative_to(package))
                if path.is_file() and not (without and re.search(without, relative)):
                    candidates.append((digest(f"{name}/{relative}"), path))
            kept, tried, why = 0, 0, collections.Counter()
            for _, path in sorted(candidates):
                if kept == PER_PACKAGE or tried == 2 * PER_PACKAGE or (tried >= 12 and kept == 0):
                    break
                if not loop.search(path.read_bytes()):
                    continue
                tried += 1
                good, said = compiles(path, flags)
                if good:
                    kept += 1
                    table.write(f"{path}\t{STANDARD} {' '.join(flags)}\n")
                else:
                    why.update(re.findall(r"(?:error: )(.*)", said)[:1])
            table.flush()
            print(f"{name}: {kept} of {tried}; {why.most_common(3)}", flush=True)


# ---- runs ------------------------------------------------------------------------------------------------------


def files(directory):
    """Path and flags of the files, in an order that mixes the packages, so that a part of a run says something."""
    rows = [line.rstrip("\n").split("\t") for line in open(directory / "files.tsv")]
    rows.sort(key=lambda row: digest(str(pathlib.Path(row[0]).relative_to(directory))))
    return [(path, flags.split()) for path, flags in rows]


def limited():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))


def call(command):
    """Status, what it wrote to both streams, and seconds of the processor."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = subprocess.Popen(command, stdout=out, stderr=err, preexec_fn=limited)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0), err.seek(0)
        return child.returncode, out.read(), err.read().decode(errors="replace"), used.ru_utime + used.ru_stime


def run(directory, polycc, name, share, options):
    """One line of JSON for each file; files that have one already are left out."""
    (directory / "runs").mkdir(exist_ok=True)
    part, parts = map(int, share.split("/"))
    name = name if parts == 1 else f"{name}.{part}"
    target = directory / "runs" / f"{name}.jsonl"
    done = {json.loads(line)["file"] for line in open(target)} if target.exists() else set()
    with open(target, "a") as table:
        for path, flags in files(directory)[part - 1 :: parts]:
            file = str(pathlib.Path(path).relative_to(directory / "src"))
            if file not in done:
                table.write(json.dumps({"file": file, **measured(path, flags, polycc, options)}) + "\n")
                table.flush()


def measured(path, flags, polycc, options):
    """What polycc does with one file, and what is wrong with that."""
    original = pathlib.Path(path).read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        output, report = pathlib.Path(folder, "out.c"), pathlib.Path(folder, "report.json")
        command = [polycc, path, *flags, "-v", "--message-format", "json", "-o", output, "--report", report, *options]
        status, _, said, seconds = call(command)
        text = output.read_bytes() if output.exists() else None
        told = json.loads(report.read_text()) if report.exists() and report.stat().st_size else {}
        problems = []
        if status not in (0, 1):
            problems.append("timeout" if status in (-24, -9) else f"exit {status}")
        if "panicked" in said:
            problems.append("panic")
        if (status == 0) != (text is not None):
            problems.append("output without success, or success without output")
        changed = text is not None and text != original
        if changed:
            problems += checked(path, flags, polycc, options, original, text, told)
    lines = [line for line in said.splitlines() if not line.startswith("{")]
    notes = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    causes = collections.Counter((note["severity"], note["message"]) for note in notes)
    result = {"status": status, "seconds": round(seconds, 3), "changed": changed, "problems": problems}
    if status:
        result["said"] = (lines + [note["message"] for note in notes if note["severity"] == "error"])[:3]
    result["notes"] = [[*cause, count] for cause, count in sorted(causes.items())]
    result["regions"] = len(told.get("regions", []))
    result["coverage"] = told.get("coverage")
    return result


def checked(path, flags, polycc, options, original, text, told):
    """What is wrong with an output that differs."""
    problems = []
    good, said = compiles(path, flags, text)
    if not good:
        problems.append("the output doesn't compile: " + said[:300])
    outside = lines_outside(told, original, text)
    if outside:
        problems.append(f"bytes outside of regions changed: {outside}")
    again = call([polycc, path, *flags, "-q", "-o", "-", *options])[1]
    if again != text:
        problems.append("a second run gives another text")
    return problems


def lines_outside(told, original, text):
    """The first line of the original that is changed or gone, though no function with a region is around it."""
    import difflib

    # a body that gets a copy in front of it gets braces
    def lines(text):
        return [line.rstrip().removesuffix(" {") for line in text.decode("latin-1").split("\n")]

    old, new = lines(original), lines(text)
    near = [region["lines"] for region in told.get("regions", [])]
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for tag, first, last, start, end in matcher.get_opcodes():
        # declarations stand in front of the region, in its function; new headers behind the first lines
        inside = any(lines[0] - 120 <= first + 1 and last <= lines[1] + 40 for lines in near)
        includes = tag == "insert" and all(line.startswith("#") or not line for line in new[start:end])
        # the copy of a loop's body, in front of it
        copies = tag == "insert" and (
            any(line.lstrip().startswith("/* polycc: ") for line in new[start:end])
            or all(line.strip() == "}" for line in new[start:end])
        )
        # an array of the file that one function uses
        arrays = all(line[:1].isalpha() and line.rstrip().endswith("];") for line in old[first:last])
        if tag != "equal" and not inside and not includes and not copies and not (tag == "replace" and arrays):
            return first + 1
    return None


# ---- tables ----------------------------------------------------------------------------------------------------


def results(directory, name):
    """By file, what all parts of a run say."""
    found = {}
    for part in [directory / "runs" / f"{name}.jsonl", *sorted((directory / "runs").glob(f"{name}.[0-9]*.jsonl"))]:
        for line in open(part) if part.exists() else []:
            row = json.loads(line)
            found[row["file"]] = row
    return found


def column(rows):
    """What is counted in one run, by what it is called in the table."""
    times = sorted(row["seconds"] for row in rows)
    at = lambda share: f"{times[min(len(times) - 1, int(len(times) * share))]:.2f}"
    nests = [nest for row in rows if row["coverage"] for nest in row["coverage"]["each"]]
    inner = [nest for nest in nests if not nest["calls_out"]]
    share = lambda taken, of: f"{sum(nest['taken'] == taken for nest in of)} ({sum(nest['taken'] == taken for nest in of) / max(1, len(of)):.1%})"
    inexact = lambda of: sum(nest["taken"] == "whole" and not nest.get("exact", True) for nest in of)
    total = lambda kind, key: sum(row["coverage"][kind][key] for row in rows if row["coverage"])
    problems = collections.Counter(problem.split(":")[0] for row in rows for problem in row["problems"])
    counts = {
        "files": len(rows), "files refused (status 1)": sum(row["status"] == 1 for row in rows),
        "files that change": sum(row["changed"] for row in rows), "problems": dict(sorted(problems.items())) or "none",
        "nests": len(nests), "taken whole": share("whole", nests), "of these not exactly": inexact(nests), "partly": share("partly", nests),
        "nests without external calls": len(inner), "of these whole": share("whole", inner), "of these not exactly, so in their order": inexact(inner), "of these partly": share("partly", inner),
        "loops taken": f"{total('loops', 'taken')} of {total('loops', 'all')}",
        "statements taken": f"{total('statements', 'taken')} of {total('statements', 'all')}",
        "temporaries found / modelled / shrunk": " / ".join(str(total("temporaries", key)) for key in ("found", "modelled", "shrunk")),
        "CPU seconds at 50 / 90 / 99 % / most": f"{at(0.5)} / {at(0.9)} / {at(0.99)} / {times[-1]:.2f}",
    }
    reasons = collections.Counter(nest["reason"] for nest in inner if nest["reason"] and nest["taken"] != "whole")
    return counts, reasons


def table(directory, names):
    """Markdown: a column for each run; reasons are those of nests that call nothing external."""
    runs = [results(directory, name) for name in names]
    common = set.intersection(*(set(run) for run in runs))
    columns = [column([run[file] for file in sorted(common)]) for run in runs]
    print(f"| | {' | '.join(names)} |\n|---|{'---|' * len(names)}")
    for key in columns[0][0]:
        print(f"| {key} | {' | '.join(str(counts[key]) for counts, _ in columns)} |")
    kinds = sorted({kind for _, reasons in columns for kind in reasons}, key=lambda kind: (-columns[0][1][kind], kind))
    print(f"\n| first reason | {' | '.join(names)} |\n|---|{'---|' * len(names)}")
    for kind in kinds:
        print(f"| {kind} | {' | '.join(str(reasons[kind]) for _, reasons in columns)} |")


def main():
    match sys.argv[1:]:
        case ["fetch", directory]:
            fetch(pathlib.Path(directory))
        case ["prepare", directory, *only]:
            prepare(pathlib.Path(directory).resolve(), only)
        case ["run", directory, polycc, name, share, *options]:
            run(pathlib.Path(directory).resolve(), polycc, name, share, options)
        case ["table", directory, *names] if names:
            table(pathlib.Path(directory).resolve(), names)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
