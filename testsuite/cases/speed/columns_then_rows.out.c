/* A stage that goes down columns runs along rows, in one loop with the one that needs what it makes; so does the copy of what a
   sweep then changes. */
#include "bits.h"

enum { N = 300 };

static void scaled(const double (*restrict in)[N], double (*restrict out)[N])
{
    /* polycc: t[i][j] -> t[i % 2][j]; 600 cells instead of 90000 */
    static double t[2][300];
    {
        double *t_0 = t[0], *t_1 = t[1];
        for (int i = 0; i < 300; i++) {
            for (int j = 0; j < 300; j++)
                t_0[j] = in[i][j] * 2;
            if (i < 299 && i >= 1)
                for (int j = 1; j < 299; j++)
                    out[i][j] = t_1[j] + t_0[j] + in[i][j - 1];
            double *t_next = t_1;
            t_1 = t_0, t_0 = t_next;
        }
    }
}

static double swept(double (*u)[N])
{
    /* polycc: old[i][j] -> old[j]; 300 cells instead of 90000 */
    static double old[300];
    int i, j;
    double change = 0;
    for (i = 0; i < 300; i++) {
        for (j = 0; j < 300; j++)
            old[j] = u[i][j];
        if (i < 299 && i >= 1)
            for (j = 1; j < 299; j++) {
                u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
                change += u[i][j] - old[j];
            }
    }
    return change;
}

/* Subscripts that are kept within the array go along rows as others do. */
static void clamped(const double (*restrict in)[N], double (*restrict out)[N])
{
    /* polycc: t[i][j] -> t; 1 cell instead of 90000 */
    static double t = 0;
    for (int i = 0; i < 300; i++) {
        for (int j = 0; j < 300 && j < 1; j++) {
            t = in[i][j > 0 ? j - 1 : 0] + in[i < 300 - 1 ? i + 1 : 299][j];
            out[i][j] = 2 * t;
        }
        for (int j = 1; j < 300; j++) {
            t = in[i][j - 1] + in[i < 300 - 1 ? i + 1 : 299][j];
            out[i][j] = 2 * t;
        }
    }
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
