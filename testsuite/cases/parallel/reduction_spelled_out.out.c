// polycc: --at n=30
// expect: kept t
/* What a reduction joins is each thread's own, however its statement is spelled. The sums are of integers, which
   may be added in any order; t is shared. */
#include "bits.h"

int joined(int n, const int *restrict x, const int *restrict y)
{
    int s = 0, d = 0, p = 1, b = 0, most = 0;
    int t[n + 1];
#pragma scop
#pragma omp parallel for reduction(+ : s) reduction(-:d) reduction(*: p) reduction(|:b) reduction(max: most)
    for (int i = 0; i < n; i++) {
        t[i] = x[i] * y[i];
        s = s + t[i];
        d = y[i] + d;
        p *= 1 + (t[i] == 3);
        b |= t[i];
        most = most > t[i] ? most : t[i];
    }
#pragma endscop
    return s ^ d ^ p ^ b ^ most;
}

int main(void)
{
    for (int n = 0; n < 40; n += 3) {
        int *x = data_i32(n, 1, 50), *y = data_i32(n, 2, 60);
        int all = joined(n, x, y);
        show("all", &all, 1, sizeof all);
        free(x);
        free(y);
    }
    return 0;
}
