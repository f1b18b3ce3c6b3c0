// polycc: --at n=7
/* Counters that live outside: one is used afterwards, one is dead, one is only read. */
#include "bits.h"
#include "each_size.h"

static int fill(size_t n, long from, short a[n + 4])
{
    int i, j, last = 0;
    /* polycc: what follows runs in a memory space of its own */
    {
        (void)j;
        const long from_local = from;
        int i_local;
        short a_local[4];
        int last_local;
        int j_local;
        const long a_offset = from;
        memcpy(&last_local, &last, sizeof last_local);
        {
            for (i_local = 0; i_local < 4; i_local++)
                a_local[from_local + i_local - a_offset] = (short)(i_local + last_local);
            for (j_local = 0; j_local < 2; j_local++)
                last_local += a_local[from_local + j_local - a_offset];
        }
        memcpy(&a[from], a_local, sizeof(short) * 4);
        memcpy(&i, &i_local, sizeof i_local);
        memcpy(&last, &last_local, sizeof last_local);
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
