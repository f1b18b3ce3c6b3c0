// polycc: --optimize none
// bytes: 24000 -> 960
// expect: contracted u
/* A program that is one function; its sizes are constants. */
#include "bits.h"

#define STEPS 49
#define N 60

int main(void)
{
    /* polycc: u[i][j] -> u[i % 2][j]; 2 * N cells instead of (STEPS + 1) * N */
    double u[2][N];
    for (int i = 0; i < N; i++)
        u[0][i] = i % 7 * 0.5;
    for (int t = 1; t <= STEPS; t++) {
        u[t % 2][0] = u[(t - 1) % 2][0];
        for (int i = 1; i < N; i++)
            u[t % 2][i] = 0.5 * (u[(t - 1) % 2][i - 1] + u[(t - 1) % 2][i]);
    }
    double sum = 0.0;
    for (int i = 0; i < N; i++)
        sum += u[STEPS % 2][i] * i;
    show("sum", &sum, 1, sizeof sum);
    return 0;
}
