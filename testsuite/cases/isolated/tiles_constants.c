// polycc: --tile --transfer-reuse
/* Constant sizes, and tiles of the usual size: of an image that is turned, rows and columns change places, so a tile
   needs as little room in one as in the other. */
#include "bits.h"

#define ROWS 70
#define COLUMNS 96

static int turned[COLUMNS][ROWS];

static void turn(int image[restrict ROWS][COLUMNS])
{
#pragma polycc isolate
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            turned[COLUMNS - 1 - j][i] = image[i][j] ^ i;
}

int main(void)
{
    int *image = data_i32(ROWS * COLUMNS, 5, 1000);
    turn((int(*)[COLUMNS])image);
    show("turned", turned, ROWS * COLUMNS, sizeof **turned);
    free(image);
    return 0;
}
