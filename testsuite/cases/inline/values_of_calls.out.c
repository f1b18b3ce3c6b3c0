// expect: contracted next
/* Calls of a function that reads arrays, within conditions and expressions: their values get names, and what it does stands in
   front of the statement. What `&&` guards stays guarded: `facing` reads beyond the grid's edge otherwise. */
#include <stdio.h>

#define H 300
#define W 200

/* The sum of a row, which nothing gains from. */
static int in_row(int cells[H][W], int y) {
    int sum = 0;
    for (int x = 0; x < W; x++)
        sum += cells[y][x];
    return sum;
}

int main(void) {
    /* polycc: next[i][j] -> next[i % 2][j]; 2 * W cells instead of H * W */
    int cells[H][W], next[2][W];
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            cells[y][x] = (y * 7 + x * x * 3) % 5 < 2;
    for (int t = 0; t < 3; t++) {
        int *next_0 = next[0], *next_1 = next[1];
        for (int y = 0; y <= H; y++) {
            if (y < H) {
                for (int x = 0; x < W && (x < 1 || y < 1 || y >= H - 1); x++) {
                    /* count_neighbours */
                    int sum = -cells[y][x];
                    for (int dy = -1 > -y ? -1 : -y; dy < 2 && dy < H - y; dy++)
                        for (int dx = -1 > -x ? -1 : -x; dx < 2 && dx < W - x; dx++)
                            sum += cells[y + dy][x + dx]; // outside nothing is alive
                    int count_neighbours_value = sum;
                    next_0[x] = count_neighbours_value == 3 || (cells[y][x] && count_neighbours_value == 2);
                }
                if (y >= 1 && y < H - 1) {
                    for (int x = 1; x < W - 1; x++) {
                        int sum = -cells[y][x];
                        for (int dy = -1; dy < 2; dy++)
                            for (int dx = -1; dx < 2; dx++)
                                sum += cells[y + dy][x + dx];
                        int count_neighbours_value = sum;
                        next_0[x] = count_neighbours_value == 3 || (cells[y][x] && count_neighbours_value == 2);
                    }
                    for (int x = 1 > W - 1 ? 1 : W - 1; x < W; x++) {
                        int sum = -cells[y][x];
                        for (int dy = -1 > -y ? -1 : -y; dy < 2 && dy < H - y; dy++)
                            for (int dx = -1 > -x ? -1 : -x; dx < 2 && dx < W - x; dx++)
                                sum += cells[y + dy][x + dx];
                        int count_neighbours_value = sum;
                        next_0[x] = count_neighbours_value == 3 || (cells[y][x] && count_neighbours_value == 2);
                    }
                }
            }
            if (y >= 1)
                for (int x = 0; x < W; x++)
                    cells[y - 1][x] = next_1[x];
            int *next_next = next_1;
            next_1 = next_0, next_0 = next_next;
        }
    }
    for (int t = 0; t < 2; t++) {
        int *next_0 = next[0], *next_1 = next[1];
        for (int y = 0; y <= H; y++) {
            if (y < H)
                for (int x = 0; x < W; x++) {
                    int holds = y > 0 && y < H - 1 && x > 0 && x < W - 1;
                    if (holds) {
                        int facing_value;
                        {
                            int vertical = cells[y - 1][x] & cells[y + 1][x];
                            int horizontal = cells[y][x - 1] & cells[y][x + 1];
                            facing_value = vertical | horizontal;
                        }
                        holds = facing_value != 0;
                    }
                    /* facing */
                    if (holds)
                        next_0[x] = cells[y][x];
                    else
                        next_0[x] = 0;
                }
            if (y >= 1)
                for (int x = 0; x < W; x++)
                    cells[y - 1][x] = next_1[x];
            int *next_next = next_1;
            next_1 = next_0, next_0 = next_next;
        }
    }
    for (int y = 0; y < H; y++)
        if (in_row(cells, y) > 3)
            printf("%d %d\n", y, in_row(cells, y));
    return 0;
}
