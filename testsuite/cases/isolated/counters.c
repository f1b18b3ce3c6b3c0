// polycc: --at n=7
/* Counters that live outside: one is used afterwards, one is dead, one is only read. */
#include "bits.h"
#include "each_size.h"

static int fill(size_t n, long from, short a[n + 4])
{
    int i, j, last = 0;
#pragma polycc isolate
    {
        for (i = 0; i < 4; i++)
            a[from + i] = (short)(i + last);
        for (j = 0; j < 2; j++)
            last += a[from + j];
    }
    return i + last;
}

int main(void)
{
    each_size(n) {
        int16_t *a = data_i16(n + 4, 5, 1000);
        int end = fill((size_t)n, n, a);
        show("a", a, n + 4, sizeof *a);
        show("end", &end, 1, sizeof end);
        free(a);
    }
    return 0;
}
