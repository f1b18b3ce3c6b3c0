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
    double next[n][n];
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                next[i][j] = 2 * u[i][j] - before[i][j]
                             + 0.25 * (u[i + 1][j] + u[i - 1][j] + u[i][j + 1] + u[i][j - 1] - 4 * u[i][j]);
        for (int i = 0; i < n; i++) {
            next[i][0] = 0;
            next[i][n - 1] = 1;
            next[0][i] = 2;
            next[n - 1][i] = 3;
        }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                before[i][j] = u[i][j];
                u[i][j] = next[i][j];
            }
    }
}

/* A loop for each two sides: rows over columns. */
static void sides(int steps, int h, int w, double u[restrict h][w])
{
    double after[h][w];
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < h - 1; i++)
            for (int j = 1; j < w - 1; j++)
                after[i][j] = 0.25 * (u[i + 1][j] + u[i - 1][j] + u[i][j + 1] + u[i][j - 1]);
        for (int i = 0; i < h; i++) {
            after[i][0] = t;
            after[i][w - 1] = i;
        }
        for (int j = 0; j < w; j++) {
            after[0][j] = 5;
            after[h - 1][j] = j;
        }
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++)
                u[i][j] = after[i][j];
    }
}

/* Columns over rows, in a known size. */
static void columns(int steps, double u[N][N])
{
    static double new[N][N];
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                new[i][j] = 0.25 * (u[i + 1][j] + u[i - 1][j] + u[i][j + 1] + u[i][j - 1]);
        for (int j = 0; j < N; j++) {
            new[0][j] = 5;
            new[N - 1][j] = j;
        }
        for (int i = 0; i < N; i++) {
            new[i][0] = t;
            new[i][N - 1] = i;
        }
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                u[i][j] = new[i][j];
    }
}

/* A block of one dimension, and a look along the diagonal behind the steps. */
static double blocks(int steps, int n)
{
    double *u = malloc(n * n * sizeof(double)), *flat = malloc(n * n * sizeof(double)), all = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            u[i * n + j] = (i * 7 + j * 3) % 11;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                flat[i * n + j] = 0.25 * (u[(i + 1) * n + j] + u[(i - 1) * n + j] + u[i * n + j + 1] + u[i * n + j - 1]);
        for (int i = 0; i < n; i++) {
            flat[i * n] = 1;
            flat[i * n + n - 1] = 2;
            flat[i] = 3;
            flat[(n - 1) * n + i] = 4;
        }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                u[i * n + j] = flat[i * n + j];
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
