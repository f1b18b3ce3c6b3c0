// expect: scalarized t
// expect: contracted u
/* Variables of inner blocks in loops that are joined: each is declared where it is used. `best` goes on from pixel to pixel of a row and
   `last` from row to row, `left` is set under a condition on data, `a` and `b` are set by one statement, and
   `sum` has a name for each nest. */
#include "bits.h"

static void scores(int h, int w, const double x[restrict h][w], double y[restrict h][w], double z[restrict h])
{
    /* polycc: t[i][j] -> t; 1 cell instead of h * w */
    /* polycc: u[i][j] -> u[i % 2][j]; 2 * w cells instead of h * w */
    double t = 0, (*u)[w] = malloc(sizeof(double[2][w]));
    {
        double b;
        double last;
        last = 0;
        double *u_0 = u[0], *u_1 = u[1];
        for (int i = 0; i < h; i++) {
            double best = -1;
            double left = 0;
            for (int j = 0; j < w; j++) {
                double sum = 0;
                for (int k = 0; k < 4 && k <= j; k++) {
                    double p = x[i][j - k] * 0.5;
                    sum += p * p;
                }
                if (sum > best)
                    best = sum;
                t = sum - best;
                double a = (b = t, b * b);
                if (a > 0.25)
                    left = a;
                u_0[j] = j % 3 == 2 ? left + b : a;
                double sum_2 = u_0[j] * last;
                if (i >= 1)
                    sum_2 += u_1[j];
                y[i][j] = sum_2;
            }
            last = u_0[0];
            z[i] = last;
            double *u_next = u_1;
            u_1 = u_0, u_0 = u_next;
        }
    }
    free(u);
}

static void run(int h, int w)
{
    double *x = data_f64((long)h * w, 3), *y = block((long)h * w, sizeof *y), *z = block(h, sizeof *z);
    scores(h, w, (const double (*)[w])x, (double (*)[w])y, z);
    show("y", y, (long)h * w, sizeof *y);
    show("z", z, h, sizeof *z);
    free(x);
    free(y);
    free(z);
}

int main(void)
{
    run(1, 1);
    run(2, 5);
    run(7, 3);
    run(6, 90);
    return 0;
}
