// expect: contracted grey
/* A stage that calls two others, which set a pixel by a function; one value is computed by a function with a condition. */
#include "bits.h"

static void process(int w, int h, const float *restrict red, const float *restrict green, float *restrict out)
{
    /* polycc: grey[i * w + j] -> grey[(i % 3) * w + j]; 3 * w cells instead of h * w */
    float *grey = malloc(sizeof(float) * 3 * w);
    {
        float *grey_0 = &grey[0], *grey_1 = &grey[2 * w], *grey_2 = &grey[w];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                /* grey_and_sharpen */
                /* to_grey */
                /* set */
                float value = 0.3f * red[y * w + x] + 0.7f * green[y * w + x];
                grey_0[x] = value;
            }
            if (y >= 2)
                for (int x = 1; x < w - 1; x++) {
                    /* sharpen */
                    /* set */
                    float value_2 = 5 * (grey_1[x] < ((float)(1)) ? grey_1[x] : ((float)(1))) - grey_2[x] - grey_0[x];
                    /* darker */
                    out[(y - 1) * w + x] = value_2;
                }
            float *grey_next = grey_2;
            grey_2 = grey_1, grey_1 = grey_0, grey_0 = grey_next;
        }
    }
    free(grey);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 17, 40};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s], w = sizes[(s + 1) % (sizeof sizes / sizeof *sizes)];
        float *r = data_f32((long)h * w, 3), *g = data_f32((long)h * w, 4), *out = data_f32((long)h * w, 5);
        process(w, h, r, g, out);
        show("out", out, (long)h * w, sizeof *out);
        free(r);
        free(g);
        free(out);
    }
    return 0;
}
