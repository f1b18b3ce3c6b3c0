// expect: scalarized t
// expect: contracted u
/* Variables of inner blocks in loops that are joined: each is declared where it is used. `best` goes on from pixel to pixel of a row and
   `last` from row to row, `left` is set under a condition on data, `a` and `b` are set by one statement, and
   `sum` has a name for each nest. */
#include "bits.h"

static void scores(int h, int w, const double x[restrict h][w], double y[restrict h][w], double z[restrict h])
{
    double (*t)[w] = malloc(sizeof(double[h][w])), (*u)[w] = malloc(sizeof(double[h][w]));
    for (int i = 0; i < h; i++) {
        double best = -1;
        for (int j = 0; j < w; j++) {
            double sum = 0;
            for (int k = 0; k <= j && k < 4; k++) {
                double p = x[i][j - k] * 0.5;
                sum += p * p;
            }
            if (sum > best)
                best = sum;
            t[i][j] = sum - best;
        }
    }
    for (int i = 0; i < h; i++) {
        double left = 0;
        for (int j = 0; j < w; j++) {
            double a, b;
            a = (b = t[i][j], b * b);
            if (a > 0.25)
                left = a;
            u[i][j] = j % 3 == 2 ? left + b : a;
        }
    }
    double last = 0;
    for (int i = 0; i < h; i++) {
        for (int j = 0; j < w; j++) {
            double sum = u[i][j] * last;
            if (i > 0)
                sum += u[i - 1][j];
            y[i][j] = sum;
        }
        last = u[i][0];
        z[i] = last;
    }
    free(t);
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
