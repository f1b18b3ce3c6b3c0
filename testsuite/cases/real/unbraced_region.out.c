// polycc: --at n=20,m=30
// bytes: 4800 -> 40
// expect: contracted t
/* The region is the whole body of an if without braces: whatever it becomes must stay inside. */
#include "bits.h"

static void filter(int n, int m, double in[n][m], double out[n][m], int wanted)
{
    /* polycc: t[i][j] -> t[j % 5]; 5 cells instead of n * m */
    double t[5];
    if (wanted)
#pragma scop
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++) {
                t[j % 5] = 2.0 * in[i][j];
                if (j >= 4)
                    out[i][j - 2] = t[(j - 4) % 5] + t[(j - 2) % 5] + t[j % 5];
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
