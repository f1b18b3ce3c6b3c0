// polycc: --optimize memory --at n=50,m=100
// bytes: 20000 -> 788
// expect: contracted t
/* A blur in two passes. Fused, the second runs one row behind the first, so two rows of what the first computes are alive
   at most, of m - 2 values each, and the one that is computed. */
#include "bits.h"

static void blur(int n, int m, const float in[restrict n][m], float out[restrict n][m])
{
    /* polycc: t[i][j] -> t[(2 * m + i - 2 * j - 2) % (2 * m - 3 > 1 ? 2 * m - 3 : 1)]; (2 * m - 3 > 1 ? 2 * m - 3 : 1) cells instead of n * m */
    float t[2 * m - 3 > 1 ? 2 * m - 3 : 1];
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m - 1; j++) {
            t[(2 * m + i - 2 * j - 2) % (2 * m - 3 > 1 ? 2 * m - 3 : 1)] = in[i][j - 1] + in[i][j] + in[i][j + 1];
            if (i >= 2)
                out[i - 1][j] = t[(2 * m + i - 2 * j - 4) % (2 * m - 3 > 1 ? 2 * m - 3 : 1)] + t[(2 * m + i - 2 * j - 3) % (2 * m - 3 > 1 ? 2 * m - 3 : 1)] + t[(2 * m + i - 2 * j - 2) % (2 * m - 3 > 1 ? 2 * m - 3 : 1)];
        }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 2}, {1, 5}, {3, 3}, {5, 4}, {4, 9}, {7, 6}, {9, 8}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1];
        float *in = data_f32(n * m, 11), *out = data_f32(n * m, 12);
        blur(n, m, (void *)in, (void *)out);
        show("out", out, n * m, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
