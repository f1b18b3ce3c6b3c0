/* What `--transfer-prefix deferred_` calls with `--transfer-overlap`: transfers that are as late as they may be. A load or a
   store only takes note; deferred_wait carries out what was noted, stores with what the buffer holds by then. Meanwhile the
   memory that a load goes to holds garbage, again and again. So a wait that is missing shows, and memory that is reused too early. */
#ifndef DEFERRED_H
#define DEFERRED_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct deferred_transfer { char *to; const char *from; size_t bytes; int loads; } deferred_list[256];
static int deferred_count;
static unsigned long deferred_meanwhile;

static inline void deferred_fail(const char *what)
{
    fprintf(stderr, "deferred: %s\n", what);
    fflush(stdout);
    _Exit(9);
}

static inline void deferred_report(void)
{
    fprintf(stderr, "deferred: %lu transfers ran meanwhile\n", deferred_meanwhile);
}

static inline void deferred_note(void *to, const void *from, size_t bytes, int loads)
{
    static int reports;
    if (!reports++)
        atexit(deferred_report);
    if (deferred_count == 256)
        deferred_fail("too many transfers");
    deferred_list[deferred_count++] = (struct deferred_transfer){to, from, bytes, loads};
    if (loads)
        memset(to, 0x3c, bytes);
}

static inline void deferred_load(void *local, const void *original, size_t bytes)
{
    deferred_note(local, original, bytes, 1);
}

static inline void deferred_store(void *original, const void *local, size_t bytes)
{
    deferred_note(original, local, bytes, 0);
}

/* In reverse: nothing may depend on the order. */
static inline void deferred_wait(void)
{
    while (deferred_count > 0) {
        struct deferred_transfer *it = &deferred_list[--deferred_count];
        memcpy(it->to, it->from, it->bytes);
    }
}

static inline void deferred_begin(void)
{
    deferred_meanwhile += (unsigned long)deferred_count;
    for (int t = 0; t < deferred_count; t++)
        if (deferred_list[t].loads)
            memset(deferred_list[t].to, 0xc3, deferred_list[t].bytes);
}

static inline void deferred_end(void)
{
}

static inline void *deferred_allocate(size_t bytes)
{
    return malloc(bytes);
}

static inline void deferred_free(void *local)
{
    if (deferred_count)
        deferred_fail("memory is released while transfers run");
    memset(local, 0x5a, 1);
    free(local);
}

#endif
