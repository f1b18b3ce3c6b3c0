// expect: contracted t_data
/* A pixel that is zero outside of the frame: a function of two results stands in the loops as what it computes. One that counts its calls,
   or of which a result would mean something else as a choice, stays a call. */
#include "bits.h"

struct frame {
    int w, h;
    float *data;
};

static float at(const struct frame *frame, int x, int y)
{
    if (x < 0 || y < 0 || x >= frame->w || y >= frame->h)
        return 0;
    return frame->data[y * frame->w + x];
}

/* polycc: `cross_apart` is `cross` for memory that doesn't overlap */
static void cross_apart(const struct frame *in, const struct frame *restrict out)
{
    /* polycc: t.data[i * in->w + j] -> t.data[(i % 3) * in->w + j]; 3 * in->w cells instead of in->h * in->w */
    struct frame t = {in->w, in->h, malloc(sizeof(float) * 3 * in->w)};
    if (in->h >= 1) {
        float *t_data_0 = &t.data[0], *t_data_1 = &t.data[2 * in->w], *t_data_2 = &t.data[in->w];
        for (int y = 0; y <= in->h; y++) {
            if (y < in->h)
                for (int x = 0; x < in->w; x++)
                    t_data_0[x] = (((x - 1) < 0 || y < 0 || (x - 1) >= in->w || y >= in->h) ? 0 : in->data[y * (long)in->w + x - 1]) + (((x + 1) < 0 || y < 0 || (x + 1) >= in->w || y >= in->h) ? 0 : in->data[y * (long)in->w + x + 1]) - ((x < 0 || y < 0 || x >= in->w || y >= in->h) ? 0 : in->data[y * (long)in->w + x]);
            if (y >= 1)
                for (int x = 0; x < in->w; x++)
                    /* at */
                    /* at */
                    /* at */
                    out->data[(y - 1) * in->w + x] = ((x < 0 || ((y - 1) - 1) < 0 || x >= t.w || ((y - 1) - 1) >= t.h) ? 0 : t_data_2[x]) + ((x < 0 || ((y - 1) + 1) < 0 || x >= t.w || ((y - 1) + 1) >= t.h) ? 0 : t_data_0[x]) - ((x < 0 || (y - 1) < 0 || x >= t.w || (y - 1) >= t.h) ? 0 : t_data_1[x]);
            float *t_data_next = t_data_2;
            t_data_2 = t_data_1, t_data_1 = t_data_0, t_data_0 = t_data_next;
        }
    }
    /* at */
    /* at */
    /* at */
    free(t.data);
}

static void cross(const struct frame *in, const struct frame *restrict out)
{
    /* polycc: `cross_apart` is for memory that doesn't overlap */
    if (__builtin_expect(((long)in->w >= 1) && ((long)in->h >= 1) && ((const char *)(in->data + ((long)in->h * (long)in->w)) <= (const char *)out->data || (const char *)(out->data + ((long)in->h * (long)in->w)) <= (const char *)in->data), 1)) {
        cross_apart(in, out);
        return;
    }
    struct frame t = {in->w, in->h, malloc(sizeof(float) * in->w * in->h)};
    for (int y = 0; y < t.h; y++)
        for (int x = 0; x < t.w; x++)
            t.data[y * t.w + x] = at(in, x - 1, y) + at(in, x + 1, y) - at(in, x, y);
    for (int y = 0; y < t.h; y++)
        for (int x = 0; x < t.w; x++)
            out->data[y * t.w + x] = at(&t, x, y - 1) + at(&t, x, y + 1) - at(&t, x, y);
    free(t.data);
}

static int calls;

static float counted(const struct frame *frame, int x)
{
    if (x < 0)
        return calls++;
    return frame->data[x];
}

/* -1 would be a large number beside an unsigned one */
static float large(const struct frame *frame, unsigned x)
{
    if (x == 0)
        return -1;
    return x - 2u;
}

static float kept(int n, const struct frame *in)
{
    float sum = 0, *outside = malloc(sizeof(float) * n);
    for (int x = 0; x < n; x++)
        outside[x] = counted(in, x - 2) + large(in, (unsigned)x);
    for (int x = 0; x < n; x++)
        sum += outside[x];
    free(outside);
    return sum;
}

int main(void)
{
    static const int lengths[] = {1, 2, 3, 17, 40};
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < 5; b++) {
            int w = lengths[a], h = lengths[b];
            struct frame in = {w, h, data_f32(w * h, 3)}, out = {w, h, data_f32(w * h, 4)};
            cross(&in, &out);
            show("out", out.data, w * h, sizeof(float));
            cross(&in, &in);
            show("in", in.data, w * h, sizeof(float));
            float sum = kept(w, &in) + calls;
            show("sum", &sum, 1, sizeof sum);
            free(in.data);
            free(out.data);
        }
    return 0;
}
