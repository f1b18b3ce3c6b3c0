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

static void cross(const struct frame *in, const struct frame *restrict out)
{
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
