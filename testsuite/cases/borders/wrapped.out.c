/* Grids without borders: remainders, and conditions that lead to the other side. */
#include "bits.h"

#define N 40

static unsigned char cells[N][N], next[N][N];

static void life(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            /* polycc: away from the borders nothing is tested */
            if (i >= 1 && i < N - 1 && j >= 1 && j < N - 1) {
                for (; j < N - 1; j++) {
                    int alive = 0;
                    for (int di = -1; di <= 1; di++)
                        for (int dj = -1; dj <= 1; dj++)
                            if (di != 0 || dj != 0)
                                alive += cells[i + di][j + dj];
                    next[i][j] = alive == 3 || (alive == 2 && cells[i][j]);
                }
            }
            int alive = 0;
            for (int di = -1; di <= 1; di++)
                for (int dj = -1; dj <= 1; dj++)
                    if (di != 0 || dj != 0)
                        alive += cells[(i + di + N) % N][(j + dj + N) % N];
            next[i][j] = alive == 3 || (alive == 2 && cells[i][j]);
        }
}

static void advance(size_t n, const double *u, double *v)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            /* polycc: away from the borders nothing is tested */
            if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1) {
                for (; j < n - 1; j++) {
                    size_t up = i - 1, down = i + 1;
                    size_t left = j - 1;
                    size_t right = j + 1;
                    v[i * n + j] = u[up * n + j] + u[down * n + j] + u[i * n + left] + u[i * n + right] - 4 * u[i * n + j];
                }
            }
            size_t up = i == 0 ? n - 1 : i - 1, down = (i + 1) % n;
            size_t left = (j + n - 1) % n; // to the left
            size_t right = j == n - 1 ? 0 : j + 1;
            v[i * n + j] = u[up * n + j] + u[down * n + j] + u[i * n + left] + u[i * n + right] - 4 * u[i * n + j];
        }
    }
}

static void by_conditions(int ny, int nx, const double *a, double *b)
{
    int x, y, xm, xp, ym, yp;
    for (y = 0; y < ny; y++)
        for (x = 0; x < nx; x++)
        {
            /* polycc: away from the borders nothing is tested */
            if (y >= 1 && y < ny - 1 && x >= 1 && x < nx - 1) {
                for (; x < nx - 1; x++) {
                    xm = x - 1;
                    xp = x + 1;
                    ym = y - 1;
                    yp = y + 1;
                    b[y * nx + x] = a[ym * nx + x] + a[yp * nx + x] + a[y * nx + xm] + a[y * nx + xp];
                }
            }
            xm = x - 1;
            if (xm < 0) xm = nx - 1;
            xp = x + 1;
            if (xp >= nx) xp -= nx;
            ym = y - 1;
            if (ym < 0)
                ym += ny;
            yp = y + 1;
            if (yp == ny) {
                yp = 0;
            }
            b[y * nx + x] = a[ym * nx + x] + a[yp * nx + x] + a[y * nx + xm] + a[y * nx + xp];
        }
}

static int modulo(int a, int b)
{
    int rest = a % b;
    return rest < 0 ? rest + b : rest;
}

static void ring(int n, const double *u, double *v)
{
    for (int i = 0; i < n; i++) {
        /* polycc: away from the borders nothing is tested */
        if (i >= 2 && i < n - 2) {
            for (; i < n - 2; i++) {
v[i] = u[i - 2] - 2 * u[i] + u[i + 2];
            }
        }
        v[i] = u[modulo(i - 2, n)] - 2 * u[i] + u[modulo(i + 2, n)];
    }
}

static void run(int n)
{
    double *u = data_f64((long)n * (n + 1), 3), *v = block((long)n * (n + 1), sizeof *v);
    advance(n, u, v);
    show("v", v, n * n, sizeof *v);
    by_conditions(n + 1, n, u, v);
    show("v", v, n * (n + 1), sizeof *v);
    ring(n, u, v);
    show("v", v, n, sizeof *v);
    free(u);
    free(v);
}

int main(void)
{
    int *random = data_i32(N * N, 3, 3);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            cells[i][j] = random[i * N + j] == 0;
    life();
    show("next", next, N * N, sizeof **next);
    free(random);
    static const int sizes[] = {0, 1, 2, 3, 4, 5, 37};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        run(sizes[k]);
    return 0;
}
