/* Conjugate gradients: all stages in one function. */
#include "program.h"

static void solve(int w, int h, const double b[restrict h][w], double x[restrict h][w], int steps)
{
    double (*r)[w] = malloc(sizeof(double[h][w]));
    double (*p)[w] = malloc(sizeof(double[h][w]));
    double (*q)[w] = malloc(sizeof(double[h][w]));
    double rr = 0;
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++) {
            double v = 4.1 * x[i][j];
            if (j > 0)
                v -= x[i][j - 1];
            if (j < w - 1)
                v -= x[i][j + 1];
            if (i > 0)
                v -= x[i - 1][j];
            if (i < h - 1)
                v -= x[i + 1][j];
            q[i][j] = v;
        }
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            r[i][j] = b[i][j];
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            r[i][j] += -1 * q[i][j];
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            p[i][j] = r[i][j];
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            rr += r[i][j] * r[i][j];
    for (int k = 0; k < steps && rr > 1e-30; k++) {
        double pq = 0, next_rr = 0;
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++) {
                double v = 4.1 * p[i][j];
                if (j > 0)
                    v -= p[i][j - 1];
                if (j < w - 1)
                    v -= p[i][j + 1];
                if (i > 0)
                    v -= p[i - 1][j];
                if (i < h - 1)
                    v -= p[i + 1][j];
                q[i][j] = v;
            }
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++)
                pq += p[i][j] * q[i][j];
        double alpha = rr / pq;
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++)
                x[i][j] += alpha * p[i][j];
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++)
                r[i][j] += -alpha * q[i][j];
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++)
                next_rr += r[i][j] * r[i][j];
        double beta = next_rr / rr;
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++)
                p[i][j] = r[i][j] + beta * p[i][j];
        rr = next_rr;
    }
    free(r);
    free(p);
    free(q);
}

int main(int argc, char **argv)
{
    int steps = size(argc, argv, 1), w = size(argc, argv, 2), h = size(argc, argv, 3);
    double *b = doubles((size_t)w * h, 1), *x = doubles((size_t)w * h, 2);
    solve(w, h, (const void *)b, (void *)x, steps);
    show("x", x, sizeof(double) * w * h);
    free(b);
    free(x);
    return 0;
}
