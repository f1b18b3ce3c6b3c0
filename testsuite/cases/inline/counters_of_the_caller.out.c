// expect: contracted next
// expect: contracted x
/* Stages that count with the names with which the loops around their calls count: the counters of the stage get others. */
#include "bits.h"

#define SIDE 70

static void show_double(double value)
{
    printf("%.17g\n", value);
}

static void heat(double u[SIDE][SIDE])
{
    /* polycc: next[i][j] -> next[i % 2][j]; 2 * SIDE cells instead of SIDE * SIDE */
    double next[2][SIDE];
    int i;
    for (i = 0; i < 60; i++) {
        double change;
        {
            double diffused_change;
            /* diffused */
            diffused_change = 0;
            double *next_0 = next[1], *next_1 = next[0];
            for (int j = 1; j < SIDE; j++) {
                if (j < SIDE - 1) {
                    for (int diffused_i = 1; diffused_i < SIDE - 1; diffused_i++)
                        next_0[diffused_i] = 0.25 * (u[j - 1][diffused_i] + u[j + 1][diffused_i] + u[j][diffused_i - 1] + u[j][diffused_i + 1]);
                    for (int diffused_i = 1; diffused_i < SIDE - 1; diffused_i++)
                        diffused_change += (next_0[diffused_i] - u[j][diffused_i]) * (next_0[diffused_i] - u[j][diffused_i]);
                }
                if (j >= 2)
                    for (int diffused_i = 1; diffused_i < SIDE - 1; diffused_i++)
                        u[j - 1][diffused_i] = next_1[diffused_i];
                double *next_next = next_1;
                next_1 = next_0, next_0 = next_next;
            }
            change = diffused_change;
        }
        show_double(change);
        if (change < 0.5)
            break;
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
    /* polycc: x[i][j] -> x[j]; 900 cells instead of 4500 */
    /* polycc: y[i][j] -> y[j]; 900 cells instead of 4500 */
    static double x[900], y[900];
    {
        double mixed[900];
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j <= 899; j++)
                x[j] = (i * 7 + j * 3) % 13;
            for (int mix_i = 0; mix_i <= 899; mix_i++)
                /* filter */
                /* mix */
                mixed[mix_i] = mix_i == 0 ? x[mix_i] : 0.5 * (x[mix_i] + x[mix_i - 1]);
            for (int weigh_i = 0; weigh_i <= 899; weigh_i++)
                /* weigh */
                y[weigh_i] = weigh_i == 0 ? mixed[weigh_i] : 0.75 * mixed[weigh_i] + 0.25 * mixed[weigh_i - 1];
            /* show_double */
            double value = y[17] + y[899];
            printf("%.17g\n", value);
        }
    }
    return 0;
}
