// polycc: --optimize speed
// expect: scalarized t
// expect: scalarized lost
/* Blocks that functions of the file make for their callers are apart from all others; those that somebody else knows aren't. Blocks that
   nobody frees, as programs leave them to their end. */
#include "bits.h"

#define N 3000

static double *made(int n, unsigned seed)
{
    double *p = NULL;
    p = malloc(sizeof(double) * (n + 1));
    if (!p)
        exit(1);
    memset(p, 0, sizeof(double) * (n + 1));
    for (int i = 0; i < n; i++)
        p[i] = (double)(seed = seed * 1664525u + 1013904223u);
    return p;
}

static void *other(int n)
{
    return made(n, 5);
}

static double *last;

/* whoever calls it later gets the same block */
static double *known(int n)
{
    double *p = malloc(sizeof(double) * (n + 1));
    if (!p)
        exit(1);
    if (last) {
        free(p);
        return last;
    }
    for (int i = 0; i < n; i++)
        p[i] = i;
    last = p;
    return p;
}

int main(void)
{
    double *in = made(N, 1), *out = other(N), *t = malloc(sizeof(double) * N);
    for (int i = 0; i < N; i++)
        t[i] = in[i] * 2;
    for (int i = 0; i < N; i++)
        out[i] = t[i] * t[i] - 1;
    free(t);
    show("out", out, N, sizeof *out);

    /* one block by two names: the second loop must not begin before the first is done */
    double *a = known(N), *b = known(N), *u = malloc(sizeof(double) * N);
    for (int i = 0; i < N; i++)
        u[i] = a[N - 1 - i] + 1;
    for (int i = 0; i < N; i++)
        b[i] = u[i] * 3;
    free(u);
    show("b", b, N, sizeof *b);

    double *lost = malloc(sizeof(double) * N);
    for (int i = 0; i < N; i++)
        lost[i] = in[i] + 1;
    for (int i = 0; i < N; i++)
        out[i] = lost[i] * lost[i];
    show("out", out, N, sizeof *out);
    free(in);
    free(out);
    free(a);
    fflush(stdout);
    _Exit(0);
}
