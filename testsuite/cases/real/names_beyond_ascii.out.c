// polycc: --optimize speed
// expect: contracted größen
// expect: contracted größen2
/* Names with letters beyond ASCII, as they are and by their numbers, which preprocessors may print either way. What
   looks like a number in a string, \u00f6, stays. */
#include "bits.h"

#define N 300
#define ZWÖLF 12

static const char *text = "gr\u00f6\u00dfer gr\u00fcn";

int main(void)
{
    /* polycc: x[i][j] -> x[i][j]; 9 * N cells instead of N * N */
    /* polycc: y[i][j] -> y[i][j]; 9 * N cells instead of N * N */
    static double x[9][N], y[9][N];
    puts(text);
    for (int n = 1; n <= 8; n += 3) {
        for (int i = 0; i < 9; i++)
            for (int j = 0; j < N; j++) {
                x[i][j] = i - 2.5 * j;
                y[i][j] = n;
            }
        { /* glätten */
            /* polycc: größen[i][j] -> größen[i][j]; 7 * N cells instead of N * N */
            double größen[7][N];
            for (int i = 0; i < n; i++)
                for (int j = 0; j < N; j++)
                    größen[i][j] = x[i][j] * ZWÖLF;
            for (int i = 1; i < n; i++)
                for (int j = 0; j < N; j++)
                    y[i][j] = größen[i][j] + größen[i - 1][j];
        }
        for (int i = 0; i < 9; i++)
            for (int j = 0; j < N; j++)
                printf("%a\n", y[i][j]);
        { /* nochmals */
            int gr\u00f6\u00dfe = n;
            /* polycc: größen2[i][j] -> größen2[i][j]; 7 * N cells instead of N * N */
            double größen2[7][N];
            for (int i = 0; i < größe; i++)
                for (int j = 0; j < N; j++)
                    größen2[i][j] = x[i][j] * 2;
            for (int i = 1; i < gr\u00f6\u00dfe; i++)
                for (int j = 0; j < N; j++)
                    y[i][j] = größen2[i][j] + größen2[i - 1][j];
        }
        for (int i = 0; i < 9; i++)
            for (int j = 0; j < N; j++)
                printf("%a\n", y[i][j]);
    }
    return 0;
}
