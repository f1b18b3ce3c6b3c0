// polycc: --at h=1000,w=1000
/* Sums over the rows around one, in a loop of a known number of turns: compilers write it out, so `t[(y + k) % 5]` is
   computed once a row. In a loop of as many turns as a parameter says it would be computed for each pixel: `u` stays. */
#include "bits.h"

enum { R = 2 };

static void box(int h, int w, const float in[restrict h][w], float out[restrict h][w])
{
    /* polycc: t[i][j] -> t[i % 5][j]; 5 * w cells instead of h * w */
    float (*t)[w] = malloc(sizeof(float[5][w]));
    for (int y = 0; y < h; y++) {
        float *t_0 = t[y % 5];
        for (int x = 0; x < w; x++)
            t_0[x] = in[y][x] * in[y][x];
        if (y >= 4) {
            const float *t_rows[5] = {t[(y - 4) % 5], t[(y - 3) % 5], t[(y - 2) % 5], t[(y - 1) % 5], t[y % 5]};
            for (int x = 0; x < w; x++) {
                float sum = 0;
                for (int k = -2; k < 3; k++)
                    sum += t_rows[k + 2][x];
                out[y - 2][x] = sum / (2 * R + 1);
            }
        }
    }
    free(t);
}

static void box_of_any_size(int h, int w, int r, const float in[restrict h][w], float out[restrict h][w])
{
    float (*u)[w] = malloc(sizeof(float[h][w]));
    if (r < 1 || r > 40)
        return;
    {
        /* polycc: sum[i % 512], versions by x; 512 cells */
        float sum[512];
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                u[y][x] = in[y][x] * in[y][x];
        for (int y = r; y < h - r; y++) {
            for (long t = 0; t < (long)w; t += 512) {
                int last = w - 1 < t + 511 ? w - 1 : t + 511;
                for (int x = t; x <= last; x++)
                    sum[x - t] = 0;
                for (int k = -r; k <= r; k++)
                    for (int x = t; x <= last; x++)
                        sum[x - t] += u[y + k][x];
                for (int x = t; x <= last; x++)
                    out[y][x] = sum[x - t];
            }
        }
    }
    free(u);
}

int main(void)
{
    enum { H = 31, W = 29 };
    static float *in, *out;
    if (in == NULL) {
        in = data_f32(H * W, 1);
        out = data_f32(H * W, 2);
    }
    box(H, W, (void *)in, (void *)out);
    show("out", out, H * W, sizeof *out);
    box_of_any_size(H, W, 3, (void *)in, (void *)out);
    show("out", out, H * W, sizeof *out);
    return 0;
}
