// polycc: --transfer-reuse
/* Listing 1.6: the transfers leave the loop, then the function, and meet between its two calls. */
#include "bits.h"

static void bar(int i, int j[2])
{
    while (i-- >= 0)
#pragma polycc isolate
        for (int c = 0; c < 2; c++)
            j[c]++;
}

static void foo(int j[2])
{
    bar(0, j);
    bar(1, j);
}

int main(void)
{
    int *j = data_i32(2, 1, 100);
    foo(j);
    show("j", j, 2, sizeof *j);
    free(j);
    return 0;
}
