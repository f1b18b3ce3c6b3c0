// expect: kept tmp
/* What stands in front of the loops has an effect each time: it must not run once more, and without it nothing is known of
   the structure. */
#include "bits.h"

struct image { int w, h; float *data; };

static int calls;

static int is_bad(const struct image *in)
{
    calls++;
    return in == NULL;
}

static void blur(const struct image *in, float *out)
{
    if (is_bad(in))
        return;
    if (in->w < 1)
        return;
    int w = in->w, h = in->h;
    float *tmp = malloc(sizeof(float) * w * h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            tmp[y * w + x] = in->data[y * w + x] * 2;
    for (int y = 0; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = tmp[y * w + x] + tmp[(y + 1) * w + x];
    free(tmp);
}

int main(void)
{
    void (*volatile run)(const struct image *, float *) = blur; // so that nobody knows what it gets
    static const int sizes[][2] = {{3, 4}, {2, 5}, {16, 7}, {5, 1}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int w = sizes[k][0], h = sizes[k][1];
        struct image in = {w, h, data_f32(w * h, 3)};
        float *out = data_f32(w * h, 4);
        run(&in, out);
        run(NULL, out);
        show("out", out, w * h, sizeof *out);
        free(out);
        free(in.data);
    }
    printf("%d\n", calls);
    return 0;
}
