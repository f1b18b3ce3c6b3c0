// polycc: --parallel --optimize speed --at n=1000
// says: in parallel chunks
/* Two fused loops with a transposition between them: both run in chunks. */
#include "bits.h"

void both_ways(int n, const double (*restrict in)[n], double (*restrict middle)[n], double (*restrict out)[n])
{
    double (*across)[n] = malloc(sizeof(double[n][n]));
    double (*down)[n] = malloc(sizeof(double[n][n]));
#pragma scop
    for (int y = 0; y < n; y++)
        for (int x = 1; x < n - 1; x++)
            across[y][x] = in[y][x - 1] + in[y][x] + in[y][x + 1];
    for (int y = 1; y < n - 1; y++)
        for (int x = 1; x < n - 1; x++)
            middle[y][x] = across[y - 1][x] + across[y][x] + across[y + 1][x];
    for (int y = 1; y < n - 1; y++)
        for (int x = 2; x < n - 2; x++)
            down[y][x] = middle[x][y] - middle[y][x];
    for (int y = 2; y < n - 2; y++)
        for (int x = 2; x < n - 2; x++)
            out[y][x] = down[y - 1][x] + down[y][x] + down[y + 1][x];
#pragma endscop
    free(across);
    free(down);
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
