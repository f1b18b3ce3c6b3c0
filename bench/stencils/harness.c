/* Times a stencil: harness STEPS N RUNS prints a hash of the state after two calls, then the seconds of each
   further call. */
#define _POSIX_C_SOURCE 200809L
#include "stencil.h"
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

/* Numbers in [1, 2), where no arithmetic of the stencils gets slow or infinite. */
static void fill(double *data, size_t count)
{
    uint32_t state = 1;
    for (size_t i = 0; i < count; i++) {
        state = state * 1664525u + 1013904223u;
        data[i] = 1.0 + (state >> 8) / 16777216.0;
    }
}

/* FNV-1a, a word at a time. */
static uint64_t hash(const double *data, size_t count)
{
    uint64_t value = 14695981039346656037u, word;
    for (size_t i = 0; i < count; i++) {
        memcpy(&word, data + i, sizeof word);
        value = (value ^ word) * 1099511628211u;
    }
    return value;
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    int steps = atoi(argv[1]), n = atoi(argv[2]), runs = atoi(argv[3]);
    /* freed memory stays mapped, so that no run but the first pays for page faults */
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
    double *state = malloc(cells(n) * sizeof *state);
    if (state == NULL)
        return 1;
    fill(state, cells(n));
    stencil(steps, n, state);
    stencil(1, n, state);
    printf("%016llx", (unsigned long long)hash(state, cells(n)));
    for (int run = 0; run < runs; run++) {
        fill(state, cells(n));
        double start = seconds();
        stencil(steps, n, state);
        printf(" %.6f", seconds() - start);
    }
    printf("\n");
    free(state);
    return 0;
}
