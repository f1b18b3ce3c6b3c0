/* Constant sizes: a small part of a large table is a variable, with numbers for all sizes. */
#include "bits.h"

#define SIZE 64
#define FIRST 10

static int table[SIZE][SIZE];

static void patch(int value)
{
    /* polycc: what follows runs in a memory space of its own */
    {
        const int value_local = value;
        int table_local[3][6];
        const long table_offset = 20;
        for (long row = 0; row < 3; row++)
            memcpy(&table_local[row][1], &table[row + 10][21], sizeof(int) * 5);
        for (int i = FIRST; i < FIRST + 3; i++)
            for (int j = 20; j < 25; j++)
                table_local[i - 10][j - table_offset] = table_local[i - 10][j + 1 - table_offset] + value_local;
        for (long row = 0; row < 3; row++)
            memcpy(&table[row + 10][20], table_local[row], sizeof(int) * 5);
    }
}

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++)
            table[i][j] = i * j;
    int *value = data_i32(1, 3, 9);
    patch(*value);
    free(value);
    show("table", table, SIZE * SIZE, sizeof **table);
    return 0;
}
