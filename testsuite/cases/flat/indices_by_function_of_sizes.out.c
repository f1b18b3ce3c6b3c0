// expect: contracted across
// expect: contracted slope
/* Functions that compute the place of a pixel from its coordinates and the length of a row, in `int` and in `size_t`. */
#include "bits.h"

static void blurred(int w, int h, const float *restrict in, float *restrict out)
{
    /* polycc: across[i * w + j] -> across[(i % 3) * w + j]; 3 * w cells instead of h * w */
    float *across = malloc(sizeof(float) * 3 * w);
    {
        float *across_0 = &across[0], *across_1 = &across[2 * w], *across_2 = &across[w];
        for (int y = 0; y < h; y++) {
            for (int x = 1; x < w - 1; x++)
                across_0[x] = in[y * w + x - 1] + in[y * w + x] + in[y * w + x + 1];
            if (y >= 2)
                for (int x = 1; x < w - 1; x++)
                    out[(y - 1) * w + x] = across_2[x] + across_1[x] + across_0[x];
            float *across_next = across_2;
            across_2 = across_1, across_1 = across_0, across_0 = across_next;
        }
    }
    free(across);
}

static void bent(int w, int h, const float *restrict in, float *restrict out)
{
    /* polycc: slope[i * (long)w + j] -> slope[(i % 2) * (long)w + j]; 2 * w cells instead of h * w */
    float *slope = malloc(sizeof(float) * 2 * w);
    {
        float *slope_0 = &slope[(long)w], *slope_1 = &slope[0];
        for (int y = 1; y < h; y++) {
            for (int x = 0; x < w; x++)
                slope_0[x] = in[y * (long)w + x] - in[(y - 1) * (long)w + x];
            if (y >= 2)
                for (int x = 0; x < w; x++)
                    out[y * (long)w + x] = slope_0[x] - slope_1[x];
            float *slope_next = slope_1;
            slope_1 = slope_0, slope_0 = slope_next;
        }
    }
    free(slope);
}

static void run(int w, int h)
{
    long cells = (long)w * h;
    float *in = data_f32(cells, 11), *out = block(cells, sizeof *out);
    blurred(w, h, in, out);
    show("blurred", out, cells, sizeof *out);
    bent(w, h, in, out);
    show("bent", out, cells, sizeof *out);
    free(in);
    free(out);
}

int main(void)
{
    for (int h = 0; h < 5; h++)
        for (int w = 0; w < 5; w++)
            run(w, h);
    run(70, 90);
    run(130, 40);
    return 0;
}
