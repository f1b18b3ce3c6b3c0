// polycc: --transfer-reuse --at n=8,m=9,p=7,ii=4,jj=4,kk=4
/* A tiled matrix product: the tile of the result is loaded before the first of its tiles and stored behind the last. */
#include "bits.h"
#include "each_size.h"

#define TILE 4
#define MIN(x, y) ((x) < (y) ? (x) : (y))

static void multiply(int n, int m, int p, float c[restrict n][p], float x[restrict n][m], float y[restrict m][p])
{
    for (int ii = 0; ii < n; ii += TILE)
        for (int jj = 0; jj < p; jj += TILE) {
            for (int kk = 0; kk < m; kk += TILE) {
#pragma polycc isolate
                for (int i = ii; i < MIN(ii + TILE, n); i++)
                    for (int j = jj; j < MIN(jj + TILE, p); j++)
                        for (int k = kk; k < MIN(kk + TILE, m); k++)
                            c[i][j] += x[i][k] * y[k][j];
            }
        }
}

int main(void)
{
    each_size(n) each_width(m) each_width(p) {
        float *x = data_f32(n * m, 1), *y = data_f32(m * p, 2), *c = data_f32(n * p, 3);
        multiply(n, m, p, (float(*)[p])c, (float(*)[m])x, (float(*)[p])y);
        show("c", c, n * p, sizeof *c);
        free(x);
        free(y);
        free(c);
    }
    return 0;
}
