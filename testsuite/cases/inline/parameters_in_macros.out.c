// expect: contracted half
// says: `rows`, `columns`: inlined here
/* Macros that name the parameters of stages: these keep their names, as variables of the block, or since the argument has the same. Where
   names are exchanged, what the macros stand for is there instead. */
#include "bits.h"

#define AT(p, y, x, w) ((p)[(y) * (w) + (x)])
#define HERE AT(from, y, x, w)

void cross(const float *restrict in, float *restrict to, int w, int h)
{
    /* polycc: half[i * w + j] -> half[(i % 3) * w + j]; 3 * w cells instead of h * w */
    float *half = malloc(sizeof(float) * 3 * w);
    {
        float *half_0 = &half[0], *half_1 = &half[2 * w], *half_2 = &half[w];
        for (int y = 0; y < h; y++) {
            for (int x = 1; x < w - 1; x++)
                /* rows */
                (half_0[x]) = (in[y * w + x - 1]) + (in[y * w + x + 1]) - (in[y * w + x]);
            if (y >= 2)
                for (int x = 1; x < w - 1; x++)
                    /* columns */
                    (to[(y - 1) * w + x]) = (half_2[x]) + (half_0[x]) - (half_1[x]);
            float *half_next = half_2;
            half_2 = half_1, half_1 = half_0, half_0 = half_next;
        }
    }
    free(half);
}

/* here the argument would mean the variable that it gives a value */
void exchanged(const float *restrict to, float *restrict from, int w, int h)
{
    /* polycc: half[i * w + j] -> half[(i % 3) * w + j]; 3 * w cells instead of h * w */
    float *half = malloc(sizeof(float) * 3 * w);
    {
        float *half_0 = &half[0], *half_1 = &half[2 * w], *half_2 = &half[w];
        for (int y = 0; y < h; y++) {
            for (int x = 1; x < w - 1; x++)
                /* rows */
                (half_0[x]) = (to[y * w + x - 1]) + (to[y * w + x + 1]) - (to[y * w + x]);
            if (y >= 2)
                for (int x = 1; x < w - 1; x++)
                    /* columns */
                    (from[(y - 1) * w + x]) = (half_2[x]) + (half_0[x]) - (half_1[x]);
            float *half_next = half_2;
            half_2 = half_1, half_1 = half_0, half_0 = half_next;
        }
    }
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
