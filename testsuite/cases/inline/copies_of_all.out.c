/* Each turn copies all of the array that it has computed; but the border is the same in both from the start, so that it copies what it has
   computed. */
#include "bits.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE 180

static void tell(const double *grid, int n, int turn)
{
    double sum = 0;
    for (int i = 0; i < n * n; i++)
        sum += grid[i];
    printf("%d: %.6f\n", turn, sum);
}

static void relax(const double *grid, double *next, int n)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            next[i * n + j] = 0.25 * (grid[(i - 1) * n + j] + grid[(i + 1) * n + j] + grid[i * n + j - 1] + grid[i * n + j + 1]);
}

static void copy(double *to, const double *from, int n)
{
    for (int i = 0; i < n * n; i++)
        to[i] = from[i];
}

/* stages, and one that only tells something */
static void by_stages(int n)
{
    /* polycc: next[i * n + j] -> next[(i % 2) * n + j]; 2 * n cells instead of n * n */
    double *grid = malloc(n * n * sizeof *grid), *next = malloc(sizeof(double) * 2 * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            grid[i * n + j] = i == 0 || j == 0 ? 1.0 : 0.0;
    for (int turn = 0; turn < 6; turn++) {
        {
            double *next_0 = &next[n], *next_1 = &next[0];
            for (int i = 1; i < n; i++) {
                if (i < n - 1)
                    for (int j = 1; j < n - 1; j++)
                        /* relax */
                        next_0[j] = 0.25 * (grid[(i - 1) * n + j] + grid[(i + 1) * n + j] + grid[i * n + j - 1] + grid[i * n + j + 1]);
                if (i >= 2)
                    for (int j = 1; j < n - 1; j++)
                        grid[(i - 1) * n + j] = next_1[j];
                double *next_next = next_1;
                next_1 = next_0, next_0 = next_next;
            }
        }
        if (turn % 2 == 0)
            tell(grid, n, turn);
    }
    show("grid", grid, n * n, sizeof *grid);
    free(grid);
    free(next);
}

/* until it changes no more, by `memcpy` */
static void until_still(void)
{
    /* polycc: warm_next[i][j] -> warm_next[i % 2][j]; 2 * SIDE cells instead of SIDE * SIDE */
    static double warm[SIDE][SIDE], warm_next[2][SIDE];
    double change = 1.0;
    int turns = 0;
    for (int i = 0; i < SIDE; i++) {
        warm[i][0] = 3.0;
        warm[0][i] = 2.0;
        warm[i][SIDE - 1] = warm[SIDE - 1][i] = 1.0;
    }
    for (turns = 0; change > 0.05 && turns < 40; turns++) {
        change = 0.0;
        {
            double *warm_next_0 = warm_next[1], *warm_next_1 = warm_next[0];
            for (int i = 1; i < SIDE; i++) {
                if (i < SIDE - 1)
                    for (int j = 1; j < SIDE - 1; j++) {
                        warm_next_0[j] = (warm[i - 1][j] + warm[i + 1][j] + warm[i][j - 1] + warm[i][j + 1]) / 4.0;
                        change = fmax(change, fabs(warm_next_0[j] - warm[i][j]));
                    }
                if (i >= 2)
                    for (int j = 1; j < SIDE - 1; j++)
                        warm[i - 1][j] = warm_next_1[j];
                double *warm_next_next = warm_next_1;
                warm_next_1 = warm_next_0, warm_next_0 = warm_next_next;
            }
        }
    }
    printf("%d turns\n", turns);
    show("warm", warm, SIDE * SIDE, sizeof warm[0][0]);
}

/* a border that the copy changes */
static void borders_differ(void)
{
    /* polycc: cold_next[i][j] -> cold_next[i % 2][j]; 2 * SIDE cells instead of SIDE * SIDE */
    static double cold[SIDE][SIDE], cold_next[2][SIDE];
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            cold[i][j] = (i * j) % 5;
    for (int turn = 0; turn < 4; turn++) {
        for (int j = 0; j < SIDE; j++)
            cold_next[0][j] = (0) % 2;
        double *cold_next_0 = cold_next[1], *cold_next_1 = cold_next[0];
        for (int i = 1; i <= SIDE; i++) {
            if (i < SIDE - 1) {
                cold_next_0[0] = i % 2;
                cold_next_0[SIDE - 1] = i % 2;
                for (int j = 1; j < SIDE - 1; j++)
                    cold_next_0[j] = (cold[i - 1][j] + cold[i + 1][j]) / 2;
            }
            else if (i == SIDE - 1) {
                double *cold_next_11 = cold_next[(SIDE - 1) % 2];
                for (int j = 0; j < SIDE; j++)
                    cold_next_11[j] = (SIDE - 1) % 2;
            }
            for (int cell1 = 0; cell1 < SIDE; cell1++)
                cold[i - 1][cell1] = cold_next_1[cell1];
            double *cold_next_next = cold_next_1;
            cold_next_1 = cold_next_0, cold_next_0 = cold_next_next;
        }
    }
    show("cold", cold, SIDE * SIDE, sizeof cold[0][0]);
}

/* polycc: `borders_differ_in_turns_apart` is `borders_differ_in_turns` for sizes as they should be, in memory that doesn't overlap */
static void borders_differ_in_turns_apart(int n)
{
    /* polycc: next[i * n + j] -> next[(i % 2) * n + j]; 2 * n cells instead of n * n */
    double *grid = malloc(n * n * sizeof *grid), *next = malloc(sizeof(double) * 2 * n);
    for (int i_0 = 0; i_0 < n; i_0++)
        for (int i_1 = 0; i_1 < n; i_1++)
            grid[i_0 * n + i_1] = (i_0 * n + i_1) % 5;
    for (int turn = 0; turn < 4; turn++) {
        for (int i_1 = 0; i_1 < n - 1; i_1++)
            next[i_1] = i_1 % 7;
        /* tell */
        double sum = 0;
        double *next_0 = &next[0], *next_1 = &next[n];
        for (int i_0 = 0; i_0 <= n; i_0++) {
            if (i_0 < n - 1 && i_0 >= 1) {
                next_0[0] = (i_0 * n + 0) % 7;
            }
            else if (i_0 == n - 1) {
                double *next_11 = &next[((n - 1) % 2) * n];
                for (int i_1 = 0; i_1 < n - 1; i_1++)
                    next_11[i_1] = ((n - 1) * n + i_1) % 7;
            }
            if (i_0 < n) {
                next_0[n - 1] = (i_0 * n + (n - 1)) % 7;
                if (i_0 < n - 1 && i_0 >= 1)
                    for (int j = 1; j < n - 1; j++)
                        /* relax */
                        next_0[j] = 0.25 * (grid[(i_0 - 1) * n + j] + grid[(i_0 + 1) * n + j] + grid[i_0 * n + j - 1] + grid[i_0 * n + j + 1]);
            }
            if (i_0 >= 1) {
                for (int i_1 = 0; i_1 < n; i_1++)
                    /* copy */
                    grid[(i_0 - 1) * n + i_1] = next_1[i_1];
                for (int i_1 = 0; i_1 < n; i_1++)
                    sum += grid[(i_0 - 1) * n + i_1];
            }
            double *next_next = next_1;
            next_1 = next_0, next_0 = next_next;
        }
        printf("%d: %.6f\n", turn, sum);
    }
    free(grid);
    free(next);
}

/* another one, between turns that tell something: all is copied on */
static void borders_differ_in_turns(int n)
{
    /* polycc: `borders_differ_in_turns_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect((long)n >= 3, 1)) {
        borders_differ_in_turns_apart(n);
        return;
    }
    double *grid = malloc(n * n * sizeof *grid), *next = malloc(n * n * sizeof *next);
    for (int i = 0; i < n * n; i++) {
        grid[i] = i % 5;
        next[i] = i % 7;
    }
    for (int turn = 0; turn < 4; turn++) {
        relax(grid, next, n);
        copy(grid, next, n);
        tell(grid, n, turn);
    }
    free(grid);
    free(next);
}

/* three moments in a row, with a file perhaps */
static void string_of(int n)
{
    /* polycc: later[i] -> later[i % 513]; 513 cells instead of n */
    double *earlier = malloc(n * sizeof *earlier), *now = malloc(n * sizeof *now), *later = malloc(sizeof(double[513]));
    int i;
    for (i = 0; i < n; i++)
        earlier[i] = now[i] = 0;
    for (i = 1; i < n - 1; i++)
        earlier[i] = now[i] = i % 17;
    for (int turn = 0; turn < 5; turn++) {
        for (long t = 0; t < (long)n; t += 512) {
            for (i = 1 > t ? 1 : t; i <= (n - 2 < t + 511 ? n - 2 : t + 511); i++)
                later[i - t + 1] = 2 * now[i] - earlier[i] + 0.25 * (now[i + 1] - 2 * now[i] + now[i - 1]);
            for (i = 2 > t ? 2 : t; i <= (n - 1 < t + 511 ? n - 1 : t + 511); i++) {
                earlier[i - 1] = now[i - 1];
                now[i - 1] = later[i - t];
            }
            later[0] = later[512];
        }
        if (turn == 3) {
            char line[40];
            sprintf(line, "turn %d", turn);
            for (i = 0; i < n; i += n / 4)
                printf("%s: %.6f\n", line, now[i]);
        }
    }
    show("now", now, n, sizeof *now);
    free(earlier);
    free(now);
    free(later);
}

int main(void)
{
    int n = 90;
    by_stages(n);
    until_still();
    borders_differ();
    borders_differ_in_turns(n);
    string_of(n * 40);
    return 0;
}
