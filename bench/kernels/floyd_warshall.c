/* Shortest ways between all towns (Floyd and Warshall), in an array of the file. */
#include "kernel.h"

#ifndef TOWNS
#define TOWNS 1000
#endif

static int way[TOWNS][TOWNS];

static void fill(void)
{
    for (int i = 0; i < TOWNS; i++)
        for (int j = 0; j < TOWNS; j++)
            way[i][j] = i == j ? 0 : (i * 31 + j * 17) % 97 == 0 ? 1 + (i * 7 + j * 11) % 50 : 1000000;
}

static void shorten(void)
{
    for (int k = 0; k < TOWNS; k++)
        for (int i = 0; i < TOWNS; i++)
            for (int j = 0; j < TOWNS; j++)
                if (way[i][k] + way[k][j] < way[i][j])
                    way[i][j] = way[i][k] + way[k][j];
}

int main(void)
{
    fill();
    double start = now();
    shorten();
    spent_since(start);
    show_ints("way", way, (size_t)TOWNS * TOWNS);
    return 0;
}
