// polycc: --optimize memory
// expect: scalarized slope
/* Counters that the file declares for all its loops; `k` counts in a function that a loop of `k` calls, `m` is looked at behind its loop. */
#include "bits.h"

#define N 90

int i, j, k, m, calls;
/* polycc: field[i][j] -> field[(2 * N + i - 2 * j - 2) % (2 * N + 1)]; (2 * N + 1) cells instead of N * N */
/* polycc: slope[i][j] -> slope; 1 cell instead of N * N */
static double field[2 * N + 1], slope = 0;
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
        for (j = 0; j < N; j++) {
            field[(2 * N + i - 2 * j - 2) % (2 * N + 1)] = 0.25 * i * j - i;
            if (i >= 2) {
                slope = field[(2 * N + i - 2 * j - 2) % (2 * N + 1)] - field[(2 * N + i - 2 * j - 4) % (2 * N + 1)];
                result[i - 1][j] = slope * 0.5 + j;
            }
        }
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
