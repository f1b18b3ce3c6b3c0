// polycc: --parallel --optimize speed --at n=1000
// says: in parallel chunks
/* Two fused loops with a transposition between them: both run in chunks. */
#include "bits.h"

void both_ways(int n, const double (*restrict in)[n], double (*restrict middle)[n], double (*restrict out)[n])
{
#pragma scop
    #pragma omp parallel for if(1.0 * n * n > 10000)
    for (int chunk = 0; chunk < n; chunk += 64) {
        /* polycc: across[i][j] -> across[i % 3][j]; 3 * n cells instead of n * n */
        double (*across)[n] = malloc(sizeof(double[3][n]));
        double *across_0 = across[0], *across_1 = across[2], *across_2 = across[1];
        for (int y = chunk > 2 ? chunk - 2 : 0; y < n && y < chunk + 64; y++) {
            for (int x = 1; x < n - 1; x++)
                across_0[x] = in[y][x - 1] + in[y][x] + in[y][x + 1];
            if (y >= 2 && y >= chunk)
                for (int x = 1; x < n - 1; x++)
                    middle[y - 1][x] = across_2[x] + across_1[x] + across_0[x];
            double *across_next = across_2;
            across_2 = across_1, across_1 = across_0, across_0 = across_next;
        }
        free(across);
    }
    #pragma omp parallel for if(1.0 * n * n > 10000)
    for (int chunk = 0; chunk < n - 1; chunk += 64) {
        /* polycc: down[i][j] -> down[i % 3][j]; 3 * n cells instead of n * n */
        double (*down)[n] = malloc(sizeof(double[3][n]));
        double *down_0 = down[0], *down_1 = down[2], *down_2 = down[1];
        for (int y = chunk > 3 ? chunk - 2 : 1; y < n - 1 && y < chunk + 64; y++) {
            for (int x = 2; x < n - 2; x++)
                down_0[x] = middle[x][y] - middle[y][x];
            if (y >= 3 && y >= chunk)
                for (int x = 2; x < n - 2; x++)
                    out[y - 1][x] = down_2[x] + down_1[x] + down_0[x];
            double *down_next = down_2;
            down_2 = down_1, down_1 = down_0, down_0 = down_next;
        }
        free(down);
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 4, 9, 64, 65, 66, 67, 140};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *in = data_f64(n * n, 3), *middle = data_f64(n * n, 4), *out = data_f64(n * n, 5);
        both_ways(n, (void *)in, (void *)middle, (void *)out);
        show("middle", middle, n * n, sizeof *middle);
        show("out", out, n * n, sizeof *out);
        free(in);
        free(middle);
        free(out);
    }
    return 0;
}
