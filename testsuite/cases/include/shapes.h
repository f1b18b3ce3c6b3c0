/* What a project's own header looks like: macros for bounds, loops and accesses, helpers. */
#ifndef SHAPES_H
#define SHAPES_H

#define BORDER 1
#define INNER(n) ((n) - BORDER)
#define FOR_INNER(var, n) for (int var = BORDER; var < INNER(n); var++)
#define SQUARE(x) ((x) * (x))
#define STORE(array, i, j, value) array[i][j] = (value)

typedef double sample_t;

static inline sample_t midpoint(sample_t a, sample_t b)
{
    return 0.5 * (a + b);
}

static inline __attribute__((const)) sample_t soften(sample_t x)
{
    return x / (1.0 + SQUARE(x));
}

#endif
