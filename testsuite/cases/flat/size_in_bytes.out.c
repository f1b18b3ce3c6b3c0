// expect: contracted t
// expect: contracted u
// expect: contracted v
/* Blocks of which a variable says how many bytes they have, before their loops or amid them, and a loop over as many cells as
   a variable of its block says. In `frames` each turn of a loop has a block of its own: what stands in that gets a new order. */
#include "bits.h"

/* polycc: `sharpen_apart` is `sharpen` for sizes as they should be, in memory that doesn't overlap */
static void sharpen_apart(const float *in, float *out, int w, int h)
{
    /* polycc: t[i * w + j] -> t[(i % 2) * w + j]; 2 * w cells instead of h * w */
    float *t = malloc(sizeof(float) * 2 * w);
    {
        float *t_0 = &t[0], *t_1 = &t[w];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++)
                t_0[x] = x == 0 ? in[y * (long)w + x] : (in[y * (long)w + x] + in[y * (long)w + x - 1]) / 2;
            for (int i_1 = 0; i_1 < w; i_1++)
                t_0[i_1] = 2 * in[y * w + i_1] - t_0[i_1];
            for (int x = 0; x < w; x++)
                out[y * w + x] = y == 0 ? t_0[x] : t_0[x] - t_1[x];
            float *t_next = t_1;
            t_1 = t_0, t_0 = t_next;
        }
    }
    free(t);
}

static void sharpen(const float *in, float *out, int w, int h)
{
    /* polycc: `sharpen_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect(((long)w >= 1) && ((const char *)(in + ((long)h * (long)w)) <= (const char *)out || (const char *)(out + ((long)h * (long)w)) <= (const char *)in), 1)) {
        sharpen_apart(in, out, w, h);
        return;
    }
    size_t size = (size_t)w * h * sizeof(float);
    float *t = malloc(size);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y * w + x] = x == 0 ? in[y * w + x] : (in[y * w + x] + in[y * w + x - 1]) / 2;
    {
        int n = w * h;
        for (int i = 0; i < n; i++)
            t[i] = 2 * in[i] - t[i];
    }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = y == 0 ? t[y * w + x] : t[y * w + x] - t[(y - 1) * w + x];
    free(t);
}

/* polycc: `frames_apart` is `frames` for sizes as they should be, in memory that doesn't overlap */
static void frames_apart(const float *in, float *out, int w, int h, int count)
{
    for (int f = 0; f < count; f++) {
        /* polycc: u[i * w + j] -> u[(i % 2) * w + j]; 2 * w cells instead of h * w */
        float *u = malloc(sizeof(float) * 2 * w);
        {
            float *u_0 = &u[0], *u_1 = &u[w];
            for (int i_0 = 0; i_0 < h; i_0++) {
                for (int i_1 = 0; i_1 < w; i_1++)
                    u_0[i_1] = 3 * in[i_0 * w + i_1] + f;
                for (int x = 0; x < w; x++)
                    out[i_0 * w + x] += i_0 == 0 ? u_0[x] : u_0[x] - u_1[x];
                float *u_next = u_1;
                u_1 = u_0, u_0 = u_next;
            }
        }
        free(u);
    }
}

static void frames(const float *in, float *out, int w, int h, int count)
{
    /* polycc: `frames_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect(((long)w >= 1) && ((const char *)(in + ((long)h * (long)w)) <= (const char *)out || (const char *)(out + ((long)h * (long)w)) <= (const char *)in), 1)) {
        frames_apart(in, out, w, h, count);
        return;
    }
    for (int f = 0; f < count; f++) {
        int n = w * h;
        float *u = malloc(n * sizeof(float));
        for (int i = 0; i < n; i++)
            u[i] = 3 * in[i] + f;
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                out[y * w + x] += y == 0 ? u[y * w + x] : u[y * w + x] - u[(y - 1) * w + x];
        free(u);
    }
}

/* polycc: `bytes_of_a_row_apart` is `bytes_of_a_row` for memory that doesn't overlap */
static void bytes_of_a_row_apart(const float *in, float *out, int w, int h)
{
    /* polycc: v[i * w + j] -> v[(i % 2) * w + j]; 2 * w cells instead of h * w */
    float *v = malloc(sizeof(float) * 2 * w);
    {
        float *v_0 = &v[0], *v_1 = &v[w];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++)
                v_0[x] = in[y * w + x] * 4;
            for (int x = 0; x < w; x++)
                out[y * w + x] += y == 0 ? v_0[x] : v_0[x] - v_1[x];
            float *v_next = v_1;
            v_1 = v_0, v_0 = v_next;
        }
    }
    free(v);
}

static void bytes_of_a_row(const float *in, float *out, int w, int h)
{
    /* polycc: `bytes_of_a_row_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(in + ((long)h * (long)w)) <= (const char *)out || (const char *)(out + ((long)h * (long)w)) <= (const char *)in, 1)) {
        bytes_of_a_row_apart(in, out, w, h);
        return;
    }
    long row = w * sizeof(float);
    float *v = malloc(row * h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            v[y * w + x] = in[y * w + x] * 4;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] += y == 0 ? v[y * w + x] : v[y * w + x] - v[(y - 1) * w + x];
    free(v);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int w = sizes[s], h = sizes[(s + 3) % (sizeof sizes / sizeof *sizes)];
        float *in = data_f32((long)w * h, 3), *out = data_f32((long)w * h, 4);
        sharpen(in, out, w, h);
        frames(in, out, w, h, 3);
        bytes_of_a_row(in, out, w, h);
        show("out", out, (long)w * h, sizeof *out);
        frames(in, in, w, h, 2);
        show("in", in, (long)w * h, sizeof *in);
        free(in);
        free(out);
    }
    return 0;
}
