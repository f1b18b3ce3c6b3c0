/* What `--transfer-prefix guard_` calls, in a program that watches over two memory spaces.

   Every block from calloc belongs to the program. Between guard_begin and guard_end, while an isolated statement
   runs, all these blocks hold garbage: what is read there shows in the program's output, what is written there ends
   the program. Blocks from guard_allocate hold garbage until something is copied in, and again before they are
   released. What is copied is counted. */
#ifndef GUARD_H
#define GUARD_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct guard_block {
    unsigned char *memory, *kept;
    size_t bytes;
};

static struct guard_block guard_blocks[1024];
static int guard_count, guard_inside;
static unsigned long guard_loads, guard_stores, guard_loaded, guard_stored, guard_statements;

static inline void guard_fail(const char *what)
{
    fprintf(stderr, "guard: %s\n", what);
    fflush(stdout);
    _Exit(9);
}

static inline void guard_report(void)
{
    fprintf(stderr, "guard: %lu statements, %lu loads of %lu bytes, %lu stores of %lu bytes\n", guard_statements,
            guard_loads, guard_loaded, guard_stores, guard_stored);
}

static inline void *guard_calloc(size_t count, size_t bytes)
{
    void *memory = calloc(count, bytes);
    static int reports;
    if (!reports++)
        atexit(guard_report);
    if (memory == NULL || guard_count == 1024)
        guard_fail("too many blocks");
    guard_blocks[guard_count++] = (struct guard_block){memory, malloc(count * bytes + 1), count * bytes};
    return memory;
}

static inline void guard_free_block(void *memory)
{
    for (int b = 0; b < guard_count; b++)
        if (guard_blocks[b].memory == memory) {
            free(guard_blocks[b].kept);
            guard_blocks[b] = guard_blocks[--guard_count];
            break;
        }
    free(memory);
}

static inline unsigned char guard_garbage(size_t at)
{
    return (unsigned char)(0x6b + 37 * at);
}

static inline void guard_begin(void)
{
    if (guard_inside++)
        guard_fail("a statement begins inside another");
    guard_statements++;
    for (int b = 0; b < guard_count; b++) {
        memcpy(guard_blocks[b].kept, guard_blocks[b].memory, guard_blocks[b].bytes);
        for (size_t at = 0; at < guard_blocks[b].bytes; at++)
            guard_blocks[b].memory[at] = guard_garbage(at);
    }
}

static inline void guard_end(void)
{
    if (--guard_inside)
        guard_fail("a statement ends that has not begun");
    for (int b = 0; b < guard_count; b++) {
        for (size_t at = 0; at < guard_blocks[b].bytes; at++)
            if (guard_blocks[b].memory[at] != guard_garbage(at))
                guard_fail("an isolated statement has written to the program's memory");
        memcpy(guard_blocks[b].memory, guard_blocks[b].kept, guard_blocks[b].bytes);
    }
}

/* Transfers are done when they return. */
static inline void guard_wait(void)
{
}

struct guard_header {
    size_t bytes, padding;
};

static inline void *guard_allocate(size_t bytes)
{
    struct guard_header *header = malloc(sizeof *header + bytes);
    if (header == NULL)
        guard_fail("out of memory");
    header->bytes = bytes;
    memset(header + 1, 0xa5, bytes);
    return header + 1;
}

static inline void guard_free(void *local)
{
    struct guard_header *header = (struct guard_header *)local - 1;
    memset(local, 0x5a, header->bytes);
    free(header);
}

static inline void guard_load(void *local, const void *original, size_t bytes)
{
    if (guard_inside)
        guard_fail("a load while the statement runs");
    guard_loads++;
    guard_loaded += bytes;
    memcpy(local, original, bytes);
}

static inline void guard_store(void *original, const void *local, size_t bytes)
{
    if (guard_inside)
        guard_fail("a store while the statement runs");
    guard_stores++;
    guard_stored += bytes;
    memcpy(original, local, bytes);
}

#define calloc guard_calloc
#define free guard_free_block

#endif
