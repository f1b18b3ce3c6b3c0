// polycc: --at n=7,m=5
/* Strides, subscripts that fall, and parts of a cube: rows of rows. */
#include "bits.h"
#include "each_size.h"

#define AT(p, q) cube[(p) + 1][q]

static void gather(int n, int m, int out[restrict 2 * n + 1], int cube[restrict n + 2][m][4], const int in[restrict n])
{
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n;
        int *out_local = malloc(n >= 1 ? sizeof(int) * (2 * n - 1) : 1);
        int *in_local = malloc(n >= 1 ? sizeof(int) * n : 1);
        if (!out_local || !in_local)
            abort();
        if (n >= 2)
            memcpy(&out_local[1], &out[3], sizeof(int) * (2 * n - 3));
        if (n >= 1)
            memcpy(in_local, in, sizeof(int) * n);
        for (int i = 0; i < n_local; i++)
            out_local[2 * n_local - 2 * i - 2] = in_local[n_local - 1 - i] + 1;
        if (n >= 1)
            memcpy(&out[2], out_local, sizeof(int) * (2 * n - 1));
        free(in_local);
        free(out_local);
    }
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n, m_local = m;
        int (*cube_local)[n >= 1 && m >= 2 ? m - 1 : 1][3] = malloc(n >= 1 && m >= 2 ? sizeof(int) * n * (m - 1) * 3 : 1);
        int *in_local = malloc(n >= 1 && m >= 2 ? sizeof(int) * n : 1);
        if (!cube_local || !in_local)
            abort();
        if (n >= 1 && m >= 2)
            for (long row = 0; row < n; row++)
                for (long column = 0; column < m - 1; column++)
                    memcpy(&cube_local[row][column][1], &cube[row + 1][column + 1][2], sizeof(int) * 2);
        if (n >= 1 && m >= 2)
            memcpy(in_local, in, sizeof(int) * n);
        for (int i = 0; i < n_local; i++)
            for (int j = 1; j < m_local; j++) {
                cube_local[(i) ][j - 1][0] = in_local[i] & 7;
                cube_local[i ][m_local - j - 1][(i > 0 ? 2 : 3) - 1] += j >= 1 ? 3 : 4;
            }
        if (n >= 1 && m >= 2)
            for (long row = 0; row < n; row++)
                for (long column = 0; column < m - 1; column++)
                    memcpy(&cube[row + 1][column + 1][1], cube_local[row][column], sizeof(int) * 3);
        free(in_local);
        free(cube_local);
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
