// expect: contracted next
// expect: contracted after
// expect: contracted new
// expect: contracted flat
/* Steps that set the sides of a grid in loops which meet at its corners: what the first of two sides writes there is never read, and keeps
   no rows apart. */
#include "bits.h"

#define N 145

/* All four sides in one loop. */
static void square(int steps, int n, double u[restrict n][n], double before[restrict n][n])
{
    /* polycc: next[i][j] -> next[i % 2][j]; 2 * n cells instead of n * n */
    double next[2][n];
    for (int t = 0; t < steps; t++) {
        if (n >= 2)
            for (int i = 0; i < n; i++)
                next[0][i] = 2;
        if (n == 1)
            next[(n - 1) % 2][0] = 3;
        double *next_0 = next[1], *next_1 = next[0];
        for (int i = 1; i <= n; i++) {
            if (i < n - 1)
                for (int j = 1; j < n - 1; j++)
                    next_0[j] = 2 * u[i][j] - before[i][j] + 0.25 * (u[i + 1][j] + u[i - 1][j] + u[i][j + 1] + u[i][j - 1] - 4 * u[i][j]);
            if (i < n) {
                next_0[0] = 0;
                if (i < n - 1) {
                    next_0[n - 1] = 1;
                }
                else {
                    double *next_11 = next[(n - 1) % 2];
                    for (int t1 = 1; t1 < n; t1++)
                        next_11[t1] = 3;
                }
            }
            for (int j = 0; j < n; j++) {
                before[i - 1][j] = u[i - 1][j];
                u[i - 1][j] = next_1[j];
            }
            double *next_next = next_1;
            next_1 = next_0, next_0 = next_next;
        }
    }
}

/* A loop for each two sides: rows over columns. */
static void sides(int steps, int h, int w, double u[restrict h][w])
{
    /* polycc: after[i][j] -> after[i % 2][j]; 2 * w cells instead of h * w */
    double after[2][w];
    for (int t = 0; t < steps; t++) {
        if (h >= 2)
            for (int j = 0; j < w; j++)
                after[0][j] = 5;
        if (h == 1) {
            double *after_1 = after[(h - 1) % 2];
            for (int j = 0; j < w; j++)
                after_1[j] = j;
        }
        double *after_0 = after[1], *after_1 = after[0];
        for (int i = 1; i <= h; i++) {
            if (i < h - 1) {
                for (int j = 1; j < w - 1; j++)
                    after_0[j] = 0.25 * (u[i + 1][j] + u[i - 1][j] + u[i][j + 1] + u[i][j - 1]);
                if (w >= 2)
                    after_0[0] = t;
                after_0[w - 1] = i;
            }
            else if (i == h - 1) {
                double *after_11 = after[(h - 1) % 2];
                for (int j = 0; j < w; j++)
                    after_11[j] = j;
            }
            for (int j = 0; j < w; j++)
                u[i - 1][j] = after_1[j];
            double *after_next = after_1;
            after_1 = after_0, after_0 = after_next;
        }
    }
}

/* Columns over rows, in a known size. */
static void columns(int steps, double u[N][N])
{
    /* polycc: new[i][j] -> new[i % 2][j]; 2 * N cells instead of N * N */
    static double new[2][N];
    for (int t = 0; t < steps; t++) {
        for (int j = 0; j < N; j++)
            new[0][j] = 5;
        double *new_0 = new[0], *new_1 = new[1];
        for (int i = 0; i <= N; i++) {
            if (i < N - 1 && i >= 1) {
                for (int j = 1; j < N - 1; j++)
                    new_0[j] = 0.25 * (u[i + 1][j] + u[i - 1][j] + u[i][j + 1] + u[i][j - 1]);
            }
            else if (i == N - 1) {
                double *new_11 = new[(N - 1) % 2];
                for (int j = 0; j < N; j++)
                    new_11[j] = j;
            }
            if (i < N) {
                new_0[0] = t;
                new_0[N - 1] = i;
            }
            if (i >= 1)
                for (int j = 0; j < N; j++)
                    u[i - 1][j] = new_1[j];
            double *new_next = new_1;
            new_1 = new_0, new_0 = new_next;
        }
    }
}

/* A block of one dimension, and a look along the diagonal behind the steps. */
static double blocks(int steps, int n)
{
    /* polycc: flat[i * n + j] -> flat[(i % 2) * n + j]; 2 * n cells instead of n * n */
    double *u = malloc(n * n * sizeof(double)), *flat = malloc(sizeof(double) * 2 * n), all = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            u[i * n + j] = (i * 7 + j * 3) % 11;
    if (n >= 1)
        for (int t = 0; t < steps; t++) {
            if (n >= 2)
                for (int i = 0; i < n; i++)
                    flat[i] = 3;
            if (n == 1)
                flat[((n - 1) % 2) * n] = 4;
            double *flat_0 = &flat[n], *flat_1 = &flat[0];
            for (int i = 1; i <= n; i++) {
                if (i < n - 1)
                    for (int j = 1; j < n - 1; j++)
                        flat_0[j] = 0.25 * (u[(i + 1) * n + j] + u[(i - 1) * n + j] + u[i * n + j + 1] + u[i * n + j - 1]);
                if (i < n) {
                    flat_0[0] = 1;
                    if (i < n - 1) {
                        flat_0[n - 1] = 2;
                    }
                    else {
                        double *flat_11 = &flat[((n - 1) % 2) * n];
                        for (int t1 = 1; t1 < n; t1++)
                            flat_11[t1] = 4;
                    }
                }
                for (int j = 0; j < n; j++)
                    u[(i - 1) * n + j] = flat_1[j];
                double *flat_next = flat_1;
                flat_1 = flat_0, flat_0 = flat_next;
            }
        }
    for (int i = 0; i < n; i += 3)
        all += u[i * n + i] * i;
    free(u);
    free(flat);
    return all;
}

int main(void)
{
    static double fixed[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            fixed[i][j] = (i * 5 + j * 3) % 7;
    columns(4, fixed);
    show("fixed", fixed, 6L * N, sizeof(double));
    for (int n = 1; n < 90; n = n * 2 + n % 3) {
        double (*u)[n] = (double (*)[n])data_f64((long)n * n, 1), (*before)[n] = (double (*)[n])data_f64((long)n * n, 2);
        square(n % 5, n, u, before);
        show("u", u, (long)n * n, sizeof(double));
        show("before", before, (long)n * n, sizeof(double));
        sides(n % 4, n, n, u);
        show("u", u, (long)n * n, sizeof(double));
        double all = blocks(n % 5, n);
        show("all", &all, 1, sizeof all);
        free(u);
        free(before);
    }
    return 0;
}
