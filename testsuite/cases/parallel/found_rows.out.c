// polycc: --parallel --at n=10,m=12
/* Rows of both passes are computed in any order; all of the intermediate picture is needed between them. */
#include "bits.h"

static void blur(int n, int m, const double (*restrict in)[m], double (*restrict out)[m])
{
    double across[n][m];
#pragma scop
    #pragma omp parallel for if(1.0 * n * m > 20000)
    for (int y = 0; y < n; y++)
        for (int x = 1; x < m - 1; x++)
            across[y][x] = in[y][x - 1] + in[y][x] + in[y][x + 1];
    #pragma omp parallel for if(1.0 * n * m > 20000)
    for (int y = 1; y < n - 1; y++)
        for (int x = 1; x < m - 1; x++)
            out[y][x] = across[y - 1][x] + across[y][x] + across[y + 1][x];
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 3}, {9, 7}, {17, 5}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1];
        double *in = data_f64(n * m, 3), *out = data_f64(n * m, 4);
        blur(n, m, (void *)in, (void *)out);
        show("out", out, n * m, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
