// expect: contracted middle
// expect: contracted slope
/* A median of nine that sorts, the slope of it, and its crest: borders apart by `continue`, one loop over all pixels. */
#include "bits.h"
#include <math.h>

static unsigned crest(int w, int h, const unsigned char *in)
{
    int x, y, k;
    unsigned sum = 0;
    unsigned char *middle = malloc(w * h), *thin = malloc(w * h);
    float *slope = malloc(w * h * sizeof(float));
    if (!middle || !thin || !slope)
        return 0;
    for (y = 0; y < h; y++)
        for (x = 0; x < w; x++) {
            unsigned char v[9];
            int n = 0, i, j;
            if (y == 0 || x == 0 || y == h - 1 || x == w - 1) {
                middle[y * w + x] = in[y * w + x];
                continue;
            }
            for (i = -1; i <= 1; i++)
                for (j = -1; j <= 1; j++)
                    v[n++] = in[(y + i) * w + x + j];
            for (i = 0; i < 5; i++)
                for (j = i + 1; j < 9; j++)
                    if (v[j] < v[i]) {
                        unsigned char t = v[i];
                        v[i] = v[j];
                        v[j] = t;
                    }
            middle[y * w + x] = v[4];
        }
    for (y = 0; y < h; y++)
        for (x = 0; x < w; x++) {
            float across, down;
            if (x == 0 || y == 0 || x == w - 1 || y == h - 1) {
                slope[y * w + x] = 0;
                continue;
            }
            across = (float)middle[y * w + x + 1] - middle[y * w + x - 1];
            down = (float)middle[(y + 1) * w + x] - middle[(y - 1) * w + x];
            slope[y * w + x] = sqrtf(across * across + down * down);
        }
    for (y = 0; y < h; y++)
        for (x = 0; x < w; x++) {
            float m;
            thin[y * w + x] = 0;
            if (x == 0 || y == 0 || x == w - 1 || y == h - 1)
                continue;
            m = slope[y * w + x];
            if (m < 20)
                continue;
            if (m >= slope[y * w + x - 1] && m > slope[y * w + x + 1])
                thin[y * w + x] = m > 255 ? 255 : (unsigned char)m;
        }
    for (k = 0; k < w * h; k++)
        sum = sum * 31 + thin[k];
    free(middle);
    free(thin);
    free(slope);
    return sum;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int w = sizes[s], h = sizes[(s + 3) % (sizeof sizes / sizeof *sizes)];
        unsigned char *in = malloc(w * h + 1);
        for (int i = 0; i < w * h; i++)
            in[i] = (unsigned char)((unsigned)i * 2654435761u >> 24);
        unsigned sum = crest(w, h, in);
        show("sum", &sum, 1, sizeof sum);
        free(in);
    }
    return 0;
}
