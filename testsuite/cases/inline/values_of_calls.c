// expect: contracted next
/* Calls of a function that reads arrays, within conditions and expressions: their values get names, and what it does stands in
   front of the statement. What `&&` guards stays guarded: `facing` reads beyond the grid's edge otherwise. */
#include <stdio.h>

#define H 300
#define W 200

/* How many of the eight cells around one are alive. */
static int count_neighbours(int cells[H][W], int y, int x) {
    int sum = -cells[y][x], row, column;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            row = y + dy, column = x + dx;
            if (row >= 0 && row < H && column >= 0 && column < W)
                sum += cells[row][column]; // outside nothing is alive
        }
    return sum;
}

/* What the four cells beside one have in common. */
static int facing(int cells[H][W], int y, int x) {
    int vertical = cells[y - 1][x] & cells[y + 1][x];
    int horizontal = cells[y][x - 1] & cells[y][x + 1];
    return vertical | horizontal;
}

/* The sum of a row, which nothing gains from. */
static int in_row(int cells[H][W], int y) {
    int sum = 0;
    for (int x = 0; x < W; x++)
        sum += cells[y][x];
    return sum;
}

int main(void) {
    int cells[H][W], next[H][W];
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            cells[y][x] = (y * 7 + x * x * 3) % 5 < 2;
    for (int t = 0; t < 3; t++) {
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                next[y][x] = count_neighbours(cells, y, x) == 3 || (cells[y][x] && count_neighbours(cells, y, x) == 2);
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                cells[y][x] = next[y][x];
    }
    for (int t = 0; t < 2; t++) {
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                if (y > 0 && y < H - 1 && x > 0 && x < W - 1 && facing(cells, y, x))
                    next[y][x] = cells[y][x];
                else
                    next[y][x] = 0;
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                cells[y][x] = next[y][x];
    }
    for (int y = 0; y < H; y++)
        if (in_row(cells, y) > 3)
            printf("%d %d\n", y, in_row(cells, y));
    return 0;
}
