// polycc: --at n=20,m=30
// bytes: 4800 -> 40
// expect: contracted t
/* The region is the whole body of an if without braces: whatever it becomes must stay inside. */
#include "bits.h"

static void filter(int n, int m, double in[n][m], double out[n][m], int wanted)
{
    double t[n][m];
    if (wanted)
#pragma scop
#pragma polycc schedule { S0[i,j] -> [i,j]; S1[i,j] -> [i,j+2] }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++)
                t[i][j] = 2.0 * in[i][j];
            for (int j = 2; j < m - 2; j++)
                out[i][j] = t[i][j - 2] + t[i][j] + t[i][j + 2];
        }
#pragma endscop
    else
        out[0][0] = in[0][0];
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 4}, {1, 5}, {4, 9}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int wanted = 0; wanted < 2; wanted++) {
            int n = sizes[s][0], m = sizes[s][1];
            double *in = data_f64(n * m, 117), *out = data_f64(n * m, 118);
            filter(n, m, (void *)in, (void *)out, wanted);
            show("out", out, n * m, sizeof *out);
            free(in);
            free(out);
        }
    return 0;
}
