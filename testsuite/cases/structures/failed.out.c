// expect: contracted t_data
/* Frames on the heap, given up where one isn't there, by a jump to the end; a pixel beside the border is the nearest one. */
#include "bits.h"

struct frame {
    int w, h;
    float *data;
};

static struct frame *made(int w, int h)
{
    struct frame *frame = malloc(sizeof *frame);
    if (!frame)
        return NULL;
    frame->w = w;
    frame->h = h;
    frame->data = malloc(sizeof(float) * w * h);
    if (!frame->data) {
        free(frame);
        return NULL;
    }
    return frame;
}

static void released(struct frame *frame)
{
    if (!frame)
        return;
    free(frame->data);
    free(frame);
}

static int clamp(int v, int low, int high)
{
    return v < low ? low : v > high ? high : v;
}

static float at(const struct frame *frame, int x, int y)
{
    return frame->data[clamp(y, 0, frame->h - 1) * frame->w + clamp(x, 0, frame->w - 1)];
}

static void rows(const struct frame *in, struct frame *out)
{
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++)
            out->data[y * out->w + x] = at(in, x - 2, y) + at(in, x + 2, y);
}

static void columns(const struct frame *in, struct frame *out)
{
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++)
            out->data[y * out->w + x] = at(in, x, y - 2) + at(in, x, y + 2);
}

/* polycc: `both_apart` is `both` for sizes as they should be, in memory that doesn't overlap */
static int both_apart(const struct frame *in, struct frame *out)
{
    int status = -1;
    /* polycc: t->data[i * in->w + j] -> t->data[(i % 5) * in->w + j]; 5 * in->w cells instead of in->h * in->w */
    struct frame *t = made(in->w, in->h), *u = made(in->w, 1);
    if (!t || !u)
        goto fail;
    for (int y = 0; y < 2 && y < in->h; y++) {
        float *t_data_0 = &t->data[(y % 5) * in->w];
        for (int x = 0; x < in->w && x < 2; x++)
            /* rows */
            t_data_0[x] = in->data[(y < 0 ? 0 : (y > in->h - 1 ? in->h - 1 : y)) * in->w + (x - 2 < 0 ? 0 : (x - 2 > in->w - 1 ? in->w - 1 : x - 2))] + in->data[(y < 0 ? 0 : (y > in->h - 1 ? in->h - 1 : y)) * in->w + (x + 2 < 0 ? 0 : (x + 2 > in->w - 1 ? in->w - 1 : x + 2))];
        for (int x = 2; x < in->w - 2; x++)
            t_data_0[x] = in->data[(y < 0 ? 0 : (y > in->h - 1 ? in->h - 1 : y)) * in->w + x - 2] + in->data[(y < 0 ? 0 : (y > in->h - 1 ? in->h - 1 : y)) * in->w + x + 2];
        for (int x = 2 > in->w - 2 ? 2 : in->w - 2; x < in->w; x++)
            t_data_0[x] = in->data[(y < 0 ? 0 : (y > in->h - 1 ? in->h - 1 : y)) * in->w + (x - 2 < 0 ? 0 : (x - 2 > in->w - 1 ? in->w - 1 : x - 2))] + in->data[(y < 0 ? 0 : (y > in->h - 1 ? in->h - 1 : y)) * in->w + (x + 2 < 0 ? 0 : (x + 2 > in->w - 1 ? in->w - 1 : x + 2))];
    }
    for (int y = 2; y <= in->h + 1; y++) {
        float *t_data_row = &t->data[((y - 2 + 2 < 0 ? 0 : (y - 2 + 2 > in->h - 1 ? in->h - 1 : y)) % 5) * in->w];
        float *t_data_row1 = &t->data[((y - 2 - 2 < 0 ? 0 : (y - 2 - 2 > in->h - 1 ? in->h - 1 : y - 4)) % 5) * in->w];
        if (y < in->h) {
            float *t_data_0 = &t->data[(y % 5) * in->w];
            for (int x = 0; x < in->w && x < 2; x++)
                t_data_0[x] = in->data[(y < 0 ? 0 : (y > in->h - 1 ? in->h - 1 : y)) * in->w + (x - 2 < 0 ? 0 : (x - 2 > in->w - 1 ? in->w - 1 : x - 2))] + in->data[(y < 0 ? 0 : (y > in->h - 1 ? in->h - 1 : y)) * in->w + (x + 2 < 0 ? 0 : (x + 2 > in->w - 1 ? in->w - 1 : x + 2))];
            for (int x = 2; x < in->w - 2; x++)
                t_data_0[x] = in->data[(y < 0 ? 0 : (y > in->h - 1 ? in->h - 1 : y)) * in->w + x - 2] + in->data[(y < 0 ? 0 : (y > in->h - 1 ? in->h - 1 : y)) * in->w + x + 2];
            for (int x = 2 > in->w - 2 ? 2 : in->w - 2; x < in->w; x++)
                t_data_0[x] = in->data[(y < 0 ? 0 : (y > in->h - 1 ? in->h - 1 : y)) * in->w + (x - 2 < 0 ? 0 : (x - 2 > in->w - 1 ? in->w - 1 : x - 2))] + in->data[(y < 0 ? 0 : (y > in->h - 1 ? in->h - 1 : y)) * in->w + (x + 2 < 0 ? 0 : (x + 2 > in->w - 1 ? in->w - 1 : x + 2))];
        }
        for (int x = 0; x < in->w; x++)
            /* columns */
            out->data[(y - 2) * out->w + x] = t_data_row1[x < 0 ? 0 : (x > in->w - 1 ? in->w - 1 : x)] + t_data_row[x < 0 ? 0 : (x > in->w - 1 ? in->w - 1 : x)];
    }
    status = 0;
fail:
    released(t);
    released(u);
    return status;
}

static int both(const struct frame *in, struct frame *out)
{
    /* polycc: `both_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect(((long)in->w >= 1) && ((long)in->h >= 1) && ((long)out->w >= (long)in->w) && ((const char *)(in->data + ((long)in->h * (long)in->w)) <= (const char *)out->data || (const char *)(out->data + ((long)in->h * (long)out->w)) <= (const char *)in->data), 1)) {
        return both_apart(in, out);
    }
    int status = -1;
    struct frame *t = made(in->w, in->h), *u = made(in->w, 1);
    if (!t || !u)
        goto fail;
    rows(in, t);
    columns(t, out);
    status = 0;
fail:
    released(t);
    released(u);
    return status;
}

int main(void)
{
    static const int lengths[] = {1, 2, 3, 17, 40};
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < 5; b++) {
            int w = lengths[a], h = lengths[b];
            struct frame in = {w, h, data_f32(w * h, 3)}, out = {w, h, data_f32(w * h, 4)};
            int status = both(&in, &out) + both(&out, &out);
            show("out", out.data, w * h, sizeof(float));
            show("status", &status, 1, sizeof status);
            free(in.data);
            free(out.data);
        }
    return 0;
}
