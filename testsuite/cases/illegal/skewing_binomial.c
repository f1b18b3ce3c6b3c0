// status: 1
/* A row of Pascal's triangle after the other in place, from the right: on the diagonals i + j a cell is
   replaced before its right neighbour has read it.
   legal: { S0[i,j] -> [2i - j, i] } */
#include "bits.h"
#include "size.h"

static void triangle(int n, double *c)
{
#pragma polycc schedule { S0[i,j] -> [i + j, i] }
#pragma scop
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0; j--)
            c[j] = 0.75 * c[j] + c[j - 1];
#pragma endscop
}

int main(void)
{
    int n = size("n", 7);
    double *c = data_f64(n, 30);
    triangle(n, c);
    show("c", c, n, sizeof *c);
    free(c);
    return 0;
}
