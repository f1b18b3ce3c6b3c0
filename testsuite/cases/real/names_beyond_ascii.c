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
    double größen[N][N];
    for (int i = 0; i < größe; i++)
        for (int j = 0; j < N; j++)
            größen[i][j] = x[i][j] * ZWÖLF;
    for (int i = 1; i < größe; i++)
        for (int j = 0; j < N; j++)
            y[i][j] = größen[i][j] + größen[i - 1][j];
}

static void nochmals(int gr\u00f6\u00dfe, double (*restrict x)[N], double (*restrict y)[N])
{
    double größen2[N][N];
    for (int i = 0; i < größe; i++)
        for (int j = 0; j < N; j++)
            gr\u00f6\U000000dfen2[i][j] = x[i][j] * 2;
    for (int i = 1; i < gr\u00f6\u00dfe; i++)
        for (int j = 0; j < N; j++)
            y[i][j] = größen2[i][j] + gr\u00f6\u00dfen2[i - 1][j];
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
