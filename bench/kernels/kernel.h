/* What the kernels here share: data by formulas, the time of the kernel alone, and the bits of its results. */
#include "../ordinary/program.h"
#include <time.h>

/* A size from the command line, or the usual one. */
static inline int size_or(int usual, int argc, char **argv, int which)
{
    return argc > which ? atoi(argv[which]) : usual;
}

static inline double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + 1e-9 * time.tv_nsec;
}

/* Seconds go to stderr, so that stdout is the same in all runs. */
static inline void spent_since(double start)
{
    fprintf(stderr, "%.6f\n", now() - start);
}

/* Numbers from 0 to 1, and `excess` more on the diagonal: a matrix that can be factored without looking for pivots. */
static inline void *dominant(size_t n, uint32_t seed, double excess)
{
    double *data = doubles(n * n, seed);
    for (size_t i = 0; i < n; i++)
        data[i * n + i] += excess;
    return data;
}

static inline void show_doubles(const char *name, const void *data, size_t count)
{
    const double *value = data;
    show(name, data, count * sizeof *value);
    printf("%.17g %.17g %.17g\n", value[0], value[count / 2], value[count - 1]);
}

static inline void show_floats(const char *name, const void *data, size_t count)
{
    const float *value = data;
    show(name, data, count * sizeof *value);
    printf("%.9g %.9g %.9g\n", value[0], value[count / 2], value[count - 1]);
}

static inline void show_ints(const char *name, const void *data, size_t count)
{
    const int *value = data;
    show(name, data, count * sizeof *value);
    printf("%d %d %d\n", value[0], value[count / 2], value[count - 1]);
}
