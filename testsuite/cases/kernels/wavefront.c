// polycc: --at steps=8,n=10
// bytes: 720 -> 160
// expect: contracted u
/* Jacobi in one dimension, executed along skewed wavefronts: the schedule moves every point by
   two per step, and time and space advance together. */
#include "bits.h"

static void skewed(int steps, int n, double x[n])
{
    double u[steps + 1][n];
#pragma scop
#pragma polycc schedule { First[i] -> [i,0]; Edge[t] -> [2t,t]; Inner[t,i] -> [2t+i,t]; Last[t] -> [2t+n-1,t]; Out[i] -> [3*steps+2*n+i,0] }
    for (int i = 0; i < n; i++)
First:  u[0][i] = x[i];
    for (int t = 1; t <= steps; t++) {
Edge:   u[t][0] = u[t - 1][0];
        for (int i = 1; i < n - 1; i++)
Inner:      u[t][i] = 0.25 * u[t - 1][i - 1] + 0.5 * u[t - 1][i] + 0.25 * u[t - 1][i + 1];
Last:   u[t][n - 1] = u[t - 1][n - 1];
    }
    for (int i = 0; i < n; i++)
Out:    x[i] = u[steps][i];
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{0, 2}, {1, 2}, {2, 3}, {5, 4}, {6, 9}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int steps = sizes[s][0], n = sizes[s][1];
        double *x = data_f64(n, 98);
        skewed(steps, n, x);
        show("x", x, n, sizeof *x);
        free(x);
    }
    return 0;
}
