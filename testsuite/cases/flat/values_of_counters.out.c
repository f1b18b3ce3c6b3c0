// expect: contracted next
/* Loops over all cells whose counter is a value as well: in rows, `y * w + x` stands for it there, too. */
#include "bits.h"
#define N 90

/* polycc: `heat_apart` is `heat` for sizes as they should be, in memory that doesn't overlap */
static double *heat_apart(int n, int steps)
{
    /* polycc: next[i * n + j] -> next[(i % 2) * n + j]; 2 * n cells instead of n * n */
    double *now = malloc(sizeof(double) * n * n), *next = malloc(sizeof(double) * 2 * n), *out = malloc(sizeof(double) * n * n + 1);
    for (int i_0 = 0; i_0 < n; i_0++) {
        double *next_0 = &next[(i_0 % 2) * n];
        for (int i_1 = 0; i_1 < n; i_1++) {
            next_0[i_1] = (i_0 * n + i_1) % 100 + (i_0 * n + i_1) / 7 * 0.5;
            now[i_0 * (long)n + i_1] = next_0[i_1];
        }
    }
    for (int t = 0; t < steps; t++) {
        double *next_0 = &next[n], *next_1 = &next[0];
        for (int y = 1; y < n; y++) {
            if (y < n - 1)
                for (int x = 1; x < n - 1; x++)
                    next_0[x] = 0.25 * (now[(y - 1) * (long)n + x] + now[(y + 1) * (long)n + x] + now[y * (long)n + x - 1] + now[y * (long)n + x + 1]);
            if (y >= 2)
                for (int x = 1; x < n - 1; x++)
                    now[(y - 1) * (long)n + x] = next_1[x];
            double *next_next = next_1;
            next_1 = next_0, next_0 = next_next;
        }
    }
    for (long i_0 = 0; i_0 < n; i_0++)
        for (long i_1 = 0; i_1 < n; i_1++)
            out[i_0 * (long)n + i_1] = now[i_0 * (long)n + i_1] + (double)((long)(((long)i_0) * n + ((long)i_1)));
    free(now);
    free(next);
    return out;
}

static double *heat(int n, int steps)
{
    /* polycc: `heat_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect((long)n >= 3, 1)) {
        return heat_apart(n, steps);
    }
    double *now = malloc(sizeof(double) * n * n), *next = malloc(sizeof(double) * n * n), *out = malloc(sizeof(double) * n * n + 1);
    for (int i = 0; i < n * n; i++)
        now[i] = next[i] = i % 100 + i / 7 * 0.5;
    for (int t = 0; t < steps; t++) {
        for (int y = 1; y < n - 1; y++)
            for (int x = 1; x < n - 1; x++)
                next[y * n + x] = 0.25 * (now[(y - 1) * n + x] + now[(y + 1) * n + x] + now[y * n + x - 1] + now[y * n + x + 1]);
        for (int y = 1; y < n - 1; y++)
            for (int x = 1; x < n - 1; x++)
                now[y * n + x] = next[y * n + x];
    }
    for (long i = 0; i < n * n; i++)
        out[i] = now[i] + (double)i;
    free(now);
    free(next);
    return out;
}

static double fixed(const double *in)
{
    /* polycc: b[90 * i + j] -> b[j]; 90 cells instead of 8100 */
    double *a = malloc(N * N * sizeof *a), *b = malloc(sizeof(double[90])), sum = 0;
    for (int i = 0; i < 8100; i++)
        a[i] = in[i % 16] - i;
    for (int y = 1; y < 90; y++) {
        for (int x = 0; x < 90; x++)
            b[x] = a[90 * y + x] - a[90 * y + x - 90];
        for (int x = 0; x < 90; x++)
            sum = sum * 0.5 + b[x];
    }
    free(a);
    free(b);
    return sum;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 33, 70};
    double *in = data_f64(16, 3), sum = fixed(in);
    show("sum", &sum, 1, sizeof sum);
    for (int s = 0; s < 7; s++)
        for (int steps = 0; steps < 4; steps++) {
            double *out = heat(sizes[s], steps);
            show("out", out, (long)sizes[s] * sizes[s], sizeof *out);
            free(out);
        }
    free(in);
    return 0;
}
