/*
 * The program around the drivers of functions.
 *
 *     program RESULTS measure FUNCTION SEED INTEGERS SIZE… BLOCKS
 *     program RESULTS run     FUNCTION SEED INTEGERS SIZE… BLOCKS CELLS… [RECORD]
 *
 * A block is what a pointer leads to; it ends where memory ends that may be touched. `measure` finds how many cells each needs: a run
 * that touches memory behind a block is repeated with a larger one, and then with smaller ones. Each run is a process of its own.
 * `run` writes one line for each record, which is anything that the function might have changed: name, cells, and a hash of
 * these; or else the cells of one record.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined __SANITIZE_ADDRESS__
#define HAS_SANITIZER 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif
#ifndef HAS_SANITIZER
#define HAS_SANITIZER 0
#endif

enum { MOST_NUMBERS = 256, MOST_BLOCKS = 4096, SECONDS = 4, ALL_SECONDS = 15, ALIGNMENT = 16, LEFT_BLOCK = 97 };
/* the largest block, and the memory in front of each and behind it that nobody may touch */
static const size_t MOST_BYTES = (size_t)32 << 20, IN_FRONT = (size_t)1 << 24, RESERVED = (size_t)1 << 28;
/* blocks of more bytes may have up to twice the cells that are needed */
static const size_t EXACT_BYTES = (size_t)1 << 20;

extern void (*const polycc_drivers[])(void);

long polycc_sizes[MOST_NUMBERS], polycc_cells[MOST_NUMBERS];
unsigned long polycc_bytes[MOST_NUMBERS];
/* what pointers lead to while only types are asked for */
_Alignas(64) char polycc_nowhere[4096];
static unsigned long seed;
static const char *results;

static struct block {
    char *reserved, *start;
    size_t cell_bytes;
    int number;
} blocks[MOST_BLOCKS];
static int block_count;

static struct record {
    char name[64];
    char *at;
    size_t bytes, size;
    int kind;
    /* whether there may be cells that nobody wrote */
    int is_new;
} *records;
static size_t record_count;

/* what the function obtained, as far as the linker lets us know (`--wrap`) */
static struct obtained {
    char *start;
    size_t bytes;
} obtained[MOST_BLOCKS];
static int obtained_count;
/* what is in it before anybody writes there: something else in each way to compile */
static const unsigned char UNWRITTEN = HAS_SANITIZER ? 0xb3 : 0x6d;

extern void *__real_malloc(size_t bytes) __attribute__((weak));
extern void *__real_calloc(size_t count, size_t bytes) __attribute__((weak));
extern void *__real_realloc(void *known, size_t bytes) __attribute__((weak));
extern void *__real_aligned_alloc(size_t alignment, size_t bytes) __attribute__((weak));
extern int __real_posix_memalign(void **to, size_t alignment, size_t bytes) __attribute__((weak));
extern void __real_free(void *known) __attribute__((weak));

static size_t forget(void *start)
{
    for (int i = 0; start && i < obtained_count; i++)
        if (obtained[i].start == start) {
            size_t bytes = obtained[i].bytes;
            obtained[i] = obtained[--obtained_count];
            return bytes;
        }
    return 0;
}

static void *noted(void *start, size_t bytes, size_t written)
{
    if (start && obtained_count < MOST_BLOCKS)
        obtained[obtained_count++] = (struct obtained){start, bytes};
    if (start && written < bytes)
        memset((char *)start + written, UNWRITTEN, bytes - written);
    return start;
}

void *__wrap_malloc(size_t bytes)
{
    return noted(__real_malloc(bytes), bytes, 0);
}

void *__wrap_calloc(size_t count, size_t bytes)
{
    return noted(__real_calloc(count, bytes), count * bytes, count * bytes);
}

void *__wrap_realloc(void *known, size_t bytes)
{
    size_t before = forget(known);
    void *start = __real_realloc(known, bytes);
    return noted(start ? start : known, start ? bytes : before, before) ? start : NULL;
}

void *__wrap_aligned_alloc(size_t alignment, size_t bytes)
{
    return noted(__real_aligned_alloc(alignment, bytes), bytes, 0);
}

int __wrap_posix_memalign(void **to, size_t alignment, size_t bytes)
{
    int problem = __real_posix_memalign(to, alignment, bytes);
    if (!problem)
        noted(*to, bytes, 0);
    return problem;
}

void __wrap_free(void *known)
{
    forget(known);
    __real_free(known);
}

/* how a run ended, for the process that waits for it */
enum ending { UNKNOWN, DONE, BEYOND, IN_FRONT_OF, TOO_MANY, LEADS_ANYWHERE };
struct outcome {
    enum ending ending;
    int number;
    long cells;
    /* of each block, those of a cell */
    size_t cell_bytes[MOST_NUMBERS];
};
static struct outcome *outcome;

static void fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    _exit(98);
}

/* Vigna's splitmix64 */
static uint64_t drawn(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static uint64_t drawn_for(uint64_t record, uint64_t cell)
{
    return drawn(drawn(drawn(seed) + record) + cell);
}

/* Halves, quarters and so on are in it, and in two of three seeds what is negative. */
static double floating(uint64_t random)
{
    long number = (long)(random % 2001);
    return (seed % 3 == 2 ? number + 1 : number - 1000) / 64.0;
}

/* Integers may be subscripts: in one of two seeds they are small, else what fits in a byte. */
static long integer(uint64_t random, int is_signed)
{
    if (seed % 2 == 0)
        return (long)(random % 7);
    return is_signed ? (long)(random % 128) - 32 : (long)(random % 256);
}

double polycc_number(int number)
{
    return floating(drawn_for(1u << 20, (uint64_t)number));
}

void polycc_set_integer(void *at, unsigned long size, long value)
{
    signed char c = (signed char)value;
    short s = (short)value;
    int i = (int)value;
    __extension__ __int128 wide = value;
    switch (size) {
    case sizeof c: memcpy(at, &c, size); break;
    case sizeof s: memcpy(at, &s, size); break;
    case sizeof i: memcpy(at, &i, size); break;
    case sizeof value: memcpy(at, &value, size); break;
    case sizeof wide: memcpy(at, &wide, size); break;
    default: memset(at, 0, size);
    }
}

void polycc_set_pointer(void *at, void *to)
{
    memcpy(at, &to, sizeof to);
}

static void set_floating(char *at, size_t size, double value)
{
    float f = (float)value;
    long double l = value;
    switch (size) {
    case sizeof f: memcpy(at, &f, size); break;
    case sizeof value: memcpy(at, &value, size); break;
    case sizeof l: memcpy(at, &l, size); break;
    default: memset(at, 0, size);
    }
}

void polycc_watch(const char *name, void *at, unsigned long bytes, unsigned long size, int kind)
{
    if ((record_count & (record_count - 1)) == 0) {
        records = realloc(records, (record_count ? 2 * record_count : 1) * sizeof *records);
        if (!records)
            fail("no memory");
    }
    struct record *record = &records[record_count++];
    memset(record, 0, sizeof *record);
    strncpy(record->name, name, sizeof record->name - 1);
    record->at = at;
    record->bytes = bytes;
    record->size = size;
    record->kind = kind;
    if (kind == 'c') {
        record->size = size / 2;
        record->kind = 'f';
    }
}

void polycc_fill(const char *name, void *at, unsigned long bytes, unsigned long size, int kind)
{
    polycc_watch(name, at, bytes, size, kind);
    struct record *record = &records[record_count - 1];
    for (size_t cell = 0; cell < bytes / record->size; cell++) {
        char *place = record->at + cell * record->size;
        uint64_t random = drawn_for(record_count, cell);
        if (record->kind == 'f')
            set_floating(place, record->size, floating(random));
        else
            polycc_set_integer(place, record->size, kind == 'b' ? (long)(random & 1) : integer(random, kind == 'i'));
    }
}

void *polycc_block(int number, unsigned long bytes)
{
    size_t size = (size_t)polycc_cells[number] * bytes;
    if (block_count == MOST_BLOCKS) {
        outcome->ending = TOO_MANY;
        _exit(0);
    }
    struct block *block = &blocks[block_count++];
    block->number = number;
    block->cell_bytes = outcome->cell_bytes[number] = bytes;
    if (HAS_SANITIZER) {
        block->start = calloc(size ? size : ALIGNMENT, 1);
        if (!block->start)
            fail("no memory");
        block->start += size ? 0 : ALIGNMENT;
        return block->start;
    }
    int flags = MAP_PRIVATE | MAP_ANONYMOUS;
#ifdef MAP_NORESERVE
    flags |= MAP_NORESERVE;
#endif
    size_t page = (size_t)sysconf(_SC_PAGESIZE), usable = (size + page - 1) / page * page;
    block->reserved = mmap(NULL, RESERVED, PROT_NONE, flags, -1, 0);
    if (block->reserved == MAP_FAILED || mprotect(block->reserved + IN_FRONT, usable, PROT_READ | PROT_WRITE))
        fail("no memory");
    block->start = block->reserved + IN_FRONT + usable - size;
    return block->start;
}

/* Has what a pointer leads to compared that the function has set: to memory it got, which then is compared, or to a block. */
void polycc_look(const char *name, void *to, unsigned long size, int kind, int is_result)
{
    char *at = to;
    static long places[MOST_BLOCKS];
    static int count;
    if (count == MOST_BLOCKS)
        return;
    long *place = &places[count++];
    *place = to ? -1 : 0;
    polycc_watch(name, place, sizeof *place, sizeof *place, 'i');
    for (int i = 0; at && i < block_count; i++) {
        struct block *block = &blocks[i];
        char *end = block->start + (size_t)polycc_cells[block->number] * block->cell_bytes;
        if (block->start <= at && at <= end) {
            *place = ((long)i + 1) << 40 | (long)(at - block->start);
            return;
        }
    }
    for (int i = 0; at && i < obtained_count; i++)
        if (obtained[i].start <= at && at < obtained[i].start + obtained[i].bytes) {
            polycc_watch(name, to, obtained[i].bytes - (size_t)(at - obtained[i].start), size, kind);
            records[record_count - 1].is_new = 1;
            return;
        }
    if (to && is_result) {
        outcome->ending = LEADS_ANYWHERE;
        _exit(0);
    }
}

/* Says which block the program left, and ends it. */
static void on_fault(int signal_number, siginfo_t *info, void *context)
{
    (void)context;
    char *at = info->si_addr;
    for (int i = 0; i < block_count; i++) {
        struct block *block = &blocks[i];
        if (block->reserved <= at && at < block->reserved + RESERVED) {
            outcome->ending = at < block->start ? IN_FRONT_OF : BEYOND;
            outcome->number = block->number;
            outcome->cells = at < block->start ? 0 : (long)((size_t)(at - block->start) / block->cell_bytes) + 1;
            _exit(LEFT_BLOCK);
        }
    }
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void watch_faults(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
}

static void limit_time(void)
{
    struct rlimit limit = {SECONDS, SECONDS + 1};
    setrlimit(RLIMIT_CPU, &limit);
    alarm(4 * SECONDS);
}

/* Whether all runs together took too long. */
static int is_late(void)
{
    struct rusage used;
    return getrusage(RUSAGE_CHILDREN, &used) == 0 && used.ru_utime.tv_sec + used.ru_stime.tv_sec >= ALL_SECONDS;
}

/* Runs the driver in a process of its own, the output of which nobody sees; gives its status. */
static int attempt(int function)
{
    outcome->ending = UNKNOWN;
    pid_t child = fork();
    if (child < 0)
        fail("no process");
    if (child == 0) {
        limit_time();
        watch_faults();
        if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
            _exit(98);
        polycc_drivers[function]();
        outcome->ending = DONE;
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status;
}

static const char *why_not(int status)
{
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGKILL
            ? "takes too long" : "crashes";
    switch (outcome->ending) {
    case IN_FRONT_OF: return "touches memory in front of an argument";
    case TOO_MANY: return "needs too many blocks";
    case LEADS_ANYWHERE: return "returns a pointer to memory of unknown size";
    default: return "doesn't return";
    }
}

/* Finds the fewest cells of all blocks. */
static const char *measured(int function, int block_numbers)
{
    long too_few[MOST_NUMBERS];
    for (int i = 0; i < block_numbers; i++)
        polycc_cells[i] = 0, too_few[i] = -1;
    for (;;) {
        int status = attempt(function);
        if (outcome->ending == DONE)
            break;
        if (outcome->ending != BEYOND)
            return why_not(status);
        int number = outcome->number;
        long known = polycc_cells[number];
        too_few[number] = outcome->cells - 1 > known ? outcome->cells - 1 : known;
        polycc_cells[number] = outcome->cells > 2 * known ? outcome->cells : 2 * known;
        if (is_late())
            return "takes too long";
        if ((size_t)polycc_cells[number] * outcome->cell_bytes[number] > MOST_BYTES || polycc_cells[number] < 0)
            return "needs too much memory";
    }
    for (int i = 0; i < block_numbers; i++) {
        long enough = polycc_cells[i];
        if ((size_t)enough * outcome->cell_bytes[i] > EXACT_BYTES)
            continue;
        while (enough - too_few[i] > 1 && !is_late()) {
            long middle = too_few[i] + (enough - too_few[i]) / 2;
            polycc_cells[i] = middle;
            attempt(function);
            if (outcome->ending == DONE)
                enough = middle;
            else if (outcome->ending == BEYOND && outcome->number == i && outcome->cells <= enough)
                too_few[i] = outcome->cells - 1;
            else
                too_few[i] = middle;
        }
        polycc_cells[i] = enough;
    }
    return NULL;
}

/* The bits of a number as far as they mean anything: one of all that are none. */
static uint64_t bits(const struct record *record, size_t cell, char shown[static 64])
{
    const char *at = record->at + cell * record->size;
    size_t unwritten = 0;
    while (record->is_new && unwritten < record->size && (unsigned char)at[unwritten] == UNWRITTEN)
        unwritten++;
    if (record->is_new && unwritten == record->size) {
        strcpy(shown, "unwritten");
        return 2;
    }
    if (record->kind == 'f' && (record->size == 4 || record->size == 8)) {
        float f;
        double value;
        uint64_t bits = 0;
        if (record->size == 4)
            memcpy(&f, at, sizeof f), value = f;
        else
            memcpy(&value, at, sizeof value);
        snprintf(shown, 64, "%.17g", value);
        memcpy(&bits, at, record->size);
        return value == value ? bits : 1;
    }
    if (record->kind == 'f' && record->size == sizeof(long double)) {
        long double value;
        memcpy(&value, at, sizeof value);
        snprintf(shown, 64, "%.21Lg", value);
        uint64_t hash = 0;
        for (char *next = shown; *next; next++)
            hash = drawn(hash + (unsigned char)*next);
        return value == value ? hash : 1;
    }
    uint64_t low = 0, high = 0;
    memcpy(&low, at, record->size < 8 ? record->size : 8);
    if (record->size > 8)
        memcpy(&high, at + 8, record->size - 8 < 8 ? record->size - 8 : 8);
    if (record->kind == 'u' || record->kind == 'b' || record->size > 8)
        snprintf(shown, 64, "%llu", (unsigned long long)low);
    else
        snprintf(shown, 64, "%lld", record->size == 8 ? (long long)low
            : (long long)(low << (64 - 8 * record->size)) >> (64 - 8 * record->size));
    return drawn(high) ^ low;
}

static void write_record(FILE *file, const struct record *record, int in_full)
{
    char shown[64] = "";
    size_t cells = record->bytes / record->size;
    uint64_t hash = 0;
    for (size_t cell = 0; cell < cells; cell++) {
        uint64_t own = bits(record, cell, shown);
        hash = drawn(hash + own);
        if (in_full)
            fprintf(file, "%016llx %s\n", (unsigned long long)own, shown);
    }
    if (!in_full)
        fprintf(file, "%s\t%zu\t%016llx\n", record->name, cells, (unsigned long long)hash);
}

/* What is written: nothing, or one record, or a line for each. */
enum { NOTHING = -2, ALL = -1 };
static long wanted = NOTHING;

/* Stands at the end of each driver, whose variables are among the records. */
void polycc_end(void)
{
    if (wanted == NOTHING)
        return;
    FILE *file = fopen(results, "w");
    if (!file)
        fail("no results");
    for (size_t i = 0; i < record_count; i++)
        if (wanted == ALL || (size_t)wanted == i)
            write_record(file, &records[i], wanted != ALL);
    fprintf(file, "end\n");
    fclose(file);
}

static void write_outcome(const char *problem, int block_numbers)
{
    FILE *file = fopen(results, "w");
    if (!file)
        fail("no results");
    if (problem)
        fprintf(file, "problem\t%s\n", problem);
    for (int i = 0; !problem && i < block_numbers; i++)
        fprintf(file, "%ld\t%zu\n", polycc_cells[i], outcome->cell_bytes[i]);
    fclose(file);
}

static long next(char ***words)
{
    char *word = **words ? *(*words)++ : NULL;
    if (!word)
        fail("words are missing");
    return strtol(word, NULL, 10);
}

/* Leaks are the program's own. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}

int main(int argc, char **argv)
{
    if (argc < 4)
        fail("words are missing");
    char **words = argv + 3;
    results = argv[1];
    outcome = mmap(NULL, sizeof *outcome, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (outcome == MAP_FAILED)
        fail("no memory");
    int function = (int)next(&words);
    seed = (unsigned long)next(&words);
    for (long i = 0, count = next(&words); i < count && i < MOST_NUMBERS; i++)
        polycc_sizes[i] = next(&words);
    int block_numbers = (int)next(&words);
    if (strcmp(argv[2], "measure") == 0) {
        const char *problem = measured(function, block_numbers);
        write_outcome(problem, block_numbers);
        return 0;
    }
    for (int i = 0; i < block_numbers; i++)
        polycc_cells[i] = next(&words);
    wanted = *words ? next(&words) : ALL;
    limit_time();
    if (!HAS_SANITIZER)
        watch_faults();
    polycc_drivers[function]();
    return 0;
}
