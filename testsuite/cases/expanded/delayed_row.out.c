// polycc: --expand violated --at n=30,m=20
// expect: expanded row
// bytes: 160 -> 320
/* The reader of a row runs one row behind its writer: two versions of the row. */
#include "bits.h"

void blur(int n, int m, const double (*restrict in)[m], double (*restrict out)[m])
{
    /* polycc: row[i % 2][j], versions by i; 2 * m cells */
    double row[2][m];
#pragma scop
    if (m <= 2) {
        for (int i = 0; i < n; i++) {
            double *row_0 = row[i % 2];
            for (int j = 0; j < m; j++)
                row_0[j] = in[i][j] * 0.5 + i;
        }
    }
    else if (n >= 1) {
        for (int j = 0; j < m; j++)
            row[0][j] = in[0][j] * 0.5 + (0);
        double *row_0 = row[1], *row_1 = row[0];
        for (int i = 1; i <= n; i++) {
            if (i < n)
                for (int j = 0; j < m; j++)
                    row_0[j] = in[i][j] * 0.5 + i;
            for (int j = 1; j < m - 1; j++)
                out[i - 1][j] = row_1[j - 1] + row_1[j] + row_1[j + 1];
            double *row_next = row_1;
            row_1 = row_0, row_0 = row_next;
        }
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 2}, {5, 4}, {8, 13}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1];
        double *in = data_f64(n * m, 1), *out = data_f64(n * m, 2);
        blur(n, m, (void *)in, (void *)out);
        show("out", out, n * m, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
