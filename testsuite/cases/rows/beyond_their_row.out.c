// polycc: --optimize memory
// expect: scalarized twice
// expect: scalarized level
/* Pointers to the start of a row that are walked over all rows: what they write is in the others, too. A pointer that stays in its row
 * stands for that, and one that goes on behind a length that only a run knows may leave it. */
#include "bits.h"

#define H 40
#define W 24

/* polycc: twice[i][j] -> twice; 1 cell instead of H * W */
static float frame[H][W], twice = 0;

static float over_all_rows(int shift)
{
    float *cell = frame[0], sum = 0;
    for (int i = 0; i < H * W; i++)
        cell[i] = (float)((i * 7 + shift) % 31);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            twice = frame[y][x] * 2 + frame[H - y - 1][x];
            sum = sum * 0.5f + twice;
        }
    return sum;
}

static void ramp(double *cell, int n)
{
    for (int i = 0; i < n; i++)
        cell[i] = i % 13 + 0.5;
}

/* polycc: `from_the_second_on_apart` is `from_the_second_on` for sizes as they should be, in memory that doesn't overlap */
static double from_the_second_on_apart(int rows)
{
    /* polycc: gauge[i][j] -> gauge; 1 cell instead of H * W */
    double gauge = 0, mean = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            gauge = x - y;
            if (y == 1 && x < 8 * rows)
                /* ramp */
                gauge = x % 13 + 0.5;
            mean += gauge * (y + 1);
        }
    return mean / (H * W);
}

static double from_the_second_on(int rows)
{
    /* polycc: `from_the_second_on_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect(W >= 8 * (long)rows, 1)) {
        return from_the_second_on_apart(rows);
    }
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
    /* polycc: level[i][j] -> level; 1 cell instead of H * W */
    int level = 0, best = -1;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            level = values[(y * W + x) % width] & 63;
            if (level > best)
                best = level;
        }
    return best;
}

/* polycc: `as_long_as_told_apart` is `as_long_as_told` for sizes as they should be, in memory that doesn't overlap */
static double as_long_as_told_apart(int width)
{
    /* polycc: line[i][j] -> line; 1 cell instead of H * W */
    double line = 0, total = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            line = y * 0.25 + x;
            if (y == 0 && x < width)
                line = -line;
            total = total * 0.75 + line;
        }
    return total;
}

static double as_long_as_told(int width)
{
    /* polycc: `as_long_as_told_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect(W >= (long)width, 1)) {
        return as_long_as_told_apart(width);
    }
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
