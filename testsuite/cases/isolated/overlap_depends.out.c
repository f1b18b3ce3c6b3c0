// polycc: --transfer-overlap --at n=9,i=2
/* What an iteration may store is what the next one loads: its work waits for `a`, not for `b`. */
#include "bits.h"

static void carry(int n, int a[restrict n + 1], const int b[restrict n])
{
    /* polycc: what is copied lasts for the whole loop */
    {
        int b_local[2];
        for (int i = 0; i < n; i++)
            /* polycc: what follows runs in a memory space of its own */
            {
                const int i_local = i;
                int a_local[2];
                const long a_offset = i;
                if (i == 0)
                    memcpy(b_local, b, sizeof(int));
                memcpy(a_local, &a[i], sizeof(int) * 2);
                if (n >= i + 2)
                    memcpy(&b_local[(i + 1) % 2], &b[i + 1], sizeof(int));
                if (b_local[(i_local) % 2] > 20)
                    a_local[i_local + 1 - a_offset] += a_local[i_local - a_offset];
                memcpy(&a[i + 1], &a_local[1], sizeof(int));
            }
    }
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
