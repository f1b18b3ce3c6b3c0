/* Times a pipeline: harness HEIGHT WIDTH RUNS [kept] prints the hash of the output, then for each run the seconds that it
   took and those that it spent on processors. With `kept` memory that is freed stays mapped. */
#define _POSIX_C_SOURCE 200809L
#include "pipeline.h"
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

/* Numbers in [0, 1) that look like noise on a ramp. */
static void fill(float *data, size_t count)
{
    uint32_t state = 1;
    for (size_t i = 0; i < count; i++) {
        state = state * 1664525u + 1013904223u;
        data[i] = 0.5f * (state >> 8) / (1 << 24) + 0.5f * (i % 1021) / 1021;
    }
}

/* FNV-1a, a word at a time. */
static uint64_t hash(const float *data, size_t count)
{
    const uint32_t *words = (const void *)data;
    uint64_t value = 14695981039346656037u;
    for (size_t i = 0; i < count; i++)
        value = (value ^ words[i]) * 1099511628211u;
    return value;
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    int h = atoi(argv[1]), w = atoi(argv[2]), runs = atoi(argv[3]);
    if (argc > 4 && strcmp(argv[4], "kept") == 0) {
        mallopt(M_MMAP_MAX, 0);
        mallopt(M_TRIM_THRESHOLD, -1);
    }
    size_t frame = (size_t)h * w;
    float *in = malloc(frames_read * frame * sizeof *in);
    float *out = calloc(frames_written * frame, sizeof *out);
    if (in == NULL || out == NULL)
        return 1;
    fill(in, frames_read * frame);
    pipeline(h, w, in, out);
    printf("%016llx", (unsigned long long)hash(out, frames_written * frame));
    for (int run = 0; run < runs; run++) {
        double start = seconds(CLOCK_MONOTONIC), busy = seconds(CLOCK_PROCESS_CPUTIME_ID);
        pipeline(h, w, in, out);
        busy = seconds(CLOCK_PROCESS_CPUTIME_ID) - busy;
        printf(" %.6f/%.6f", seconds(CLOCK_MONOTONIC) - start, busy);
    }
    printf("\n");
    free(in);
    free(out);
    return 0;
}
