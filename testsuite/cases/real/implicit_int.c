// polycc: --optimize speed
// expect: contracted t
/* C as it was: functions without a type give back an int. */
#include "bits.h"

#define N 300

double x[N][N], y[N][N];

blur(n)
{
    static double t[N][N];
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < N; j++)
            t[i][j] = x[i][j] * N;
    for (i = 1; i < n; i++)
        for (j = 0; j < N; j++)
            y[i][j] = t[i][j] + t[i - 1][j];
    return n;
}

main()
{
    int n, i, j;
    for (n = 1; n <= 8; n += 3) {
        for (i = 0; i < 9; i++)
            for (j = 0; j < N; j++)
                x[i][j] = i - 2.5 * j;
        printf("%d\n", blur(n));
        show("y", y, (long)N * N, sizeof(double));
    }
    return 0;
}
