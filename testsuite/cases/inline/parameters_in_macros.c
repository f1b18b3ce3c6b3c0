// expect: contracted half
// says: `rows`, `columns`: inlined here
/* Macros that name the parameters of stages: these keep their names, as variables of the block, or since the argument has the same. Where
   names are exchanged, what the macros stand for is there instead. */
#include "bits.h"

#define AT(p, y, x, w) ((p)[(y) * (w) + (x)])
#define HERE AT(from, y, x, w)

static void rows(const float *from, float *to, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            AT(to, y, x, w) = AT(from, y, x - 1, w) + AT(from, y, x + 1, w) - HERE;
}

static void columns(const float *from, float *to, int w, int length)
{
    for (int y = 1; y < length - 1; y++)
        for (int x = 1; x < w - 1; x++)
            AT(to, y, x, w) = AT(from, y - 1, x, w) + AT(from, y + 1, x, w) - HERE;
}

void cross(const float *restrict in, float *restrict to, int w, int h)
{
    float *half = malloc(sizeof(float) * w * h);
    rows(in, half, w, h);
    columns(half, to, w, h);
    free(half);
}

/* here the argument would mean the variable that it gives a value */
void exchanged(const float *restrict to, float *restrict from, int w, int h)
{
    float *half = malloc(sizeof(float) * w * h);
    rows(to, half, w, h);
    columns(half, from, w, h);
    free(half);
}

int main(void)
{
    static const int lengths[] = {1, 2, 3, 17, 40};
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < 5; b++) {
            int w = lengths[a], h = lengths[b];
            float *in = data_f32(w * h, 3), *out = data_f32(w * h, 4);
            cross(in, out, w, h);
            show("out", out, w * h, sizeof(float));
            exchanged(out, in, w, h);
            show("in", in, w * h, sizeof(float));
            free(in);
            free(out);
        }
    return 0;
}
