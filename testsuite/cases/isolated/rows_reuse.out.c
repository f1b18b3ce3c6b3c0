// polycc: --transfer-reuse --at n=20,m=10,i=5
/* Rows of an image slide through a buffer of three rows; part of each row is copied. */
#include "bits.h"

static void blur(int n, int m, double out[restrict n + 2][m], double in[restrict n + 2][m + 2])
{
    /* polycc: what is copied lasts for the whole loop */
    {
        double (*in_local)[n >= 1 && m >= 2 ? m - 1 : 1] = malloc(n >= 1 && m >= 2 ? sizeof(double) * 3 * (m - 1) : 1);
        if (!in_local)
            abort();
        for (int i = 1; i <= n; i++)
            /* polycc: what follows runs in a memory space of its own */
            {
                const int m_local = m, i_local = i;
                double (*out_local)[m >= 2 ? m - 1 : 1] = malloc(m >= 2 ? sizeof(double) * (m - 1) : 1);
                const long out_offset = i;
                if (!out_local)
                    abort();
                if (m >= 2 && i == 1)
                    for (long row = 0; row < 3; row++)
                        memcpy(in_local[row], &in[row][1], sizeof(double) * (m - 1));
                if (m >= 2 && i >= 2)
                    memcpy(in_local[(i + 1) % 3], &in[i + 1][1], sizeof(double) * (m - 1));
                for (int j = 1; j < m_local; j++)
                    out_local[i_local - out_offset][j - 1] = in_local[(i_local - 1) % 3][j - 1] + 2 * in_local[(i_local) % 3][j - 1] + in_local[(i_local + 1) % 3][j - 1];
                if (m >= 2)
                    memcpy(&out[i][1], out_local[0], sizeof(double) * (m - 1));
                free(out_local);
            }
        free(in_local);
    }
}

int main(void)
{
    static const int sizes[][2] = {{0, 1}, {1, 1}, {1, 2}, {2, 2}, {3, 5}, {9, 4}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1];
        double *in = data_f64((n + 2) * (m + 2), 1), *out = data_f64((n + 2) * m, 2);
        blur(n, m, (double(*)[m])out, (double(*)[m + 2])in);
        show("out", out, (n + 2) * m, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
