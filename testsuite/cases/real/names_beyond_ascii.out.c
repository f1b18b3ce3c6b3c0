// polycc: --optimize speed
// expect: contracted größen
// expect: contracted größen2
/* Names with letters beyond ASCII, as they are and by their numbers, which preprocessors may print either way. What
   looks like a number in a string, \u00f6, stays. */
#include "bits.h"

#define N 300
#define ZWÖLF 12

static const char *text = "gr\u00f6\u00dfer gr\u00fcn";

static void glätten(int größe, double (*restrict x)[N], double (*restrict y)[N])
{
    /* polycc: größen[i][j] -> größen[i % 2][j]; 2 * N cells instead of N * N */
    double größen[2][N];
    {
        double *größen_0 = größen[0], *größen_1 = größen[1];
        for (int i = 0; i < größe; i++) {
            for (int j = 0; j < N; j++)
                größen_0[j] = x[i][j] * 12;
            if (i >= 1)
                for (int j = 0; j < N; j++)
                    y[i][j] = größen_0[j] + größen_1[j];
            double *größen_next = größen_1;
            größen_1 = größen_0, größen_0 = größen_next;
        }
    }
}

static void nochmals(int gr\u00f6\u00dfe, double (*restrict x)[N], double (*restrict y)[N])
{
    /* polycc: größen2[i][j] -> größen2[i % 2][j]; 2 * N cells instead of N * N */
    double größen2[2][N];
    {
        double *größen2_0 = größen2[0], *größen2_1 = größen2[1];
        for (int i = 0; i < größe; i++) {
            for (int j = 0; j < N; j++)
                größen2_0[j] = x[i][j] * 2;
            if (i >= 1)
                for (int j = 0; j < N; j++)
                    y[i][j] = größen2_0[j] + größen2_1[j];
            double *größen2_next = größen2_1;
            größen2_1 = größen2_0, größen2_0 = größen2_next;
        }
    }
}

int main(void)
{
    static double x[N][N], y[N][N];
    puts(text);
    for (int n = 1; n <= 8; n += 3) {
        for (int i = 0; i < 9; i++)
            for (int j = 0; j < N; j++) {
                x[i][j] = i - 2.5 * j;
                y[i][j] = n;
            }
        glätten(n, x, y);
        for (int i = 0; i < 9; i++)
            for (int j = 0; j < N; j++)
                printf("%a\n", y[i][j]);
        nochmals(n, x, y);
        for (int i = 0; i < 9; i++)
            for (int j = 0; j < N; j++)
                printf("%a\n", y[i][j]);
    }
    return 0;
}
