// polycc: --expand violated --at n=30,m=20
/* Each thread needs a row of its own while rows run in parallel. */
#include "bits.h"

void blur(int n, int m, const double (*restrict in)[m], double (*restrict out)[m])
{
    double row[m];
#pragma polycc schedule { S0[i,j] -> [i,0,j]; S1[i,j] -> [i,1,j] } parallel(0)
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            row[j] = in[i][j] * 0.5 + i;
        for (int j = 1; j < m - 1; j++)
            out[i][j] = row[j - 1] + row[j] + row[j + 1];
    }
#pragma endscop
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
