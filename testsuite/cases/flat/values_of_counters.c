// expect: contracted next
/* Loops over all cells whose counter is a value as well: in rows, `y * w + x` stands for it there, too. */
#include "bits.h"
#define N 90

static double *heat(int n, int steps)
{
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
    double *a = malloc(N * N * sizeof *a), *b = malloc(N * N * sizeof *b), sum = 0;
    for (int i = 0; i < N * N; i++)
        a[i] = in[i % 16] - i;
    for (int y = 1; y < N; y++)
        for (int x = 0; x < N; x++)
            b[y * N + x] = a[y * N + x] - a[(y - 1) * N + x];
    for (int y = 1; y < N; y++)
        for (int x = 0; x < N; x++)
            sum = sum * 0.5 + b[y * N + x];
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
