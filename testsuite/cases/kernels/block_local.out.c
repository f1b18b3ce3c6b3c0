// polycc: --at n=20,m=30
// bytes: 264 -> 24
// expect: contracted history
// expect: kept pair
/* Arrays that are declared inside the loops: a constant-size pair whose cells are alive
   together, and a history of which only the last value counts. */
#include "bits.h"

static void walk(int n, int m, double in[n][m + 1], double out[n][m])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        /* polycc: history[i][j] -> history[j]; 2 cells instead of (m + 1) * 2 */
        float history[2];
        history[0] = 0.0f;
        history[1] = 1.0f;
        for (int j = 0; j < m; j++) {
            double pair[2];
            pair[0] = in[i][j] + 2.0;
            pair[1] = in[i][j + 1] - 2.0;
            history[0] = (float)(history[0] + pair[0]);
            history[1] = (float)(history[1] * pair[1]);
            out[i][j] = pair[0] * pair[1] + history[0] - history[1];
        }
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 1}, {1, 2}, {4, 7}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1];
        double *in = data_f64(n * (m + 1), 77), *out = data_f64(n * m, 78);
        walk(n, m, (void *)in, (void *)out);
        show("out", out, n * m, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
