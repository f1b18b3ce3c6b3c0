// expect: contracted next
// expect: contracted after
// expect: kept all
/* Waves by leapfrog: each step computes the next state from the last two, then moves both back, in loops of their own. The copy of
   the state before the last exchanges no value with the other loops of the step, but stands between them for the cells that they
   use, so it has to be in the loop over rows with them. Where the border is copied, too, and nothing sets it in the step, all
   cells are there from step to step. */
#include "bits.h"

#define M 300
#define STEPS 3

/* the inside alone is copied; a cell of each step is looked at */
static void membrane(int n, int m, int steps, double (*restrict last)[m], double (*restrict now)[m], double *restrict middle)
{
    double (*next)[m] = malloc(n * sizeof *next);
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                next[i][j] = 2 * now[i][j] - last[i][j]
                             + 0.25 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1] - 4 * now[i][j]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                last[i][j] = now[i][j];
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                now[i][j] = next[i][j];
        middle[t] = now[n / 2][m / 2];
    }
    free(next);
}

int main(void)
{
    static double last[M][M], now[M][M], next[M][M], after[M][M], all[M][M];
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) {
            now[i][j] = (i * 7 + j * 3) % 11 / 8.0;
            last[i][j] = (i * 5 + j * 9) % 13 / 8.0;
        }
    for (int t = 0; t < STEPS; t++) {
        for (int i = 1; i < M - 1; i++)
            for (int j = 1; j < M - 1; j++)
                next[i][j] = now[i][j] - 0.5 * last[i][j] + 0.25 * (now[i - 1][j] + now[i + 1][j]);
        for (int i = 1; i < M - 1; i++)
            for (int j = 1; j < M - 1; j++)
                last[i][j] = now[i][j];
        for (int i = 1; i < M - 1; i++)
            for (int j = 1; j < M - 1; j++)
                now[i][j] = next[i][j];
    }
    show("now", now, M * M, sizeof **now);
    /* the border of the new state follows from its inside */
    for (int t = 0; t < STEPS; t++) {
        for (int i = 1; i < M - 1; i++) {
            for (int j = 1; j < M - 1; j++)
                after[i][j] = now[i][j] - 0.5 * last[i][j] + 0.25 * (now[i][j - 1] + now[i + 1][j]);
            after[i][0] = after[i][1];
            after[i][M - 1] = 0;
        }
        for (int i = 1; i < M - 1; i++)
            for (int j = 0; j < M; j++)
                last[i][j] = now[i][j];
        for (int i = 1; i < M - 1; i++)
            for (int j = 0; j < M; j++)
                now[i][j] = after[i][j];
    }
    show("now", now, M * M, sizeof **now);
    for (int j = 0; j < M; j++)
        all[0][j] = all[M - 1][j] = 1;
    for (int i = 0; i < M; i++)
        all[i][0] = all[i][M - 1] = i;
    for (int t = 0; t < STEPS; t++) {
        for (int i = 1; i < M - 1; i++)
            for (int j = 1; j < M - 1; j++)
                all[i][j] = now[i][j] - 0.5 * last[i][j] + 0.25 * (now[i - 1][j] + now[i + 1][j]);
        for (int i = 0; i < M; i++)
            for (int j = 0; j < M; j++)
                last[i][j] = now[i][j];
        for (int i = 0; i < M; i++)
            for (int j = 0; j < M; j++)
                now[i][j] = all[i][j];
    }
    show("last", last, M * M, sizeof **last);
    static const int sizes[] = {1, 2, 3, 9, 40};
    for (int s = 0; s < 5; s++)
        for (int steps = 0; steps <= STEPS; steps++) {
            int n = sizes[s];
            double *a = data_f64(n * n, 1), *b = data_f64(n * n, 2), middle[STEPS] = {0};
            membrane(n, n, steps, (double(*)[n])a, (double(*)[n])b, middle);
            show("now", b, n * n, sizeof *b);
            show("middle", middle, STEPS, sizeof *middle);
            free(a);
            free(b);
        }
    return 0;
}
