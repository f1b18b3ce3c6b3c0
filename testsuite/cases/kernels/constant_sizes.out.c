// bytes: 1608000 -> 16000
// expect: contracted field
/* Sizes are macros and large: the arrays are fixed, and the check has to shrink them. */
#include "bits.h"

#define STEPS 200
#define N 1000

typedef double row[N];

static void advect(row x)
{
    row field[STEPS + 1];
#pragma scop
    for (int i = 0; i < N; i++)
        /* polycc: field[i][j] -> field[i % 2][j]; 2 * N cells instead of (STEPS + 1) * N */
        field[0][i] = x[i];
    for (int t = 0; t < STEPS; t++) {
        field[(t + 1) % 2][0] = field[t % 2][N - 1];
        for (int i = 1; i < N; i++)
            field[(t + 1) % 2][i] = 0.75 * field[t % 2][i] + 0.25 * field[t % 2][i - 1];
    }
    for (int i = 0; i < N; i++)
        x[i] = field[STEPS % 2][i];
#pragma endscop
}

int main(void)
{
    double *x = data_f64(N, 83);
    advect(x);
    show("x", x, N, sizeof *x);
    free(x);
    return 0;
}
