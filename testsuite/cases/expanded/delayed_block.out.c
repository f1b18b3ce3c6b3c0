// polycc: --expand violated --at n=30,m=20
// expect: expanded row
// bytes: 160 -> 480
/* As delayed_row, two rows behind and in memory from malloc: three versions. */
#include "bits.h"

void blur(int n, int m, const double (*restrict in)[m], double (*restrict out)[m])
{
    /* polycc: row[i % 3][j], versions by i; 3 * m cells */
    double (*row)[m] = malloc(sizeof(double[3][m]));
#pragma scop
    if (m >= 3) {
        for (int i = 0; i < 2 && i < n; i++) {
            double *row_0 = row[i % 3];
            for (int j = 0; j < m; j++)
                row_0[j] = in[i][j] * 0.5 + i;
        }
        double *row_0 = row[2], *row_1 = row[1], *row_2 = row[0];
        for (int i = 2; i <= n + 1; i++) {
            if (i < n)
                for (int j = 0; j < m; j++)
                    row_0[j] = in[i][j] * 0.5 + i;
            for (int j = 1; j < m - 1; j++)
                out[i - 2][j] = row_2[j - 1] + row_2[j] + row_2[j + 1];
            double *row_next = row_2;
            row_2 = row_1, row_1 = row_0, row_0 = row_next;
        }
    }
    else
        for (int i = 0; i < n; i++) {
            double *row_0 = row[i % 3];
            for (int j = 0; j < m; j++)
                row_0[j] = in[i][j] * 0.5 + i;
        }
#pragma endscop
    free(row);
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
