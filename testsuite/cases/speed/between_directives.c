// polycc: --optimize speed
/* Steps with lines that only some builds have: text with such lines in it stays, but what stands between them can run in another order. A block
   that all of them use stays where it is. */
#include "bits.h"

#define N 90

static void smooth(int n, int steps, double *restrict grid)
{
    double *next = malloc(sizeof(double) * n * n);
    for (int step = 0; step < steps; step++) {
#ifdef TRACE
        printf("step %d\n", step);
#endif
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                next[i * n + j] = (grid[(i - 1) * n + j] + grid[(i + 1) * n + j] + grid[i * n + j - 1] + grid[i * n + j + 1]) / 4;
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                grid[i * n + j] = next[i * n + j];
#ifdef TRACE
        printf("%g\n", grid[n / 2 * n + n / 2]);
#endif
    }
    free(next);
}

static int edges(int image[N][N], int out[N][N])
{
    int across[N][N], down[N][N], size[N][N], found = 0;
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            across[i][j] = image[i][j + 1] - image[i][j - 1];
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            down[i][j] = image[i + 1][j] - image[i - 1][j];
#if defined TRACE && N > 10
    puts("gradients");
#endif
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            size[i][j] = abs(across[i][j]) + abs(down[i][j]);
    for (int i = 2; i < N - 2; i++)
        for (int j = 2; j < N - 2; j++)
            out[i][j] = size[i][j] > size[i - 1][j] && size[i][j] >= size[i + 1][j];
#define LEAST 40
    for (int i = 2; i < N - 2; i++)
        for (int j = 2; j < N - 2; j++)
            found += out[i][j] && size[i][j] > LEAST;
    return found;
}

int main(void)
{
    static int image[N][N], out[N][N];
    double *grid = data_f64(N * N, 1);
    int *values = data_i32(N * N, 2, 100);
    memcpy(image, values, sizeof image);
    smooth(N, 5, grid);
    show("grid", grid, N * N, sizeof *grid);
    smooth(3, 2, grid);
    show("grid", grid, N * N, sizeof *grid);
    printf("%d\n", edges(image, out));
    show("out", out, N * N, sizeof(int));
    free(grid), free(values);
    return 0;
}
