// polycc: --optimize speed
/* Sizes and pointers that nobody knows where the function starts, or in `main`, which can't be copied: the test stands right in front of the loops, and
   beside the new ones are those that were there. */
#include "bits.h"

/* polycc: `relax_apart` is `relax` for sizes as they should be, in memory that doesn't overlap */
static void relax_apart(int steps, int n, double *u, double *v)
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
                                v[i * n + j] = 0.2 * (u[i * n + j] + u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
                        for (int i = 1 > t2 + 2 * t1 - 2 * t - 1 ? 1 : t2 + 2 * t1 - 2 * t - 1; i < n - 1 && i <= t2 + 2 * t1 - 2 * t + 30; i++)
                            for (int j = 1 > t3 + 2 * t1 - 2 * t - 1 ? 1 : t3 + 2 * t1 - 2 * t - 1; j <= last1; j++)
                                u[i * n + j] = v[i * n + j];
                    }
}

static void relax(int steps, int n, double *u, double *v)
{
    /* polycc: `relax_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect((const char *)(v + (((long)n - 1) * (long)n)) <= (const char *)u || (const char *)(u + ((long)n * (long)n)) <= (const char *)(v + (long)n), 1) && (16 * (double)n) * (double)n >= 8388608) {
        relax_apart(steps, n, u, v);
        return;
    }
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] = 0.2 * (u[i * n + j] + u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                u[i * n + j] = v[i * n + j];
    }
}

struct plate {
    double *cells[2];
    int side;
};

/* Which of the two it is that is new. */
static void settle(struct plate *plate, int is_second, int steps)
{
    int n = plate->side;
    double *u = plate->cells[is_second], *v = plate->cells[1 - is_second];
    /* polycc: for large sizes, in memory that doesn't overlap */
    if (__builtin_expect((const char *)(v + (((long)n - 1) * (long)n)) <= (const char *)u || (const char *)(u + ((long)n * (long)n)) <= (const char *)(v + (long)n), 1) && (16 * (double)n) * (double)n >= 8388608) {
        if (n >= 3)
            for (long t1 = 0; t1 < (long)steps; t1 += 32)
                for (long t2 = 0; t2 <= (long)n + 61; t2 += 32)
                    for (long t3 = 0; t3 <= (long)n + 61; t3 += 512)
                        for (int t = t1; t < steps && t <= t1 + 31; t++) {
                            int last = n - 2 < t3 + 2 * t1 - 2 * t + 511 ? n - 2 : t3 + 2 * t1 - 2 * t + 511;
                            int last1 = n - 2 < t3 + 2 * t1 - 2 * t + 510 ? n - 2 : t3 + 2 * t1 - 2 * t + 510;
                            for (int i = 1 > t2 + 2 * t1 - 2 * t ? 1 : t2 + 2 * t1 - 2 * t; i < n - 1 && i <= t2 + 2 * t1 - 2 * t + 31; i++)
                                for (int j = 1 > t3 + 2 * t1 - 2 * t ? 1 : t3 + 2 * t1 - 2 * t; j <= last; j++)
                                    v[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
                            for (int i = 1 > t2 + 2 * t1 - 2 * t - 1 ? 1 : t2 + 2 * t1 - 2 * t - 1; i < n - 1 && i <= t2 + 2 * t1 - 2 * t + 30; i++)
                                for (int j = 1 > t3 + 2 * t1 - 2 * t - 1 ? 1 : t3 + 2 * t1 - 2 * t - 1; j <= last1; j++)
                                    u[i * n + j] = v[i * n + j];
                        }
    } else {
        for (int t = 0; t < steps; t++) {
            for (int i = 1; i < n - 1; i++)
                for (int j = 1; j < n - 1; j++)
                    v[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
            for (int i = 1; i < n - 1; i++)
                for (int j = 1; j < n - 1; j++)
                    u[i * n + j] = v[i * n + j];
        }
    }
}

/* Columns of whatever the file says. */
static void columns(const char *text, double *out)
{
    int n = 0, m = 0;
    double *a = NULL;
    if (sscanf(text, "%d %d", &n, &m) == 2 && n > 0 && m > 0)
        a = data_f64((long)n * m, 4);
    else
        return;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[i * m + j] = a[i * m + j] + 1;
    free(a);
}

int main(int count, char **arguments)
{
    int n = count > 1 ? atoi(arguments[1]) : 740, steps = count > 2 ? atoi(arguments[2]) : 6;
    double *u = data_f64((long)n * n, 1), *v = data_f64((long)n * n, 2);
    int smaller = n / 9;
    struct plate plate = {{u, v}, smaller};
    relax(steps, smaller, u, v);
    settle(&plate, 1, steps);
    plate.side = n;
    settle(&plate, 0, steps);
    columns("3 40", v);
    columns("3 4", v);
    columns("nothing", v);
    /* polycc: for large sizes */
    if ((16 * (double)n) * (double)n >= 8388608) {
        if (n >= 3)
            for (long t1 = 0; t1 < (long)steps; t1 += 32)
                for (long t2 = 0; t2 <= (long)n + 30; t2 += 32)
                    for (long t3 = 0; t3 <= (long)n + 29; t3 += 512)
                        for (int t = t1; t < steps && t <= t1 + 31; t++) {
                            int last = n - 2 < t3 + t1 - t + 511 ? n - 2 : t3 + t1 - t + 511;
                            for (int i = 1 > t2 + t1 - t ? 1 : t2 + t1 - t; i < n - 1 && i <= t2 + t1 - t + 31; i++)
                                for (int j = 1 > t3 + t1 - t ? 1 : t3 + t1 - t; j <= last; j++)
                                    v[i * n + j] = 0.5 * (u[(i - 1) * n + j] + u[i * n + j + 1]);
                            for (int i = 1 > t2 + t1 - t - 1 ? 1 : t2 + t1 - t - 1; i < n - 1 && i <= t2 + t1 - t + 30; i++)
                                for (int j = 1 > t3 + t1 - t ? 1 : t3 + t1 - t; j <= last; j++)
                                    u[i * n + j] = v[i * n + j];
                        }
    } else {
        for (int t = 0; t < steps; t++) {
            for (int i = 1; i < n - 1; i++)
                for (int j = 1; j < n - 1; j++)
                    v[i * n + j] = 0.5 * (u[(i - 1) * n + j] + u[i * n + j + 1]);
            for (int i = 1; i < n - 1; i++)
                for (int j = 1; j < n - 1; j++)
                    u[i * n + j] = v[i * n + j];
        }
    }
    show("u", u + n, 100, sizeof *u);
    show("v", v + n, 100, sizeof *v);
    free(u);
    free(v);
    return 0;
}
