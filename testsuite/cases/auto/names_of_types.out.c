// polycc: --inline never
// expect: scalarized t
// expect: kept line
/* Names for pointers and for arrays: what a declaration doesn't say itself it goes on not to say. */
#include "bits.h"

#define N 40

typedef double *vector;
typedef double line_of_pixels[4];
typedef double *const fixed_vector;

static void blocks(int n, const double *restrict x, double *restrict y)
{
    /* polycc: t[i] -> t[i % 513]; 513 cells instead of n */
    vector t = malloc(sizeof(double[513]));
    for (long t1 = 0; t1 < (long)n; t1 += 512) {
        for (int i = t1; i <= (n - 1 < t1 + 511 ? n - 1 : t1 + 511); i++)
            t[i - t1 + 1] = x[i] * 2;
        for (int i = 1 > t1 ? 1 : t1; i <= (n - 1 < t1 + 511 ? n - 1 : t1 + 511); i++)
            y[i] += t[i - t1 + 1] - t[i - t1];
        t[0] = t[512];
    }
    free(t);
}

static void never_set_again(int n, const double *restrict x, double *restrict y)
{
    /* polycc: t[i] -> t[0]; 1 cell instead of n */
    fixed_vector t = malloc(sizeof(double));
    for (int i = 0; i < n; i++) {
        t[0] = x[i] * 2;
        y[i] += t[0] + 1;
    }
    free(t);
}

static void rows(int n, const double *restrict x, double *restrict y)
{
    line_of_pixels *line = malloc(n * sizeof *line);
    for (int i = 0; i < n; i++)
        line[i][1] = x[i] * 2;
    for (int i = 0; i < n; i++)
        y[i] += line[i][1] + 1;
    free(line);
}

static void in_a_region(int n, const double *restrict x, double *restrict y)
{
    for (int k = 0; k < 3; k++) {
        line_of_pixels line;
        for (int i = 0; i < 4; i++)
            line[i] = x[i + k];
        for (int i = 0; i < 4; i++)
            y[i + k] += line[i] * n;
    }
}

int main(void)
{
    double x[N], y[N];
    for (int i = 0; i < N; i++)
        x[i] = y[i] = i * 0.25;
    blocks(N, x, y);
    never_set_again(N, x, y);
    rows(N, x, y);
    in_a_region(N, x, y);
    show("y", y, N, sizeof *y);
    return 0;
}
