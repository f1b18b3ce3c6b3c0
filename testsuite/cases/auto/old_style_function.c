// polycc: --optimize speed
// expect: contracted t
/* The types of the parameters stand behind their names, in an order of their own. */
#include "bits.h"

#define N 300

void smooth(n, x, y)
double (*restrict y)[N], (*restrict x)[N];
int n;
{
    double t[N][N];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < N; j++)
            t[i][j] = x[i][j] * 2;
    for (int i = 1; i < n; i++)
        for (int j = 0; j < N; j++)
            y[i][j] = t[i][j] + t[i - 1][j];
}

int main(void)
{
    static double x[N][N], y[N][N];
    for (int n = 1; n <= 8; n += 3) {
        for (int i = 0; i < 9; i++)
            for (int j = 0; j < N; j++) {
                x[i][j] = i - 2.5 * j;
                y[i][j] = n;
            }
        smooth(n, x, y);
        for (int i = 0; i < 9; i++)
            for (int j = 0; j < N; j++)
                printf("%a\n", y[i][j]);
    }
    return 0;
}
