// polycc: --at n=9
/* A write with a hole: what the store would overwrite without having written it is loaded first. */
#include "bits.h"
#include "each_size.h"

static void clear(int n, int a[n + 1])
{
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        if (i != 3)
            a[i] = 0;
}

int main(void)
{
    each_size(n) {
        int *a = data_i32(n + 1, 5, 1000);
        clear(n, a);
        show("a", a, n + 1, sizeof *a);
        free(a);
    }
    return 0;
}
