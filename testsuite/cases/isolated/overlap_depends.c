// polycc: --transfer-overlap --at n=9,i=2
/* What an iteration may store is what the next one loads: its work waits for `a`, not for `b`. */
#include "bits.h"

static void carry(int n, int a[restrict n + 1], const int b[restrict n])
{
    for (int i = 0; i < n; i++)
#pragma polycc isolate
        if (b[i] > 20)
            a[i + 1] += a[i];
}

int main(void)
{
    for (int n = 0; n < 30; n += n < 3 ? 1 : 9) {
        int *a = data_i32(n + 1, 1, 100), *b = data_i32(n, 2, 50);
        carry(n, a, b);
        show("a", a, n + 1, sizeof *a);
        free(a);
        free(b);
    }
    return 0;
}
