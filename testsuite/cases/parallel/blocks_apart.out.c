// polycc: --expand violated --at n=30,m=20
// expect: expanded row
/* A pointer can't be private, so the rows of all iterations are kept apart in one block. */
#include "bits.h"

void blur(int n, int m, const double (*restrict in)[m], double (*restrict out)[m])
{
    /* polycc: row[i][j], versions by i; (n > 1 ? n : 1) * m cells */
    double (*row)[m] = malloc(sizeof(double[n > 1 ? n : 1][m]));
#pragma scop
    #pragma omp parallel for
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            row[i][j] = in[i][j] * 0.5 + i;
        for (int j = 1; j < m - 1; j++)
            out[i][j] = row[i][j - 1] + row[i][j] + row[i][j + 1];
    }
#pragma endscop
    free(row);
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 2}, {5, 4}, {8, 13}, {40, 7}};
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
