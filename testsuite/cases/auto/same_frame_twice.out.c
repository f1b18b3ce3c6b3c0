// polycc: --optimize speed
/* The caller may pass one frame twice: nothing says that it doesn't, so that is tested. */
#include "bits.h"

/* polycc: `blur_apart` is `blur` for memory that doesn't overlap */
static void blur_apart(int h, int w, float in[h][w], float out[h][w])
{
    /* polycc: tmp[i][j] -> tmp[i % 3][j]; 3 * w cells instead of h * w */
    float (*tmp)[w] = malloc(sizeof(float[3][w]));
    {
        float *tmp_0 = tmp[0], *tmp_1 = tmp[2], *tmp_2 = tmp[1];
        for (int i = 0; i < h; i++) {
            for (int j = 1; j < w - 1; j++)
                tmp_0[j] = 0.25f * in[i][j - 1] + 0.5f * in[i][j] + 0.25f * in[i][j + 1];
            if (i >= 2)
                for (int j = 1; j < w - 1; j++)
                    out[i - 1][j] = 0.25f * tmp_2[j] + 0.5f * tmp_1[j] + 0.25f * tmp_0[j];
            float *tmp_next = tmp_2;
            tmp_2 = tmp_1, tmp_1 = tmp_0, tmp_0 = tmp_next;
        }
    }
    free(tmp);
}

static void blur(int h, int w, float in[h][w], float out[h][w])
{
    /* polycc: `blur_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(in + (long)h) <= (const char *)(out + 1) || (const char *)(out + ((long)h - 1)) <= (const char *)in, 1)) {
        blur_apart(h, w, in, out);
        return;
    }
    float (*tmp)[w] = malloc(sizeof(float[h][w]));
    for (int i = 0; i < h; i++)
        for (int j = 1; j < w - 1; j++)
            tmp[i][j] = 0.25f * in[i][j - 1] + 0.5f * in[i][j] + 0.25f * in[i][j + 1];
    for (int i = 1; i < h - 1; i++)
        for (int j = 1; j < w - 1; j++)
            out[i][j] = 0.25f * tmp[i - 1][j] + 0.5f * tmp[i][j] + 0.25f * tmp[i + 1][j];
    free(tmp);
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 2}, {4, 6}, {5, 5}, {9, 7}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        float *in = data_f32(h * w, 205), *out = data_f32(h * w, 206);
        { /* twice */
            float (*twice_in)[w] = (void *)in;
            float (*twice_out)[w] = (void *)out;
            { /* blur */
                /* polycc: tmp[i][j] -> tmp[i % 3][j]; 3 * w cells instead of h * w */
                float (*tmp)[w] = malloc(sizeof(float[3][w]));
                {
                    float *tmp_0 = tmp[0], *tmp_1 = tmp[2], *tmp_2 = tmp[1];
                    for (int i = 0; i < h; i++) {
                        for (int j = 1; j < w - 1; j++)
                            tmp_0[j] = 0.25f * twice_in[i][j - 1] + 0.5f * twice_in[i][j] + 0.25f * twice_in[i][j + 1];
                        if (i >= 2)
                            for (int j = 1; j < w - 1; j++)
                                twice_in[i - 1][j] = 0.25f * tmp_2[j] + 0.5f * tmp_1[j] + 0.25f * tmp_0[j];
                        float *tmp_next = tmp_2;
                        tmp_2 = tmp_1, tmp_1 = tmp_0, tmp_0 = tmp_next;
                    }
                }
                free(tmp);
            }
            blur(h, w, twice_in, twice_out);
        }
        show("out", out, h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
