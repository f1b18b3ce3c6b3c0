// polycc: --optimize speed --at n=20 --at m=30
// expect: contracted u
/* `a = b = x`: each is given what the one behind it holds, rounded as that is. */
#include "bits.h"

static void wave(int n, int m, const double start[restrict n], double end[restrict n], float low[restrict n])
{
    /* polycc: u[i][j] -> u[i % 2][j]; 2 * n cells instead of (m + 2) * n */
    double u[2][n];
    for (int i = 0; i < n; i++)
        u[0][i] = u[1][i] = low[i] = start[i];
    for (int t = 1; t <= m; t++) {
        u[(t + 1) % 2][0] = u[(t + 1) % 2][n - 1] = start[0] * t;
        for (int i = 1; i < n - 1; i++)
            u[(t + 1) % 2][i] = u[t % 2][i - 1] + u[t % 2][i + 1] - u[(t - 1) % 2][i];
    }
    for (int i = 0; i < n; i++)
        end[i] = u[(m + 1) % 2][i];
}

int main(void)
{
    double *start = data_f64(20, 6), *end = data_f64(20, 7);
    float *low = data_f32(20, 8);
    for (int n = 1; n <= 20; n += 1 + n / 3)
        for (int m = 0; m < 5; m++) {
            wave(n, m, start, end, low);
            show("end", end, n, sizeof *end);
            show("low", low, n, sizeof *low);
        }
    free(start);
    free(end);
    free(low);
    return 0;
}
