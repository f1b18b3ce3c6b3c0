/* Stages over elements, each with OpenMP's pragma: one loop over chunks, in which arrays are variables, or a few elements. */
#include "bits.h"

static void chain(int n, int turn)
{
    /* polycc: each thread has its own x */
    /* polycc: each thread has its own t */
    /* polycc: each thread has its own u */
    float *x = malloc(sizeof *x), *t = malloc(sizeof *t), *u = malloc(sizeof *u);
    float *y = malloc(n * sizeof *y);

    if (!x || !t || !u || !y)
        return;
    #pragma omp parallel for if(n > 9000)
    for (int chunk = 0; chunk < n; chunk += 1024) {
        /* polycc: x[i] -> x; 1 cell instead of n */
        float x = 0;
        /* polycc: t[i] -> t; 1 cell instead of n */
        float t = 0;
        /* polycc: u[i] -> u; 1 cell instead of n */
        float u = 0;
        for (int i = chunk; i < n && i < chunk + 1024; i++) {
            x = (float)((i + turn) % 97);
            t = x * 0.5f;
            u = t * t - x;
            y[i] = u + x;
        }
    }
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
