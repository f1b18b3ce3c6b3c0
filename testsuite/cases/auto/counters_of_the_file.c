// polycc: --optimize memory
// expect: scalarized slope
/* Counters that the file declares for all its loops; `k` counts in a function that a loop of `k` calls, `m` is looked at behind its loop. */
#include "bits.h"

#define N 90

int i, j, k, m, calls;
static double field[N][N], slope[N][N];
static double seen[64];

void measure(void)
{
    calls++;
    for (k = 0; k < 4; k++)
        seen[(4 * calls + k) % 64] += k * calls;
}

int main(void)
{
    static double result[N][N];
    double row[N], sum = 0.0;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            field[i][j] = 0.25 * i * j - i;
    for (i = 1; i < N - 1; i++)
        for (j = 0; j < N; j++)
            slope[i][j] = field[i + 1][j] - field[i - 1][j];
    for (i = 1; i < N - 1; i++)
        for (j = 0; j < N; j++)
            result[i][j] = slope[i][j] * 0.5 + j;
    show("slope", result, N * N, sizeof(double));
    for (k = 0; k < 4; k++)
        measure();
    show("seen", seen, 64, sizeof(double));
    for (m = 0; m < N; m++)
        row[m] = m * 0.5;
    for (m = 0; m < N; m++)
        sum += row[m] * row[m];
    sum += m;
    show("sum", &sum, 1, sizeof sum);
    show("calls", &calls, 1, sizeof calls);
    return 0;
}
