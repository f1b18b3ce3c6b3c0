// polycc: --at n=8,m=9,p=7,ii=4,jj=3,kk=2,b=3
/* One tile of a matrix product in each iteration of the loops around: three rectangles, by rows. */
#include "bits.h"
#include "each_size.h"

#define MIN(x, y) ((x) < (y) ? (x) : (y))

static void multiply(int n, int m, int p, int b, float c[restrict n][p], float x[restrict n][m],
                     float y[restrict m][p])
{
    for (int ii = 0; ii < n; ii += b)
        for (int jj = 0; jj < p; jj += b)
            for (int kk = 0; kk < m; kk += b)
#pragma polycc isolate
                for (int i = ii; i < MIN(ii + b, n); i++)
                    for (int j = jj; j < MIN(jj + b, p); j++)
                        for (int k = kk; k < MIN(kk + b, m); k++)
                            c[i][j] += x[i][k] * y[k][j];
}

int main(void)
{
    each_size(n) each_width(m) each_width(p) each_width(b) {
        float *x = data_f32(n * m, 1), *y = data_f32(m * p, 2), *c = data_f32(n * p, 3);
        multiply(n, m, p, b, (float(*)[p])c, (float(*)[m])x, (float(*)[p])y);
        show("c", c, n * p, sizeof *c);
        free(x);
        free(y);
        free(c);
    }
    return 0;
}
