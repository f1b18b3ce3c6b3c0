/* A stage that goes down columns runs along rows, in one loop with the one that needs what it makes; so does the copy of what a
   sweep then changes. */
#include "bits.h"

enum { N = 300 };

static void scaled(const double (*restrict in)[N], double (*restrict out)[N])
{
    static double t[N][N];
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
            t[i][j] = in[i][j] * 2;
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            out[i][j] = t[i - 1][j] + t[i][j] + in[i][j - 1];
}

static double swept(double (*u)[N])
{
    static double old[N][N];
    int i, j;
    double change = 0;
    for (j = 0; j < N; j++)
        for (i = 0; i < N; i++)
            old[i][j] = u[i][j];
    for (i = 1; i < N - 1; i++)
        for (j = 1; j < N - 1; j++) {
            u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
            change += u[i][j] - old[i][j];
        }
    return change;
}

/* Subscripts that are kept within the array go along rows as others do. */
static void clamped(const double (*restrict in)[N], double (*restrict out)[N])
{
    static double t[N][N];
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            int left = j > 0 ? j - 1 : 0, below = i < N - 1 ? i + 1 : N - 1;
            t[i][j] = in[i][left] + in[below][j];
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            out[i][j] = 2 * t[i][j];
}

int main(void)
{
    double *in = data_f64(N * N, 3), *out = data_f64(N * N, 4);
    scaled((void *)in, (void *)out);
    show("out", out, N * N, sizeof *out);
    double change = swept((void *)out);
    show("out", out, N * N, sizeof *out);
    show("change", &change, 1, sizeof change);
    clamped((void *)in, (void *)out);
    show("out", out, N * N, sizeof *out);
    free(in);
    free(out);
    return 0;
}
