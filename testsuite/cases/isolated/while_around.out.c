// polycc: --transfer-reuse
/* A loop that isn't counted around the statement: Listing 1.6 within one function. */
#include "bits.h"

void bar(int i, int j[2])
{
    /* polycc: what is copied here stays for all of the block */
    {
        int j_local[2];
        memcpy(j_local, j, sizeof(int) * 2);
        while (i-- >= 0) {
            /* polycc: what follows runs in a memory space of its own */
            {
                for (int c = 0; c < 2; c++)
                    j_local[c]++;
            }
        }
        memcpy(j, j_local, sizeof(int) * 2);
    }
}

int main(void)
{
    int *j = data_i32(2, 1, 100);
    for (int i = -2; i < 4; i++)
        bar(i, j);
    show("j", j, 2, sizeof *j);
    free(j);
    return 0;
}
