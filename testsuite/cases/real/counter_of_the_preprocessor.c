// polycc: --optimize speed
// says: new text would preprocess to something else
/* `__COUNTER__` counts how often it was expanded, so no expansion may come or go. The first function keeps its order for that,
   and its array shrinks in place; in the second one a macro would have to go. */
#include <stdio.h>

#define NUMBERED(x) ((x) + __COUNTER__)
#define STORE(x) t[i] = NUMBERED(x)

static void in_place(int n, double x[restrict n], double y[restrict n])
{
    double t[n];
    for (int i = 0; i < n; i++) {
        t[i] = x[i] * (__COUNTER__ + 1);
        y[i] = t[i] + __COUNTER__;
    }
}

static void in_a_macro(int n, double x[restrict n], double y[restrict n])
{
    double t[n];
    for (int i = 0; i < n; i++) {
        STORE(x[i]);
        y[i] += t[i];
    }
}

static void in_two_loops(int n, double x[restrict n][n], double y[restrict n][n])
{
    double t[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            t[i][j] = NUMBERED(x[i][j]);
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n; j++)
            y[i][j] = t[i][j] + t[i - 1][j];
}

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
        in_place(n, x, y);
        in_a_macro(n, x, y);
        in_two_loops(n, a, b);
        for (int i = 0; i < n; i++) {
            printf("%a\n", y[i]);
            for (int j = 0; j < n; j++)
                printf("%a\n", b[i][j]);
        }
    }
    printf("%d\n", __COUNTER__);
    return 0;
}
