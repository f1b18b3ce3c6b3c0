// polycc: --optimize speed
/* Sweeps over the same arrays: in tiles at all sizes where each element waits for the one before it, where the arrays are large where none
   does, with a test where pointers may overlap. Integers don't wait, and a table that is filled in is no sweep; both stay. */
#include "bits.h"

static void relaxed(int sweeps, int h, int w, double u[h][w])
{
    if (h >= 3 && w >= 3)
        for (long t1 = 0; t1 < (long)sweeps; t1 += 32)
            for (long t2 = 0; t2 <= (long)h + 29; t2 += 32)
                for (long t3 = 0; t3 <= (long)w + 29; t3 += 8)
                    for (int t = t1; t < sweeps && t <= t1 + 31; t++) {
                        int last = w - 2 < t3 + t1 - t + 7 ? w - 2 : t3 + t1 - t + 7;
                        for (int i = 1 > t2 + t1 - t ? 1 : t2 + t1 - t; i < h - 1 && i <= t2 + t1 - t + 31; i++)
                            for (int j = 1 > t3 + t1 - t ? 1 : t3 + t1 - t; j <= last; j++)
                                u[i][j] = 0.25 * (u[i - 1][j] + u[i][j - 1] + u[i][j + 1] + u[i + 1][j]);
                    }
}

/* polycc: `there_and_back_apart` is `there_and_back` for sizes as they should be, in memory that doesn't overlap */
static void there_and_back_apart(int steps, int n, double a[restrict n][n], double b[restrict n][n])
{
    if (n >= 3)
        for (long t1 = 0; t1 < (long)steps; t1 += 32)
            for (long t2 = 0; t2 <= (long)n + 61; t2 += 32)
                for (long t3 = 0; t3 <= (long)n + 61; t3 += 512)
                    for (int t = t1; t < steps && t <= t1 + 31; t++) {
                        int last = n - 2 < t3 + 2 * t1 - 2 * t + 511 ? n - 2 : t3 + 2 * t1 - 2 * t + 511;
                        int last1 = n - 2 < t3 + 2 * t1 - 2 * t + 510 ? n - 2 : t3 + 2 * t1 - 2 * t + 510;
                        for (int i = 1 > t2 + 2 * t1 - 2 * t ? 1 : t2 + 2 * t1 - 2 * t; i < n - 1 && i <= t2 + 2 * t1 - 2 * t + 31; i++)
                            for (int j = 1 > t3 + 2 * t1 - 2 * t ? 1 : t3 + 2 * t1 - 2 * t; j <= last; j++)
                                b[i][j] = 0.2 * (a[i][j] + a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
                        for (int i = 1 > t2 + 2 * t1 - 2 * t - 1 ? 1 : t2 + 2 * t1 - 2 * t - 1; i < n - 1 && i <= t2 + 2 * t1 - 2 * t + 30; i++)
                            for (int j = 1 > t3 + 2 * t1 - 2 * t - 1 ? 1 : t3 + 2 * t1 - 2 * t - 1; j <= last1; j++)
                                a[i][j] = b[i][j];
                    }
}

static void there_and_back(int steps, int n, double a[restrict n][n], double b[restrict n][n])
{
    /* polycc: `there_and_back_apart` is for sizes as they should be, in memory that doesn't overlap */
    if ((16 * (double)n) * (double)n >= 8388608) {
        there_and_back_apart(steps, n, a, b);
        return;
    }
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i][j] = 0.2 * (a[i][j] + a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = b[i][j];
    }
}

/* polycc: `rods_apart` is `rods` for sizes as they should be, in memory that doesn't overlap */
static void rods_apart(int steps, int n, float *u, float *next)
{
    if (n >= 3)
        for (long t1 = 0; t1 < (long)steps; t1 += 128)
            for (long t2 = 0; t2 <= (long)n + 253; t2 += 2048)
                for (int t = t1; t < steps && t <= t1 + 127; t++) {
                    for (int i = 1 > t2 + 2 * t1 - 2 * t ? 1 : t2 + 2 * t1 - 2 * t; i <= (n - 2 < t2 + 2 * t1 - 2 * t + 2047 ? n - 2 : t2 + 2 * t1 - 2 * t + 2047); i++)
                        next[i] = (u[i - 1] + u[i] + u[i + 1]) / 3;
                    for (int i = 1 > t2 + 2 * t1 - 2 * t - 1 ? 1 : t2 + 2 * t1 - 2 * t - 1; i <= (n - 2 < t2 + 2 * t1 - 2 * t + 2046 ? n - 2 : t2 + 2 * t1 - 2 * t + 2046); i++)
                        u[i] = next[i];
                }
}

static void rods(int steps, int n, float *u, float *next)
{
    /* polycc: `rods_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect((const char *)(next + ((long)n - 1)) <= (const char *)u || (const char *)(u + (long)n) <= (const char *)(next + 1), 1) && 8 * (long)n >= 8388608) {
        rods_apart(steps, n, u, next);
        return;
    }
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            next[i] = (u[i - 1] + u[i] + u[i + 1]) / 3;
        for (int i = 1; i < n - 1; i++)
            u[i] = next[i];
    }
}

static void whole_numbers(int sweeps, int h, int w, int u[h][w])
{
    for (int t = 0; t < sweeps; t++)
        for (int i = 1; i < h; i++)
            for (int j = 1; j < w; j++)
                u[i][j] = (u[i - 1][j] + u[i][j - 1]) & 1023;
}

static void table(int n, double c[n][n])
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            c[i][j] = c[i - 1][j] > c[i][j - 1] ? c[i - 1][j] : c[i][j - 1] + 1;
}

int main(void)
{
    const int sizes[] = {0, 1, 2, 3, 9, 40, 131};
    for (int s = 0; s < 7; s++) {
        int n = sizes[s], m = n / 2 + 3, steps = s * 9;
        double *u = data_f64((long)n * m, 1), *a = data_f64((long)n * n, 2), *b = data_f64((long)n * n, 3);
        float *r = data_f32(2L * n, 4);
        int *k = data_i32((long)n * m, 5, 1000);
        if (n > 0) {
            relaxed(steps, n, m, (double(*)[m])u);
            there_and_back(steps, n, (double(*)[n])a, (double(*)[n])b);
            rods(steps, n, r, r + n);
            rods(steps, n, r, r + n / 2);
            whole_numbers(steps, n, m, (int(*)[m])k);
            table(n, (double(*)[n])b);
        }
        show("u", u, (long)n * m, sizeof *u);
        show("a", a, (long)n * n, sizeof *a);
        show("b", b, (long)n * n, sizeof *b);
        show("r", r, 2L * n, sizeof *r);
        show("k", k, (long)n * m, sizeof *k);
        free(u), free(a), free(b), free(r), free(k);
    }
    double *a = data_f64(800 * 800, 6), *b = data_f64(800 * 800, 7);
    there_and_back(5, 800, (double(*)[800])a, (double(*)[800])b);
    show("a", a, 800 * 800, sizeof *a);
    free(a), free(b);
    float *r = data_f32(2400000, 8);
    rods(3, 1200000, r, r + 1200000);
    show("r", r, 2400000, sizeof *r);
    free(r);
    return 0;
}
