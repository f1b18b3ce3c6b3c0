// polycc: --optimize speed
// expect: contracted tmp
/* The blur as anybody would write it: nothing is marked. */
#include "bits.h"

static void blur(int h, int w, float (*restrict in)[w], float (*restrict out)[w])
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

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 2}, {4, 6}, {5, 5}, {9, 7}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        float *in = data_f32(h * w, 201), *out = data_f32(h * w, 202);
        blur(h, w, (void *)in, (void *)out);
        show("out", out, h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
