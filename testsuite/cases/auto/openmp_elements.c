/* Stages over elements, each with OpenMP's pragma: one loop over chunks, in which arrays are variables, or a few elements. */
#include "bits.h"

static void chain(int n, int turn)
{
    float *x = malloc(n * sizeof *x), *t = malloc(n * sizeof *t), *u = malloc(n * sizeof *u);
    float *y = malloc(n * sizeof *y);

    if (!x || !t || !u || !y)
        return;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        x[i] = (float)((i + turn) % 97);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        t[i] = x[i] * 0.5f;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        u[i] = t[i] * t[i] - x[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] = u[i] + x[i];
    show("y", y, n, sizeof *y);
    free(x);
    free(t);
    free(u);
    free(y);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 100, 4095, 4096, 4097, 20000};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        chain(sizes[s], (int)s);
    return 0;
}
