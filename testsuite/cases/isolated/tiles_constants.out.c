// polycc: --tile --transfer-reuse
/* Constant sizes, and tiles of the usual size: of an image that is turned, rows and columns change places, so a tile
   needs as little room in one as in the other. */
#include "bits.h"

#define ROWS 70
#define COLUMNS 96

static int turned[COLUMNS][ROWS];

static void turn(int image[restrict ROWS][COLUMNS])
{
    for (long t = 0; t < ROWS; t += 32)
        for (long t1 = 0; t1 < COLUMNS; t1 += 32) {
            /* polycc: what follows runs in a memory space of its own */
            {
                const long t_local = t, t1_local = t1;
                const long turned_extent = 32 < COLUMNS - t1 ? 32 : COLUMNS - t1;
                const long turned_extent1 = 32 < ROWS - t ? 32 : ROWS - t;
                int (*turned_local)[turned_extent1] = malloc(sizeof(int) * turned_extent * turned_extent1);
                int (*image_local)[turned_extent] = malloc(sizeof(int) * turned_extent1 * turned_extent);
                const long turned_offset = 0 > COLUMNS - t1 - 32 ? 0 : COLUMNS - t1 - 32;
                const long turned_offset1 = t;
                const long image_offset = t;
                const long image_offset1 = t1;
                if (!turned_local || !image_local)
                    abort();
                for (long row = 0; row < turned_extent1; row++)
                    memcpy(image_local[row], &image[t + row][t1], sizeof(int) * turned_extent);
                for (int i = t_local; i < ROWS && i <= t_local + 31; i++)
                    for (int j = t1_local; j <= (COLUMNS - 1 < t1_local + 31 ? COLUMNS - 1 : t1_local + 31); j++)
                        turned_local[COLUMNS - j - 1 - turned_offset][i - turned_offset1] = image_local[i - image_offset][j - image_offset1] ^ i;
                for (long row = 0; row < turned_extent; row++)
                    memcpy(&turned[(0 > COLUMNS - t1 - 32 ? 0 : COLUMNS - t1 - 32) + row][t], turned_local[row], sizeof(int) * turned_extent1);
                free(image_local);
                free(turned_local);
            }
        }
}

int main(void)
{
    int *image = data_i32(ROWS * COLUMNS, 5, 1000);
    turn((int(*)[COLUMNS])image);
    show("turned", turned, ROWS * COLUMNS, sizeof **turned);
    free(image);
    return 0;
}
