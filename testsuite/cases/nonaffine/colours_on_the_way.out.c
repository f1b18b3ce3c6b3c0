// expect: contracted grey
// expect: contracted step
/* Colours are structures that live within a pixel; a `while` loop finds how far to go from one to the other. */
#include "bits.h"
#include <math.h>

typedef struct {
    float r, g, b;
} colour;

static colour between(colour one, colour other, float part)
{
    colour c = {one.r + part * (other.r - one.r), one.g + part * (other.g - one.g), one.b};
    c.b += part * (other.b - one.b);
    return c;
}

static float brightness(colour c)
{
    return 0.25f * c.r + 0.5f * c.g + 0.25f * c.b;
}

static void steps(int w, int h, const float *restrict in, float *restrict out)
{
    /* polycc: grey[i * w + j] -> grey[j]; w cells instead of all */
    /* polycc: step[i * w + j] -> step[(i % 2) * w + j]; 2 * w cells instead of all */
    float *grey = malloc(sizeof(float[w])), *step = malloc(sizeof(float) * 2 * w);
    if (!grey || !step)
        return;
    if (w >= 1 && h >= 2) {
        float *step_0 = &step[0], *step_1 = &step[w];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                const float *from = in + y * w + x;
                colour dark = {from[0], from[0] * 0.5f, 0}, light = (colour){1, 0.75f, from[0]};
                float part = 0;
                while (part < 1 && brightness(between(dark, light, part)) < 0.5f)
                    part += 0.25f;
                grey[x] = part;
            }
            step_0[0] = grey[0];
            for (int x = 1; x < w; x++)
                step_0[x] = fabsf(grey[x] - grey[x - (x > 0 ? 1 : 0)]);
            if (y >= 1)
                for (int x = 0; x < w; x++)
                    out[y * w + x] = step_0[x] + step_1[x];
            float *step_next = step_1;
            step_1 = step_0, step_0 = step_next;
        }
    }
    free(grey);
    free(step);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int w = sizes[s], h = sizes[(s + 3) % (sizeof sizes / sizeof *sizes)];
        float *in = malloc(((size_t)w * h + 1) * sizeof *in), *out = calloc((size_t)w * h + 1, sizeof *out);
        for (int i = 0; i < w * h; i++)
            in[i] = (float)((i * 37 + 11) % 101) / 101;
        steps(w, h, in, out);
        show("out", out, (long)w * h, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
