// polycc: --transfer-reuse --at n=20,m=10,i=5
/* Rows of an image slide through a buffer of three rows; part of each row is copied. */
#include "bits.h"

static void blur(int n, int m, double out[restrict n + 2][m], double in[restrict n + 2][m + 2])
{
    for (int i = 1; i <= n; i++)
#pragma polycc isolate
        for (int j = 1; j < m; j++)
            out[i][j] = in[i - 1][j] + 2 * in[i][j] + in[i + 1][j];
}

int main(void)
{
    static const int sizes[][2] = {{0, 1}, {1, 1}, {1, 2}, {2, 2}, {3, 5}, {9, 4}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1];
        double *in = data_f64((n + 2) * (m + 2), 1), *out = data_f64((n + 2) * m, 2);
        blur(n, m, (double(*)[m])out, (double(*)[m + 2])in);
        show("out", out, (n + 2) * m, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
