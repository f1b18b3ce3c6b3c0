/* The most pairs that a folded strand of bases can have (Nussinov): intervals by their first base from the last one on,
   in arrays of the file. */
#include "kernel.h"

#ifndef BASES
#define BASES 1500
#endif

static int base[BASES], best[BASES][BASES];

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static void fill(void)
{
    for (int i = 0; i < BASES; i++)
        base[i] = (i * 7 + i / 5 * 3 + i / 11) % 4;
}

static void fold(void)
{
    for (int i = BASES - 1; i >= 0; i--) {
        best[i][i] = 0;
        for (int j = i + 1; j < BASES; j++) {
            best[i][j] = larger(best[i + 1][j], best[i][j - 1]);
            if (j > i + 1)
                best[i][j] = larger(best[i][j], best[i + 1][j - 1] + (base[i] + base[j] == 3 ? 1 : 0));
            for (int k = i + 1; k < j; k++)
                best[i][j] = larger(best[i][j], best[i][k] + best[k + 1][j]);
        }
    }
}

int main(void)
{
    fill();
    double start = now();
    fold();
    spent_since(start);
    show_ints("best", best, (size_t)BASES * BASES);
    return 0;
}
