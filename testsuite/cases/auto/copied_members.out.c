// polycc: --optimize speed
// expect: scalarized t
/* Pointers in structures that hold blocks of their own, until somebody copies one without the structure: then the
   loops that write by the copy must not begin before those that read by the first are done. */
#include "bits.h"

#define N 3000

typedef struct {
    double *cells;
    int length;
} series;

static double *made(int n, unsigned seed)
{
    double *p = malloc(sizeof(double) * n);
    if (!p)
        exit(1);
    for (int i = 0; i < n; i++)
        p[i] = (double)(seed = seed * 1664525u + 1013904223u);
    return p;
}

int main(void)
{
    series in = {made(N, 1), N}, out = {made(N, 2), N};
    /* polycc: t[i] -> t; 1 cell instead of N */
    double t = 0;
    for (int i = 0; i < N; i++) {
        t = in.cells[i] * 2;
        out.cells[i] = t * t - 1;
    }
    show("out", out.cells, N, sizeof *out.cells);

    /* one block by two names */
    series a = {made(N, 3), N}, b;
    b.cells = a.cells;
    double *u = malloc(sizeof(double) * N);
    for (int i = 0; i < N; i++)
        u[i] = a.cells[N - 1 - i] + 1;
    for (int i = 0; i < N; i++)
        b.cells[i] = u[i] * 3;
    free(u);
    show("b", b.cells, N, sizeof *b.cells);

    /* and by a list */
    series c = {made(N, 4), N}, d = {c.cells, N};
    double *v = malloc(sizeof(double) * N);
    for (int i = 0; i < N; i++)
        v[i] = c.cells[N - 1 - i] + 1;
    for (int i = 0; i < N; i++)
        d.cells[i] = v[i] * 3;
    free(v);
    show("d", d.cells, N, sizeof *d.cells);

    /* a structure set by what is in itself */
    series e = {e.cells = made(N, 5), N};
    show("e", e.cells, N, sizeof *e.cells);
    free(in.cells);
    free(out.cells);
    free(a.cells);
    free(c.cells);
    free(e.cells);
    return 0;
}
