// expect: contracted filtered
/* Filters at every place whose results are read at few: what nobody reads isn't computed. Not so where somebody may read it: behind the loops, in
   the next turn of a loop, through another pointer, or only in some cases. */
#include "bits.h"

static void decimate(int n, const float in[restrict 4 * n + 8], const float taps[restrict 8], float out[restrict n])
{
    /* polycc: filtered[i] -> filtered[i % 1024]; 1024 cells instead of (4 * n) */
    float *filtered = malloc(sizeof(float[1024]));
    for (long t = 0; t < 4 * (long)n - 3; t += 1024) {
        for (int i = t; i <= (4 * n - 4 < t + 1023 ? 4 * n - 4 : t + 1023); i += 4) {
            filtered[i - t] = 0;
            for (int k = 0; k < 8; k++)
                filtered[i - t] += taps[k] * in[i + k];
        }
        for (int i = t / 4; i <= (n - 1 < t / 4 + 255 ? n - 1 : t / 4 + 255); i++)
            out[i] = filtered[4 * i - t] * filtered[4 * i - t];
    }
    free(filtered);
}

static void halve(int h, int w, const float in[restrict 2 * h + 2][2 * w + 2], float out[restrict h][w])
{
    /* polycc: rows[i][j] -> rows[i % 3][j]; 3 * (2 * w) cells instead of (2 * h + 2) * (2 * w) */
    /* polycc: blurred[i][j] -> blurred[j]; (2 * w) cells instead of (2 * h) * (2 * w) */
    float (*rows)[2 * w] = malloc(sizeof(float[3][2 * w])), *blurred = malloc(sizeof(float[2 * w]));
    if (h >= 1) {
        float *rows_0 = rows[0], *rows_1 = rows[2], *rows_2 = rows[1];
        for (int y = 0; y <= 2 * h; y++) {
            for (int x = 0; x < 2 * w - 1; x += 2)
                rows_0[x] = in[y][x] + 2 * in[y][x + 1] + in[y][x + 2];
            if (y >= 2 && y % 2 == 0) {
                float *out_row = out[y / 2 - 1];
                for (int x = 0; x < 2 * w - 1; x += 2)
                    blurred[x] = (rows_2[x] + 2 * rows_1[x] + rows_0[x]) / 16;
                for (int x = 0; x < w; x++)
                    out_row[x] = blurred[2 * x];
            }
            float *rows_next = rows_2;
            rows_2 = rows_1, rows_1 = rows_0, rows_0 = rows_next;
        }
    }
    free(rows);
    free(blurred);
}

/* polycc: `last_of_apart` is `last_of` for sizes as they should be, in memory that doesn't overlap */
static float last_of_apart(int n, const float in[restrict n], float out[restrict n / 2 + 1])
{
    /* polycc: sums[i] -> sums[i % 2]; 2 cells instead of (n + 1) */
    float *sums = malloc(sizeof(float[2]));
    float last = 0;
    sums[0] = 0;
    for (int i = 0; i < n; i++) {
        last = in[i] * in[i];
        sums[(i + 1) % 2] = sums[i % 2] + last;
        if (i < n - 1 && i % 2 == 0)
            out[i / 2] = sums[2 * (i / 2) % 2];
    }
    free(sums);
    return last;
}

static float last_of(int n, const float in[restrict n], float out[restrict n / 2 + 1])
{
    /* polycc: `last_of_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect((long)n >= 2, 1)) {
        return last_of_apart(n, in, out);
    }
    float *sums = malloc(sizeof(float[n + 1]));
    float last = 0;
    sums[0] = 0;
    for (int i = 0; i < n; i++) {
        last = in[i] * in[i];
        sums[i + 1] = sums[i] + last;
    }
    for (int i = 0; i < n / 2; i++)
        out[i] = sums[2 * i];
    free(sums);
    return last;
}

static float read_behind(int n, const float in[restrict 4 * n], float out[restrict n])
{
    float *squares = malloc(sizeof(float[4 * n + 1]));
    squares[4 * n] = 0;
    for (int i = 0; i < 4 * n; i++)
        squares[i] = in[i] * in[i];
    for (int i = 0; i < n; i++)
        out[i] = squares[4 * i] + 1;
    float odd = squares[n];
    free(squares);
    return odd;
}

static void carried(int turns, int n, const float in[restrict 4 * n], float out[restrict n])
{
    float *kept = malloc(sizeof(float[4 * n]));
    for (int i = 0; i < 4 * n; i++)
        kept[i] = in[i];
    for (int t = 0; t < turns; t++) {
        for (int i = 0; i + 1 < 4 * n; i++)
            kept[i] = kept[i] * 0.5f + kept[i + 1];
        for (int i = 0; i < n; i++)
            out[i] += kept[4 * i];
    }
    free(kept);
}

static int counter_behind(int n, const float in[restrict 4 * n], float out[restrict n])
{
    float *squares = malloc(sizeof(float[4 * n]));
    int i;
    for (i = 0; i < 4 * n; i++)
        squares[i] = in[i] * in[i];
    int end = i;
    for (i = 0; i < n; i++)
        out[i] = squares[4 * i] + 1;
    free(squares);
    return end;
}

static void where_positive(int n, const float in[restrict 4 * n], float out[restrict n])
{
    /* polycc: squares[i] -> squares[i % 1026]; 1026 cells instead of (4 * n) */
    float *squares = malloc(sizeof(float[1026]));
    for (long t = 0; t < 4 * (long)n; t += 1024) {
        for (int i = t; i <= (4 * n - 1 < t + 1023 ? 4 * n - 1 : t + 1023); i++)
            squares[i - t + 2] = in[i] * in[i];
        for (int i = t / 4; i <= (n - 1 < t / 4 + 255 ? n - 1 : t / 4 + 255); i++) {
            out[i] = 0;
            if (in[i] > 0)
                out[i] = squares[4 * i - t + 2] + squares[4 * i - t + 4];
        }
        squares[0] = squares[1024];
        squares[1] = squares[1025];
    }
    free(squares);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 5, 8, 33};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s], m = sizes[(s + 2) % (sizeof sizes / sizeof *sizes)];
        float *in = data_f32((long)(2 * n + 2) * (2 * m + 2) + 4 * n + 8, 3), *taps = data_f32(8, 4);
        float *out = data_f32((long)n * m + n, 5);
        decimate(n, in, taps, out);
        show("decimate", out, n, sizeof *out);
        halve(n, m, (const float(*)[2 * m + 2])in, (float(*)[m])out);
        show("halve", out, (long)n * m, sizeof *out);
        float last = last_of(n, in, out), odd = read_behind(n, in, out);
        show("last", &last, 1, sizeof last);
        show("odd", &odd, 1, sizeof odd);
        carried(3, n, in, out);
        int end = counter_behind(n, in, out);
        show("end", &end, 1, sizeof end);
        show("out", out, n, sizeof *out);
        where_positive(n, in, out);
        show("positive", out, n, sizeof *out);
        free(in);
        free(taps);
        free(out);
    }
    return 0;
}
