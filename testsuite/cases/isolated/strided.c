// polycc: --at n=7,m=5
/* Strides, subscripts that fall, and parts of a cube: rows of rows. */
#include "bits.h"
#include "each_size.h"

#define AT(p, q) cube[(p) + 1][q]

static void gather(int n, int m, int out[restrict 2 * n + 1], int cube[restrict n + 2][m][4], const int in[restrict n])
{
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        out[2 * n - 2 * i] = in[n - 1 - i] + 1;
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++) {
            AT(i, j)[1] = in[i] & 7;
            cube[i + 1][m - j][i > 0 ? 2 : 3] += j >= 1 ? 3 : 4;
        }
}

int main(void)
{
    each_size(n) each_width(m) {
        int *in = data_i32(n, 1, 100), *out = data_i32(2 * n + 1, 2, 50), *cube = data_i32((n + 2) * m * 4, 3, 9);
        gather(n, m, out, (int(*)[m][4])cube, in);
        show("out", out, 2 * n + 1, sizeof *out);
        show("cube", cube, (n + 2) * m * 4, sizeof *cube);
        free(in);
        free(out);
        free(cube);
    }
    return 0;
}
