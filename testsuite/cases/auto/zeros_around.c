// expect: contracted smooth
/* Planes of `calloc` of which only the inside is written, while the zeros around it are read. */
#include "bits.h"

void edges(int w, int h, const float *restrict in, float *restrict out)
{
    float *smooth = calloc(w * h, sizeof(float));
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            float sum = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++)
                    sum += in[(y + j) * w + x + i];
            smooth[y * w + x] = sum / 9;
        }
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            float dx = smooth[y * w + x + 1] - smooth[y * w + x - 1];
            float dy = smooth[(y + 1) * w + x] - smooth[(y - 1) * w + x];
            out[y * w + x] = dx * dx + dy * dy;
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
