// polycc: --tile=3,4
/* Two arrays by turns, both of the caller: the second loop of a step runs behind the first in each tile, since
   the arrays are used again. */
#include "bits.h"

static void relax(int steps, int n, double a[restrict n], double b[restrict n])
{
#pragma scop
    if (n >= 3)
        for (long t1 = 0; t1 < (long)steps; t1 += 3)
            for (long t2 = 0; t2 <= (long)n + 3; t2 += 4)
                for (int t = t1; t < steps && t <= t1 + 2; t++) {
                    for (int i = 1 > t2 + 2 * t1 - 2 * t ? 1 : t2 + 2 * t1 - 2 * t; i <= (n - 2 < t2 + 2 * t1 - 2 * t + 3 ? n - 2 : t2 + 2 * t1 - 2 * t + 3); i++)
                        b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3.0;
                    for (int i = 1 > t2 + 2 * t1 - 2 * t - 1 ? 1 : t2 + 2 * t1 - 2 * t - 1; i <= (n - 2 < t2 + 2 * t1 - 2 * t + 2 ? n - 2 : t2 + 2 * t1 - 2 * t + 2); i++)
                        a[i] = b[i];
                }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{0, 3}, {1, 1}, {1, 4}, {7, 3}, {5, 9}, {8, 17}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int steps = sizes[s][0], n = sizes[s][1];
        double *a = data_f64(n, 3), *b = data_f64(n, 4);
        relax(steps, n, a, b);
        show("a", a, n, sizeof *a);
        show("b", b, n, sizeof *b);
        free(a);
        free(b);
    }
    return 0;
}
