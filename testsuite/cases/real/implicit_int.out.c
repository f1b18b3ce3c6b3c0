// polycc: --optimize speed
// expect: contracted t
/* C as it was: functions without a type give back an int. */
#include "bits.h"

#define N 300

double x[N][N], y[N][N];

blur(n)
{
    /* polycc: t[i][j] -> t[i % 2][j]; 2 * N cells instead of N * N */
    static double t[2][N];
    int i, j;
    {
        double *t_0 = t[0], *t_1 = t[1];
        for (i = 0; i < n; i++) {
            for (j = 0; j < N; j++)
                t_0[j] = x[i][j] * N;
            if (i >= 1)
                for (j = 0; j < N; j++)
                    y[i][j] = t_0[j] + t_1[j];
            double *t_next = t_1;
            t_1 = t_0, t_0 = t_next;
        }
    }
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
