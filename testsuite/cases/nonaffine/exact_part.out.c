// expect: contracted t
/* Loops that keep their order, since a call fills their array, hold others that needn't: the part that is exact is worth more. */
#include "bits.h"

static uint32_t state[] = {7};

static float next(void)
{
    for (int step = 0; step < 2; step++)
        state[0] = state[0] * 1664525u + 1013904223u;
    return (float)(state[0] >> 8) / 16777216.0f;
}

/* polycc: `play_apart` is `play` for sizes as they should be, in memory that doesn't overlap */
static float play_apart(int rounds, int h, int w, float *restrict out)
{
    /* polycc: t[i * w + j] -> t[(i % 2) * w + j]; 2 * w cells instead of h * w */
    float *noise = malloc(sizeof(float) * h * w), *t = malloc(sizeof(float) * 2 * w), sum = 0;
    for (int k = 0; k < rounds; k++) {
        for (int i = 0; i < h * w; i++)
            noise[i] = next() + k;
        {
            float *t_0 = &t[0], *t_1 = &t[w];
            for (int y = 0; y < h; y++) {
                for (int x = 1; x < w; x++)
                    t_0[x] = noise[y * w + x] + 2 * noise[y * w + x - 1];
                if (y >= 1)
                    for (int x = 1; x < w; x++)
                        out[y * w + x] = t_0[x] - t_1[x];
                float *t_next = t_1;
                t_1 = t_0, t_0 = t_next;
            }
            sum += out[0];
        }
    }
    free(noise);
    free(t);
    return sum;
}

float play(int rounds, int h, int w, float *restrict out)
{
    /* polycc: `play_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect((long)w >= 2, 1)) {
        return play_apart(rounds, h, w, out);
    }
    float *noise = malloc(sizeof(float) * h * w), *t = malloc(sizeof(float) * h * w), sum = 0;
    for (int k = 0; k < rounds; k++) {
        for (int i = 0; i < h * w; i++)
            noise[i] = next() + k;
        for (int y = 0; y < h; y++)
            for (int x = 1; x < w; x++)
                t[y * w + x] = noise[y * w + x] + 2 * noise[y * w + x - 1];
        for (int y = 1; y < h; y++)
            for (int x = 1; x < w; x++)
                out[y * w + x] = t[y * w + x] - t[(y - 1) * w + x];
        sum += out[0];
    }
    free(noise);
    free(t);
    return sum;
}

int main(void)
{
    static const int lengths[] = {1, 2, 3, 17, 40};
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < 5; b++) {
            float *out = data_f32(lengths[a] * lengths[b], 4), sum = play(3, lengths[a], lengths[b], out);
            show("out", out, lengths[a] * lengths[b], sizeof(float));
            show("sum", &sum, 1, sizeof sum);
            free(out);
        }
    return 0;
}
