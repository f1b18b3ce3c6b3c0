// polycc: --transfer-reuse
/* A loop that isn't counted around the statement: Listing 1.6 within one function. */
#include "bits.h"

void bar(int i, int j[2])
{
    while (i-- >= 0) {
#pragma polycc isolate
        for (int c = 0; c < 2; c++)
            j[c]++;
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
