// expect: contracted across
// expect: contracted tmp
/* Images whose rows callers obtained: a frame in between becomes rows where neither rows overlap nor bytes that are written are part of a table of
   pointers. */
#include "bits.h"

/* polycc: 1 where rows lie one behind the other in memory, -1 where one before the other, else 0 */
static int float_rows_in_order(float *const *a, long rows, long first, long end)
{
    int up = 1, down = 1;
    for (long i = 1; first < end && i < rows; i++) {
        up &= (const char *)(a[i - 1] + end) <= (const char *)(a[i] + first);
        down &= (const char *)(a[i] + end) <= (const char *)(a[i - 1] + first);
    }
    return up ? 1 : -down;
}

/* polycc: 1 where rows lie one behind the other in memory, -1 where one before the other, else 0 */
static int unsigned_char_rows_in_order(unsigned char *const *a, long rows, long first, long end)
{
    int up = 1, down = 1;
    for (long i = 1; first < end && i < rows; i++) {
        up &= (const char *)(a[i - 1] + end) <= (const char *)(a[i] + first);
        down &= (const char *)(a[i] + end) <= (const char *)(a[i - 1] + first);
    }
    return up ? 1 : -down;
}

/* polycc: whether rows of `a` and `b`, in order each, overlap nowhere */
static int float_rows_apart(float *const *a, long rows_a, long first_a, long end_a,
    float *const *b, long rows_b, long first_b, long end_b)
{
    int up_a = float_rows_in_order(a, rows_a, first_a, end_a), up_b = float_rows_in_order(b, rows_b, first_b, end_b);
    long i = 0, j = 0;
    while (up_a && up_b && i < rows_a && j < rows_b && first_a < end_a && first_b < end_b) {
        float *p = a[up_a > 0 ? i : rows_a - 1 - i];
        float *q = b[up_b > 0 ? j : rows_b - 1 - j];
        if ((const char *)(p + end_a) <= (const char *)(q + first_b))
            i++;
        else if ((const char *)(q + end_b) <= (const char *)(p + first_a))
            j++;
        else
            return 0;
    }
    return up_a && up_b;
}

/* polycc: whether rows of `a` and `b`, in order each, overlap nowhere */
static int unsigned_char_rows_apart(unsigned char *const *a, long rows_a, long first_a, long end_a,
    unsigned char *const *b, long rows_b, long first_b, long end_b)
{
    int up_a = unsigned_char_rows_in_order(a, rows_a, first_a, end_a), up_b = unsigned_char_rows_in_order(b, rows_b, first_b, end_b);
    long i = 0, j = 0;
    while (up_a && up_b && i < rows_a && j < rows_b && first_a < end_a && first_b < end_b) {
        unsigned char *p = a[up_a > 0 ? i : rows_a - 1 - i];
        unsigned char *q = b[up_b > 0 ? j : rows_b - 1 - j];
        if ((const char *)(p + end_a) <= (const char *)(q + first_b))
            i++;
        else if ((const char *)(q + end_b) <= (const char *)(p + first_a))
            j++;
        else
            return 0;
    }
    return up_a && up_b;
}

/* polycc: whether no row has a part of the memory from `start` to `behind` */
static int unsigned_char_rows_outside(unsigned char *const *a, long rows, long first, long end,
    const char *start, const char *behind)
{
    for (long i = 0; first < end && i < rows; i++)
        if ((const char *)(a[i] + end) > start && behind > (const char *)(a[i] + first))
            return 0;
    return 1;
}

/* polycc: `blur_apart` is `blur` for memory that doesn't overlap */
static void blur_apart(unsigned char **in, unsigned char **out, int h, int w)
{
    /* polycc: across[i * w + j] -> across[(i % 3) * w + j]; 3 * w cells instead of h * w */
    unsigned char *across = malloc(sizeof(unsigned char) * 3 * w);
    if (across == NULL)
        return;
    {
        unsigned char *across_0 = &across[0], *across_1 = &across[2 * w], *across_2 = &across[w];
        for (int y = 0; y < h; y++) {
            for (int x = 1; x < w - 1; x++)
                across_0[x] = (in[y][x - 1] + in[y][x] + in[y][x + 1]) / 3;
            if (y >= 2)
                for (int x = 1; x < w - 1; x++)
                    out[y - 1][x] = (across_2[x] + across_1[x] + across_0[x]) / 3;
            unsigned char *across_next = across_2;
            across_2 = across_1, across_1 = across_0, across_0 = across_next;
        }
    }
    free(across);
}

static void blur(unsigned char **in, unsigned char **out, int h, int w)
{
    /* polycc: `blur_apart` is for memory that doesn't overlap */
    if (__builtin_expect(((long)h >= 1) && ((long)w >= 3), 1) && __builtin_expect(unsigned_char_rows_apart(in, h, 0, w, out + 1, (long)h - 2, 1, (long)w - 1) && unsigned_char_rows_outside(out + 1, (long)h - 2, 1, (long)w - 1, (const char *)in, (const char *)(in + (long)h)) && unsigned_char_rows_outside(out + 1, (long)h - 2, 1, (long)w - 1, (const char *)(out + 1), (const char *)(out + ((long)h - 1))), 1)) {
        blur_apart(in, out, h, w);
        return;
    }
    unsigned char *across = malloc((size_t)h * w);
    if (across == NULL)
        return;
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            across[y * w + x] = (in[y][x - 1] + in[y][x] + in[y][x + 1]) / 3;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = (across[(y - 1) * w + x] + across[y * w + x] + across[(y + 1) * w + x]) / 3;
    free(across);
}

/* polycc: `edges_apart` is `edges` for memory that doesn't overlap */
static void edges_apart(const float *const *in, float **out, int h, int w)
{
    /* polycc: tmp[i][j] -> tmp[i % 3][j]; 3 * w cells instead of h * w */
    float **tmp = malloc(3 * sizeof *tmp);
    for (int y = 0; y < 3; y++)
        tmp[y] = malloc(w * sizeof **tmp);
    {
        float *tmp_0 = tmp[0], *tmp_1 = tmp[2], *tmp_2 = tmp[1];
        for (int y = 0; y < h; y++) {
            for (int x = 1; x < w - 1; x++)
                tmp_0[x] = in[y][x + 1] - in[y][x - 1];
            if (y >= 2)
                for (int x = 1; x < w - 1; x++)
                    out[y - 1][x] = tmp_2[x] + 2 * tmp_1[x] + tmp_0[x];
            float *tmp_next = tmp_2;
            tmp_2 = tmp_1, tmp_1 = tmp_0, tmp_0 = tmp_next;
        }
    }
    for (int y = 0; y < 3; y++)
        free(tmp[y]);
    free(tmp);
}

static void edges(const float *const *in, float **out, int h, int w)
{
    /* polycc: `edges_apart` is for memory that doesn't overlap */
    if (__builtin_expect(((long)h >= 1) && ((long)w >= 3), 1) && __builtin_expect(float_rows_apart((float *const *)in, h, 0, w, out + 1, (long)h - 2, 1, (long)w - 1), 1)) {
        edges_apart(in, out, h, w);
        return;
    }
    float **tmp = malloc(h * sizeof *tmp);
    for (int y = 0; y < h; y++)
        tmp[y] = malloc(w * sizeof **tmp);
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            tmp[y][x] = in[y][x + 1] - in[y][x - 1];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = tmp[y - 1][x] + 2 * tmp[y][x] + tmp[y + 1][x];
    for (int y = 0; y < h; y++)
        free(tmp[y]);
    free(tmp);
}

/* The pointers may be others when the loops run. */
static void turned(unsigned char **in, unsigned char *out, int h, int w)
{
    int sums[h + 1][w + 1];
    unsigned char *first = in[0];
    for (int y = 0; y < h - 1; y++)
        in[y] = in[y + 1];
    in[h - 1] = first;
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            sums[y][x] = in[y][x - 1] + in[y][x + 1];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y * w + x] = (sums[y - 1][x] + sums[y + 1][x]) / 4;
}

int main(int count, char **arguments)
{
    int h = count > 1 ? atoi(arguments[1]) : 43, w = count > 2 ? atoi(arguments[2]) : 29;
    /* rows, and behind them the tables: all of it bytes that may be written */
    long size = (long)h * w;
    int *values = data_i32(2 * size, 3, 256);
    unsigned char *bytes = malloc(2 * size + 1);
    unsigned char **in = malloc(h * sizeof *in + 1), **out = malloc(h * sizeof *out + 1);
    for (long k = 0; k < 2 * size; k++)
        bytes[k] = values[k];
    for (int y = 0; y < h; y++) {
        in[y] = bytes + (long)y * w;
        out[y] = bytes + size + (long)(h - 1 - y) * w;
    }
    blur(in, out, h, w);
    show("apart", bytes, 2 * size, 1);
    blur(in, in, h, w);
    show("in place", bytes, 2 * size, 1);
    turned(in, bytes + size, h, w);
    show("turned", bytes, 2 * size, 1);
    blur(NULL, NULL, 0, 0);
    float *cells = data_f32(2 * size, 5);
    float **from = malloc(h * sizeof *from + 1), **to = malloc(h * sizeof *to + 1);
    for (int y = 0; y < h; y++) {
        from[y] = cells + 2L * y * w;
        to[y] = cells + 2L * y * w + w;
    }
    edges((const float *const *)from, to, h, w);
    show("edges", cells, 2 * size, sizeof *cells);
    to[1] = to[0];
    edges((const float *const *)from, to, h, w);
    show("one row twice", cells, 2 * size, sizeof *cells);
    free(values);
    free(bytes);
    free(in);
    free(out);
    free(cells);
    free(from);
    free(to);
    return 0;
}
