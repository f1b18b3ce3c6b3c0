// expect: contracted next
// expect: contracted after
// expect: contracted flux
// expect: contracted half
// expect: contracted scaled
// expect: kept moving
// expect: kept shown
// expect: kept rising
/* Grids of which the border is set once, before the time steps, and copied with the rest in each of them: each step may set it
   itself. `moving` changes its border on the way, of `shown` the last step is looked at, and `rising` isn't set to the same in
   each step. */
#include "bits.h"

/* All of it is set, but only the border is read before the first step writes it. */
static void warm(int steps, int h, int w, double u[restrict h][w])
{
    double next[h][w];
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            next[i][j] = 1;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < h - 1; i++)
            for (int j = 1; j < w - 1; j++)
                next[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++)
                u[i][j] = next[i][j];
    }
}

/* A loop for each two sides, and a value that the caller gives. */
static void sides(int steps, int h, int w, double side, double u[restrict h][w])
{
    double after[h][w];
    for (int j = 0; j < w; j++) {
        after[0][j] = side;
        after[h - 1][j] = j % 3;
    }
    for (int i = 1; i < h - 1; i++) {
        after[i][0] = side * i;
        after[i][w - 1] = u[i][0];
    }
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < h - 1; i++)
            for (int j = 1; j < w - 1; j++)
                after[i][j] = u[i][j] + 0.1 * (u[i - 1][j] - u[i + 1][j]);
        for (int i = 0; i < h; i++)
            for (int j = 1; j < w - 1; j++)
                u[i][j] = after[i][j] + (j == 1 ? after[i][0] : 0);
    }
}

/* A condition tells what the border is. */
static void edges(int steps, int h, int w, const double in[restrict h][w], double out[restrict h][w])
{
    double flux[h][w];
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            if (i == 0 || i == h - 1)
                flux[i][j] = 0;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < h - 1; i++)
            for (int j = 0; j < w; j++)
                flux[i][j] = in[i][j] - in[i - 1][j] + t;
        for (int i = 0; i < h - 1; i++)
            for (int j = 0; j < w; j++)
                out[i][j] += flux[i + 1][j] - flux[i][j];
    }
}

/* Two of them, one made from the other. */
static void twice(int steps, int n, double u[restrict n])
{
    double half[n], scaled[n];
    half[0] = 1;
    half[n - 1] = 2;
    scaled[0] = 3;
    scaled[n - 1] = 4;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            half[i] = 0.5 * (u[i - 1] + u[i + 1]);
        for (int i = 1; i < n - 1; i++)
            scaled[i] = half[i - 1] + half[i + 1];
        for (int i = 0; i < n; i++)
            u[i] = 0.5 * scaled[i];
    }
}

/* The first row is added to. */
static void moves(int steps, int h, int w, double u[restrict h][w])
{
    double moving[h][w];
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            moving[i][j] = 1;
    for (int t = 0; t < steps; t++) {
        for (int j = 0; j < w; j++)
            moving[0][j] += 1;
        for (int i = 1; i < h - 1; i++)
            for (int j = 0; j < w; j++)
                moving[i][j] = u[i - 1][j] + u[i + 1][j];
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++)
                u[i][j] = moving[i][j];
    }
}

/* What the last step leaves is shown. */
static double shows(int steps, int h, int w, double u[restrict h][w])
{
    double shown[h][w], all = 0;
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            shown[i][j] = 1;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < h - 1; i++)
            for (int j = 0; j < w; j++)
                shown[i][j] = u[i - 1][j] + u[i + 1][j];
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++)
                u[i][j] = shown[i][j];
    }
    for (int j = 0; j < w; j++)
        for (int i = 0; i < h; i++)
            all += shown[i][j] * (i + j);
    return all;
}

/* The value that it is set to rises. */
static void rises(int steps, int n, int m, double u[restrict n][m])
{
    double rising[n][m], level = 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            rising[i][j] = level;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 0; j < m; j++)
                rising[i][j] = u[i - 1][j] + u[i + 1][j] + level;
        level += 1;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                u[i][j] = rising[i][j];
    }
}

int main(void)
{
    static const int sizes[][3] = {{0, 4, 5}, {1, 3, 3}, {2, 8, 9}, {5, 1, 1}, {4, 2, 3}, {3, 80, 75}};
    for (int k = 0; k < 6; k++) {
        int steps = sizes[k][0], h = sizes[k][1], w = sizes[k][2];
        double (*u)[w] = (double (*)[w])data_f64((long)h * w, (uint32_t)k), (*v)[w] = (double (*)[w])data_f64((long)h * w, 7);
        warm(steps, h, w, u);
        if (h > 1)
            sides(steps, h, w, 0.5 * k, u);
        edges(steps, h, w, (const double (*)[w])u, v);
        if (w > 1)
            twice(steps, w, u[0]);
        moves(steps, h, w, v);
        rises(steps, h, w, u);
        show("u", u, (long)h * w, sizeof(double));
        show("v", v, (long)h * w, sizeof(double));
        double all = shows(steps, h, w, v);
        show("all", &all, 1, sizeof all);
        free(u);
        free(v);
    }
    return 0;
}
