// expect: contracted next
// expect: contracted x
/* Stages that count with the names with which the loops around their calls count: the counters of the stage get others. */
#include "bits.h"

#define SIDE 70

static void show_double(double value)
{
    printf("%.17g\n", value);
}

/* A step of diffusion; how much has changed. */
static double diffused(double u[SIDE][SIDE], double next[SIDE][SIDE])
{
    double change = 0;
    for (int j = 1; j < SIDE - 1; j++)
        for (int i = 1; i < SIDE - 1; i++)
            next[j][i] = 0.25 * (u[j - 1][i] + u[j + 1][i] + u[j][i - 1] + u[j][i + 1]);
    for (int j = 1; j < SIDE - 1; j++)
        for (int i = 1; i < SIDE - 1; i++)
            change += (next[j][i] - u[j][i]) * (next[j][i] - u[j][i]);
    for (int j = 1; j < SIDE - 1; j++)
        for (int i = 1; i < SIDE - 1; i++)
            u[j][i] = next[j][i];
    return change;
}

static void heat(double u[SIDE][SIDE])
{
    double next[SIDE][SIDE];
    int i;
    for (i = 0; i < 60; i++) {
        double change = diffused(u, next);
        show_double(change);
        if (change < 0.5)
            break;
    }
}

/* Each of several signals through two filters, with the counter of the signals declared in its loop. */
static void mix(int n, const double *x, double *mixed)
{
    int i;
    for (i = 0; i < n; i++)
        mixed[i] = i == 0 ? x[i] : 0.5 * (x[i] + x[i - 1]);
}

static void weigh(int n, const double *mixed, double *y)
{
    for (int i = 0; i < n; i++)
        y[i] = i == 0 ? mixed[i] : 0.75 * mixed[i] + 0.25 * mixed[i - 1];
}

static void filter(int signals, int n, double x[restrict signals][n], double y[restrict signals][n])
{
    double mixed[n];
    for (int i = 0; i < signals; i++) {
        mix(n, x[i], mixed);
        weigh(n, mixed, y[i]);
    }
}

int main(void)
{
    static double u[SIDE][SIDE];
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            u[i][j] = i * 37 % 11 + j * 5 % 7;
    heat(u);
    for (int i = 0; i < SIDE; i++)
        show_double(u[i][SIDE / 2]);
    static double x[5][900], y[5][900];
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 900; j++)
            x[i][j] = (i * 7 + j * 3) % 13;
    filter(5, 900, x, y);
    for (int i = 0; i < 5; i++)
        show_double(y[i][17] + y[i][899]);
    return 0;
}
