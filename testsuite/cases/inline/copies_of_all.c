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
    double *grid = malloc(n * n * sizeof *grid), *next = malloc(n * n * sizeof *next);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            grid[i * n + j] = i == 0 || j == 0 ? 1.0 : 0.0;
    for (int i = 0; i < n * n; i++)
        next[i] = grid[i];
    for (int turn = 0; turn < 6; turn++) {
        relax(grid, next, n);
        copy(grid, next, n);
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
    static double warm[SIDE][SIDE], warm_next[SIDE][SIDE];
    double change = 1.0;
    int turns = 0;
    for (int i = 0; i < SIDE; i++) {
        warm[i][0] = warm_next[i][0] = 3.0;
        warm[0][i] = warm_next[0][i] = 2.0;
        warm[i][SIDE - 1] = warm_next[i][SIDE - 1] = warm[SIDE - 1][i] = warm_next[SIDE - 1][i] = 1.0;
    }
    while (change > 0.05 && turns < 40) {
        change = 0.0;
        for (int i = 1; i < SIDE - 1; i++)
            for (int j = 1; j < SIDE - 1; j++) {
                warm_next[i][j] = (warm[i - 1][j] + warm[i + 1][j] + warm[i][j - 1] + warm[i][j + 1]) / 4.0;
                change = fmax(change, fabs(warm_next[i][j] - warm[i][j]));
            }
        memcpy(warm, warm_next, sizeof warm);
        turns++;
    }
    printf("%d turns\n", turns);
    show("warm", warm, SIDE * SIDE, sizeof warm[0][0]);
}

/* a border that the copy changes */
static void borders_differ(void)
{
    static double cold[SIDE][SIDE], cold_next[SIDE][SIDE];
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            cold[i][j] = (i * j) % 5;
            cold_next[i][j] = i % 2;
        }
    for (int turn = 0; turn < 4; turn++) {
        for (int i = 1; i < SIDE - 1; i++)
            for (int j = 1; j < SIDE - 1; j++)
                cold_next[i][j] = (cold[i - 1][j] + cold[i + 1][j]) / 2;
        memcpy(cold, cold_next, sizeof cold);
    }
    show("cold", cold, SIDE * SIDE, sizeof cold[0][0]);
}

/* another one, between turns that tell something: all is copied on */
static void borders_differ_in_turns(int n)
{
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
    double *earlier = malloc(n * sizeof *earlier), *now = malloc(n * sizeof *now), *later = malloc(n * sizeof *later);
    int i;
    for (i = 0; i < n; i++)
        earlier[i] = now[i] = later[i] = 0;
    for (i = 1; i < n - 1; i++)
        earlier[i] = now[i] = i % 17;
    for (int turn = 0; turn < 5; turn++) {
        for (i = 1; i < n - 1; i++)
            later[i] = 2 * now[i] - earlier[i] + 0.25 * (now[i + 1] - 2 * now[i] + now[i - 1]);
        for (i = 0; i < n; i++) {
            earlier[i] = now[i];
            now[i] = later[i];
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
