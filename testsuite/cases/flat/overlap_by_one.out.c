/* Images that lie side by side, share one pixel, are shifted, or are the same. */
#include "bits.h"

/* polycc: `blur_apart` is `blur` for memory that doesn't overlap */
static int blur_apart(int w, int h, const float *in, float *out)
{
    /* polycc: t[i * w + j] -> t[(i % 3) * w + j]; 3 * w cells instead of h * w */
    float *t = malloc(sizeof(float) * 3 * w);
    if (!t)
        return -1;
    {
        float *t_0 = &t[0], *t_1 = &t[2 * w], *t_2 = &t[w];
        for (int y = 0; y < h; y++) {
            for (int x = 1; x < w - 1; x++)
                t_0[x] = (in[y * w + x - 1] + in[y * w + x] + in[y * w + x + 1]) / 3;
            if (y >= 2)
                for (int x = 1; x < w - 1; x++)
                    out[(y - 1) * w + x] = (t_2[x] + t_1[x] + t_0[x]) / 3;
            float *t_next = t_2;
            t_2 = t_1, t_1 = t_0, t_0 = t_next;
        }
    }
    free(t);
    return 0;
}

/* Blurs an image. */
int blur(int w, int h, const float *in, float *out)
{
    /* polycc: `blur_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(in + ((long)h * (long)w)) <= (const char *)(out + (long)w) || (const char *)(out + (((long)h - 1) * (long)w)) <= (const char *)in, 1)) {
        return blur_apart(w, h, in, out);
    }
    float *t = malloc(sizeof(float) * w * h);
    if (!t)
        return -1;
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            t[y * w + x] = (in[y * w + x - 1] + in[y * w + x] + in[y * w + x + 1]) / 3;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y * w + x] = (t[(y - 1) * w + x] + t[y * w + x] + t[(y + 1) * w + x]) / 3;
    free(t);
    return 0;
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 8, 75};
    for (size_t a = 0; a < sizeof sizes / sizeof *sizes; a++)
        for (size_t b = 0; b < sizeof sizes / sizeof *sizes; b++) {
            int w = sizes[a], h = sizes[b], n = w * h;
            int shifts[] = {0, 1, w, n - w, n - w - 1, n - 1, n, n + 1};
            for (int s = 0; s < 8; s++) {
                int shift = shifts[s] < 0 ? 0 : shifts[s];
                float *m = data_f32(2 * n + 2, 3);
                printf("%d\n", blur(w, h, m, m + shift));
                show("m", m, 2 * n + 2, sizeof *m);
                printf("%d\n", blur(w, h, m + shift, m));
                show("m", m, 2 * n + 2, sizeof *m);
                free(m);
            }
        }
    return 0;
}
