// expect: contracted inverted
// expect: contracted smooth
/* Sizes that the file keeps for itself: bytes that are written can't be them, since nobody has their address; and where main alone sets
   them, once, they are known where arrays get their size. What a pointer may lead to may be such a size. */
#include "bits.h"

typedef unsigned char byte;

static int rows, columns, elsewhere;
static int *const known = &elsewhere;

static unsigned sums(const byte *in)
{
    byte kept[8];
    for (int k = 0; k < elsewhere; k++)
        kept[k] = in[k];
    *known = 2;
    unsigned sum = 0;
    for (int k = 0; k < elsewhere; k++)
        sum = sum * 31 + kept[k];
    return sum;
}

int main(int argc, char **argv)
{
    rows = argc > 1 ? atoi(argv[1]) : 80;
    columns = argc > 2 ? atoi(argv[2]) : 73;
    if (rows < 1 || columns < 2)
        return 1;
    /* polycc: inverted[i * columns + j] -> inverted[j]; columns cells instead of rows * columns */
    /* polycc: smooth[i * columns + j] -> smooth[j]; columns cells instead of rows * columns */
    byte *from = malloc(rows * columns), *inverted = malloc(sizeof(byte[columns])), *smooth = malloc(sizeof(byte[columns]));
    unsigned sum;
    sum = 0;
    for (int k_0 = 0; k_0 < rows; k_0++) {
        for (int k_1 = 0; k_1 < columns; k_1++)
            from[k_0 * columns + k_1] = (k_0 * columns + k_1) * 7 + (k_0 * columns + k_1) / 5;
        for (int c = 0; c < columns; c++)
            /* invert */
            inverted[c] = 255 - from[k_0 * columns + c];
        for (int c = 1; c < columns; c++)
            /* soften */
            smooth[c] = (inverted[c] + inverted[c - 1]) / 2;
        for (int c = 1; c < columns; c++)
            sum = sum * 31 + smooth[c];
    }
    show("sum", &sum, 1, sizeof sum);
    elsewhere = 5;
    sum = sums(from);
    show("sum", &sum, 1, sizeof sum);
    free(from);
    free(inverted);
    free(smooth);
    return 0;
}
