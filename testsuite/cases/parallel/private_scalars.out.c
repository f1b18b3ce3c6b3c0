// polycc: --expand violated --at n=30,m=20
/* A variable of the loop's body, and one of the function. */
#include "bits.h"

void shade(int n, int m, const double (*restrict in)[m], double (*restrict out)[m])
{
    double gain;
    int i, j;
#pragma scop
    #pragma omp parallel for private(gain, j)
    for (i = 0; i < n; i++) {
        gain = in[i][0] + i;
        for (j = 0; j < m; j++) {
            double lit = in[i][j] * gain;
            out[i][j] = lit * lit - gain;
        }
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 2}, {5, 4}, {8, 13}, {40, 7}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1];
        double *in = data_f64(n * m, 1), *out = data_f64(n * m, 2);
        shade(n, m, (void *)in, (void *)out);
        show("out", out, n * m, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
