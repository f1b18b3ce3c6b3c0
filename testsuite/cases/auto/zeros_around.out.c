// expect: contracted smooth
/* Planes of `calloc` of which only the inside is written, while the zeros around it are read. */
#include "bits.h"

void edges(int w, int h, const float *restrict in, float *restrict out)
{
    /* polycc: smooth[i * w + j] -> smooth[(i % 3) * w + j]; 3 * w cells instead of h * w */
    float *smooth = malloc(sizeof(float) * 3 * w);
    if (h >= 1)
        for (int x = 0; x < w; x++)
            smooth[x] = 0;
    if (w >= 1) {
        float *smooth_0 = &smooth[0], *smooth_1 = &smooth[2 * w], *smooth_2 = &smooth[w];
        for (int y = 0; y < h; y++) {
            if (y == h - 1) {
                float *smooth_11 = &smooth[((h - 1) % 3) * w];
                for (int x = 0; x < w; x++)
                    smooth_11[x] = 0;
            }
            smooth_0[0] = 0;
            smooth_0[w - 1] = 0;
            if (y < h - 1 && y >= 1)
                for (int x = 1; x < w - 1; x++) {
                    float sum = 0;
                    for (int j = -1; j < 2; j++)
                        for (int i = -1; i < 2; i++)
                            sum += in[(j + y) * w + i + x];
                    smooth_0[x] = sum / 9;
                }
            if (y >= 2)
                for (int x = 1; x < w - 1; x++) {
                    float dx = smooth_1[x + 1] - smooth_1[x - 1];
                    float dy = smooth_0[x] - smooth_2[x];
                    out[(y - 1) * w + x] = dx * dx + dy * dy;
                }
            float *smooth_next = smooth_2;
            smooth_2 = smooth_1, smooth_1 = smooth_0, smooth_0 = smooth_next;
        }
    }
    free(smooth);
}

int main(void)
{
    int sizes[] = {1, 2, 3, 4, 5, 6, 7, 12};
    for (int a = 0; a < 8; a++)
        for (int b = 0; b < 8; b++) {
            float in[144], out[144] = {0};
            for (int i = 0; i < 144; i++)
                in[i] = (i * 37) % 41;
            edges(sizes[a], sizes[b], in, out);
            show("out", out, 144, sizeof *out);
        }
    return 0;
}
