// polycc: --optimize speed --parallel --scops auto
/* `#line` in and between functions, as in all generated C, and regions that macros mark: whatever lines are called, each region
   is changed where it stands, or stays. */
#include <stdio.h>

#define BEGIN _Pragma("scop")
#define END _Pragma("endscop")

#line 100 "grammar.y"
static void elsewhere(int n, double x[restrict n], double y[restrict n])
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] * 2;
}
#line 15 "lines_numbered_anew.c"
static void two_rows(int n, double x[restrict n][n], double y[restrict n][n])
{
    double t[n][n];
    BEGIN
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            t[i][j] = x[i][j] * 2;
#line 9
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n; j++)
            y[i][j] = t[i][j] + t[i - 1][j];
    END
}

#line 300 "real/lines_numbered_anew.c"
static void back_in_the_file(int n, double x[restrict n][n], double y[restrict n][n])
{
    double t[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            t[i][j] = x[i][j] * 2;
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n; j++)
            y[i][j] += t[i][j] + t[i - 1][j];
}

#line 7 "tests.h"
int main(void)
{
    for (int n = 1; n < 6; n++) {
        double x[n], y[n], a[n][n], b[n][n];
        for (int i = 0; i < n; i++) {
            x[i] = i;
            for (int j = 0; j < n; j++) {
                a[i][j] = i + 0.5 * j;
                b[i][j] = 0;
            }
        }
        elsewhere(n, x, y);
        two_rows(n, a, b);
        back_in_the_file(n, a, b);
        for (int i = 0; i < n; i++) {
            printf("%a\n", y[i]);
            for (int j = 0; j < n; j++)
                printf("%a\n", b[i][j]);
        }
    }
    return 0;
}
