// polycc: --at N=10
// bytes: 0 -> 0
/* The matrix product after scalar promotion ("Ignoring memory-based dependences", Figure 2).
   Interchanging i and j inverts the output dependence on t but breaks none of t's live ranges:
   the schedule is accepted. */
#include "bits.h"

static void product(int N, double A[N][N], double B[N][N], double C[N][N])
{
    int i, j, k;
    double t;
#pragma scop
    for (j = 0; j < N; j++)
        for (i = 0; i < N; i++) {
            t = 0;
            for (k = 0; k < N; k++)
                t += B[i][k] * C[k][j];
            A[i][j] = t;
        }
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 8, 11};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *a = data_f64(n * n, 12), *b = data_f64(n * n, 13), *c = data_f64(n * n, 14);
        product(n, (void *)a, (void *)b, (void *)c);
        show("A", a, n * n, sizeof *a);
        free(a);
        free(b);
        free(c);
    }
    return 0;
}
