// polycc: --optimize memory
// expect: scalarized twice
// expect: scalarized level
/* Pointers to the start of a row that are walked over all rows: what they write is in the others, too. A pointer that stays in its row
 * stands for that, and one that goes on behind a length that only a run knows may leave it. */
#include "bits.h"

#define H 40
#define W 24

static float frame[H][W], twice[H][W];

static float over_all_rows(int shift)
{
    float *cell = frame[0], sum = 0;
    for (int i = 0; i < H * W; i++)
        cell[i] = (float)((i * 7 + shift) % 31);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            twice[y][x] = frame[y][x] * 2 + frame[H - 1 - y][x];
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            sum = sum * 0.5f + twice[y][x];
    return sum;
}

static void ramp(double *cell, int n)
{
    for (int i = 0; i < n; i++)
        cell[i] = i % 13 + 0.5;
}

static double from_the_second_on(int rows)
{
    double gauge[H][W], mean = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            gauge[y][x] = x - y;
    ramp(gauge[1], rows * 8);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            mean += gauge[y][x] * (y + 1);
    return mean / (H * W);
}

static int in_its_row(const int *values, int width)
{
    int level[H][W], best = -1;
    for (int y = 0; y < H; y++) {
        int *row = level[y];
        for (int x = 0; x < W; x++)
            row[x] = values[(y * W + x) % width] & 63;
    }
    for (int y = 0; y < H; y++) {
        const int *row = level[y];
        for (int x = 0; x < W; x++)
            if (row[x] > best)
                best = row[x];
    }
    return best;
}

static double as_long_as_told(int width)
{
    double line[H][W], total = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            line[y][x] = y * 0.25 + x;
    double *first = line[0];
    for (int x = 0; x < width; x++)
        first[x] = -first[x];
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            total = total * 0.75 + line[y][x];
    return total;
}

int main(void)
{
    static const int sizes[] = {0, 1, 5, 24, 39};
    int *values = data_i32(128, 5, 1000);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        float all = over_all_rows(sizes[s]);
        double second = from_the_second_on(sizes[s]), told = as_long_as_told(sizes[s] * W);
        int best = in_its_row(values, 1 + sizes[s]);
        show("all", &all, 1, sizeof all);
        show("second", &second, 1, sizeof second);
        show("told", &told, 1, sizeof told);
        show("best", &best, 1, sizeof best);
    }
    free(values);
    return 0;
}
