/* Constant sizes: a small part of a large table is a variable, with numbers for all sizes. */
#include "bits.h"

#define SIZE 64
#define FIRST 10

static int table[SIZE][SIZE];

static void patch(int value)
{
#pragma polycc isolate
    for (int i = FIRST; i < FIRST + 3; i++)
        for (int j = 20; j < 25; j++)
            table[i][j] = table[i][j + 1] + value;
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
