// polycc: --parallel --at steps=50,n=100
// bytes: 40800 -> 1600
// expect: contracted u
/* Steps follow one another; within a step all cells may be computed at once. Two rows are enough still. */
#include "bits.h"

static void relax(int steps, int n, const double *restrict initial, double *restrict final)
{
    /* polycc: u[i][j] -> u[i % 2][j]; 2 * n cells instead of (steps + 1) * n */
    double u[2][n];
#pragma scop
    {
        #pragma omp parallel for if(n > 50000)
        for (int i = 0; i < n; i++)
            u[0][i] = initial[i];
        double *u_0 = u[1], *u_1 = u[0];
        for (int t = 1; t <= steps; t++) {
            u_0[0] = u_1[0];
            #pragma omp parallel for if(n > 20000)
            for (int i = 1; i < n - 1; i++)
                u_0[i] = (u_1[i - 1] + u_1[i] + u_1[i + 1]) / 3.0;
            if (n >= 2)
                u_0[n - 1] = u_1[n - 1];
            double *u_next = u_1;
            u_1 = u_0, u_0 = u_next;
        }
        #pragma omp parallel for if(n > 50000)
        for (int i = 0; i < n; i++)
            final[i] = u[steps % 2][i];
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{0, 1}, {1, 1}, {2, 2}, {5, 7}, {9, 40}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int steps = sizes[s][0], n = sizes[s][1];
        double *initial = data_f64(n, 3), *final = data_f64(n, 4);
        relax(steps, n, initial, final);
        show("final", final, n, sizeof *final);
        free(initial);
        free(final);
    }
    return 0;
}
