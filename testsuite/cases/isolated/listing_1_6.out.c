// polycc: --transfer-reuse
/* Listing 1.6: the transfers leave the loop, then the function, and meet between its two calls. */
#include "bits.h"

static void bar(int i, int j[2])
{
    while (i-- >= 0)
        /* polycc: what follows runs in a memory space of its own */
        {
            /* polycc: `j` is in it already: calls hand over what is copied */
            for (int c = 0; c < 2; c++)
                j[c]++;
        }
}

static void foo(int j[2])
{
    /* polycc: what is copied here stays for all of the block */
    {
        int j_local[2];
        memcpy(j_local, j, sizeof(int) * 2);
        bar(0, j_local);
        bar(1, j_local);
        memcpy(j, j_local, sizeof(int) * 2);
    }
}

int main(void)
{
    int *j = data_i32(2, 1, 100);
    foo(j);
    show("j", j, 2, sizeof *j);
    free(j);
    return 0;
}
