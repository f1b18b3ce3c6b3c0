/* What the programs in these folders share: sizes from the command line, data made by a formula, the bits of results. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline int size(int argc, char **argv, int which)
{
    return argc > which ? atoi(argv[which]) : 16;
}

static inline uint32_t next(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Numbers from 0 to 1. */
static inline void *floats(size_t count, uint32_t seed)
{
    float *data = malloc((count + 1) * sizeof *data);
    for (size_t i = 0; i < count; i++)
        data[i] = next(&seed) / 16777216.0f;
    return data;
}

static inline void *doubles(size_t count, uint32_t seed)
{
    double *data = malloc((count + 1) * sizeof *data);
    for (size_t i = 0; i < count; i++)
        data[i] = next(&seed) / 16777216.0;
    return data;
}

/* Numbers from 0 to below `limit`. */
static inline void *ints(size_t count, uint32_t seed, uint32_t limit)
{
    int *data = malloc((count + 1) * sizeof *data);
    for (size_t i = 0; i < count; i++)
        data[i] = (int)(next(&seed) % limit);
    return data;
}

static inline void *bytes(size_t count, uint32_t seed)
{
    unsigned char *data = malloc(count + 1);
    for (size_t i = 0; i < count; i++)
        data[i] = (unsigned char)(next(&seed) >> 8);
    return data;
}

static inline void *shorts(size_t count, uint32_t seed)
{
    int16_t *data = malloc((count + 1) * sizeof *data);
    for (size_t i = 0; i < count; i++)
        data[i] = (int16_t)(next(&seed) >> 8);
    return data;
}

/* Prints a checksum of the bits. */
static inline void show(const char *name, const void *data, size_t size)
{
    uint64_t sum = 14695981039346656037u;
    const unsigned char *byte = data;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ byte[i]) * 1099511628211u;
    printf("%s %016llx\n", name, (unsigned long long)sum);
}
