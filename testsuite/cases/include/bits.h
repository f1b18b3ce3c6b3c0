/* Deterministic input, and output in which every bit shows. */
#ifndef BITS_H
#define BITS_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A block of `count` elements; never NULL, so that a count of 0 can be passed on. */
static inline void *block(long count, size_t width)
{
    void *memory = calloc((size_t)(count > 0 ? count : 1), width);
    if (memory == NULL) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

static inline uint32_t next_random(uint32_t *state)
{
    *state = *state * UINT32_C(1664525) + UINT32_C(1013904223);
    return *state >> 9; /* 23 bits */
}

/* Numbers in [-1, 1). */
static inline double *data_f64(long count, uint32_t seed)
{
    double *values = block(count, sizeof *values);
    for (long k = 0; k < count; k++)
        values[k] = (double)next_random(&seed) / 4194304.0 - 1.0;
    return values;
}

static inline float *data_f32(long count, uint32_t seed)
{
    float *values = block(count, sizeof *values);
    for (long k = 0; k < count; k++)
        values[k] = (float)next_random(&seed) / 4194304.0f - 1.0f;
    return values;
}

/* Integers in [0, limit). */
static inline int *data_i32(long count, uint32_t seed, int limit)
{
    int *values = block(count, sizeof *values);
    for (long k = 0; k < count; k++)
        values[k] = (int)(next_random(&seed) % (uint32_t)limit);
    return values;
}

static inline int16_t *data_i16(long count, uint32_t seed, int limit)
{
    int16_t *values = block(count, sizeof *values);
    for (long k = 0; k < count; k++)
        values[k] = (int16_t)(next_random(&seed) % (uint32_t)limit);
    return values;
}

static inline uint8_t *data_u8(long count, uint32_t seed, int limit)
{
    uint8_t *values = block(count, sizeof *values);
    for (long k = 0; k < count; k++)
        values[k] = (uint8_t)(next_random(&seed) % (uint32_t)limit);
    return values;
}

/* Prints `count` elements of `width` bytes, each as the integer that has its bits. */
static inline void show(const char *name, const void *values, long count, size_t width)
{
    printf("%s %ld:", name, count);
    for (long k = 0; k < count; k++) {
        uint64_t bits = 0;
        memcpy(&bits, (const unsigned char *)values + (size_t)k * width, width);
        printf(" %" PRIx64, bits);
    }
    putchar('\n');
}

#endif
