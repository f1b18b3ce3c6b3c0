// polycc: --optimize none
// bytes: 24000 -> 960
// expect: contracted u
/* A program that is one function; its sizes are constants. */
#include "bits.h"

#define STEPS 49
#define N 60

int main(void)
{
    double u[STEPS + 1][N];
    for (int i = 0; i < N; i++)
        u[0][i] = i % 7 * 0.5;
    for (int t = 1; t <= STEPS; t++) {
        u[t][0] = u[t - 1][0];
        for (int i = 1; i < N; i++)
            u[t][i] = 0.5 * (u[t - 1][i - 1] + u[t - 1][i]);
    }
    double sum = 0.0;
    for (int i = 0; i < N; i++)
        sum += u[STEPS][i] * i;
    show("sum", &sum, 1, sizeof sum);
    return 0;
}
