// expect: unchanged
/* Tables of rows that aren't what they seem: rows change, or somebody else has them. */
#include "bits.h"

static float **kept, *other;

static float **new_rows(int h, int w)
{
    float **rows = malloc(h * sizeof *rows);
    for (int i = 0; i < h; i++)
        rows[i] = malloc(w * sizeof **rows);
    return rows;
}

static void free_rows(float **rows, int h)
{
    for (int i = 0; i < h; i++)
        free(rows[i]);
    free(rows);
}

static void turn(float **rows, int h)
{
    float *first = rows[0];
    rows[0] = rows[h - 1];
    rows[h - 1] = first;
}

static void keep(float **rows)
{
    kept = rows;
}

static void rows_change_places(int h, int w, const float *restrict in, float *restrict out)
{
    float **t = new_rows(h, w);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = in[y * w + x] * 2;
    float *first = t[0];
    t[0] = t[h - 1];
    t[h - 1] = first;
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[y][x] + t[y - 1][x];
    free_rows(t, h);
}

static void a_function_changes_rows(int h, int w, const float *restrict in, float *restrict out)
{
    float **t = new_rows(h, w);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = in[y * w + x] * 2;
    turn(t, h);
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[y][x] + t[y - 1][x];
    free_rows(t, h);
}

static void a_function_keeps_the_table(int h, int w, const float *restrict in, float *restrict out)
{
    float **t = new_rows(h, w);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = in[y * w + x] * 2;
    kept = NULL;
    keep(t);
    kept[0][0] = 3;
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[y][x] + t[y - 1][x];
    free_rows(t, h);
}

static void rows_of_several_lengths(int h, int w, const float *restrict in, float *restrict out)
{
    float **t = malloc(h * sizeof *t);
    for (int i = 0; i < h; i++)
        t[i] = malloc((w + i) * sizeof **t);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = in[y * w + x] * 2;
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[y][x] + t[y - 1][x];
    free_rows(t, h);
}

static void one_row_for_all(int h, int w, const float *restrict in, float *restrict out)
{
    float **t = malloc(h * sizeof *t);
    float *row = malloc(w * sizeof *row);
    for (int i = 0; i < h; i++)
        t[i] = row;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = in[y * w + x] * 2;
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[y][x] + t[y - 1][x];
    free(row);
    free(t);
}

static void another_row_at_last(int h, int w, const float *restrict in, float *restrict out)
{
    float **t = malloc(h * sizeof *t);
    for (int i = 0; i < h - 1; i++)
        t[i] = malloc(w * sizeof **t);
    t[h - 1] = out;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = in[y * w + x] * 2;
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[y][x] + t[y - 1][x];
    for (int i = 0; i < h - 1; i++)
        free(t[i]);
    free(t);
}

static void two_tables_share_rows(int h, int w, const float *restrict in, float *restrict out)
{
    float **t = new_rows(h, w);
    float **u = malloc(h * sizeof *u);
    for (int i = 0; i < h; i++)
        u[i] = t[h - 1 - i];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = in[y * w + x] * 2;
    for (int x = 0; x < w; x++)
        u[0][x] += 1;
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[y][x] + t[y - 1][x];
    free(u);
    free_rows(t, h);
}

static void obtained_twice(int h, int w, const float *restrict in, float *restrict out)
{
    float **t = new_rows(h, w);
    free_rows(t, h);
    t = new_rows(h, w);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = in[y * w + x] * 2;
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[y][x] + t[y - 1][x];
    free_rows(t, h);
}

static void the_counter_is_used_behind(int h, int w, const float *restrict in, float *restrict out)
{
    int i;
    float **t = malloc(h * sizeof *t);
    for (i = 0; i < h; i++)
        t[i] = malloc(w * sizeof **t);
    out[0] = i;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = in[y * w + x] * 2;
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[y][x] + t[y - 1][x];
    for (i = 0; i < h; i++)
        free(t[i]);
    free(t);
    out[0] += i;
}

static void the_size_changes_between(int h, int w, const float *restrict in, float *restrict out)
{
    int n = h;
    float **t = malloc(n * sizeof *t);
    n = n / 2 + 1;
    for (int i = 0; i < n; i++)
        t[i] = malloc(w * sizeof **t);
    for (int i = n; i < h; i++)
        t[i] = t[0];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = in[y * w + x] * 2;
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[y][x] + t[y - 1][x];
    for (int i = 0; i < n; i++)
        free(t[i]);
    free(t);
}

static void a_row_is_stored(int h, int w, const float *restrict in, float *restrict out)
{
    float **t = new_rows(h, w);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = in[y * w + x] * 2;
    other = t[1];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[y][x] + t[y - 1][x];
    out[0] = other[0];
    free_rows(t, h);
}

typedef void stage(int, int, const float *restrict, float *restrict);

int main(void)
{
    static stage *const all[] = {
        rows_change_places,
        a_function_changes_rows,
        a_function_keeps_the_table,
        rows_of_several_lengths,
        one_row_for_all,
        another_row_at_last,
        two_tables_share_rows,
        obtained_twice,
        the_counter_is_used_behind,
        the_size_changes_between,
        a_row_is_stored
    };
    static const int lengths[][2] = {{1, 1}, {2, 3}, {3, 2}, {5, 4}, {9, 8}};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        for (size_t s = 0; s < sizeof lengths / sizeof *lengths; s++) {
            int h = lengths[s][0] + 1, w = lengths[s][1];
            float *in = data_f32((long)h * w, 7), *out = data_f32((long)h * w, 8);
            all[k](h, w, in, out);
            show("out", out, (long)h * w, sizeof *out);
            free(in);
            free(out);
        }
    return 0;
}
