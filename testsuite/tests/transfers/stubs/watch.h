/* The memory of a device that is none, for stubs of libraries: memory from watch_allocate holds garbage until something is
   copied in. What is copied is counted. */
#ifndef WATCH_H
#define WATCH_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long watch_loads, watch_stores, watch_loaded, watch_stored, watch_statements;

static inline void watch_report(void)
{
    fprintf(stderr, "watch: %lu statements, %lu loads of %lu bytes, %lu stores of %lu bytes\n", watch_statements,
            watch_loads, watch_loaded, watch_stores, watch_stored);
}

static inline void *watch_allocate(size_t bytes)
{
    static int reports;
    if (!reports++)
        atexit(watch_report);
    void *memory = malloc(bytes);
    if (memory != NULL)
        memset(memory, 0xa5, bytes);
    return memory;
}

/* `slices` times `rows` pieces of `bytes`, at distances that differ on both sides. */
static inline void watch_copy(int loads, char *to, size_t to_slice, size_t to_row, const char *from, size_t from_slice,
                              size_t from_row, size_t bytes, size_t rows, size_t slices)
{
    *(loads ? &watch_loads : &watch_stores) += 1;
    *(loads ? &watch_loaded : &watch_stored) += bytes * rows * slices;
    for (size_t slice = 0; slice < slices; slice++)
        for (size_t row = 0; row < rows; row++)
            memcpy(to + slice * to_slice + row * to_row, from + slice * from_slice + row * from_row, bytes);
}

#endif
