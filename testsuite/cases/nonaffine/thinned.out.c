// expect: contracted middle
// expect: contracted slope
/* A median of nine that sorts, the slope of it, and its crest: borders apart by `continue`, one loop over all pixels. */
#include "bits.h"
#include <math.h>

static unsigned crest(int w, int h, const unsigned char *in)
{
    int x, y, k;
    unsigned sum = 0;
    /* polycc: middle[i * w + j] -> middle[(i % 3) * w + j]; 3 * w cells instead of h * w */
    unsigned char *middle = malloc(sizeof(unsigned char) * 3 * w), *thin = malloc(w * h);
    /* polycc: slope[i * w + j] -> slope[j]; w cells instead of h * w */
    float *slope = malloc(sizeof(float[w]));
    if (!middle || !thin || !slope)
        return 0;
    if (h >= 1) {
        unsigned char *middle_0 = &middle[0], *middle_1 = &middle[2 * w], *middle_2 = &middle[w];
        for (y = 0; y <= h; y++) {
            if (y < h)
                for (x = 0; x < w; x++)
                    do {
                        unsigned char v[9];
                        int n = 0, i, j;
                        if (y == 0 || x == 0 || y == h - 1 || x == w - 1) {
                            middle_0[x] = in[y * w + x];
                            continue;
                        }
                        for (i = -1; i <= 1; i++)
                            for (j = -1; j <= 1; j++)
                                v[n + 4 + 3 * i + j] = in[(y + i) * w + x + j];
                        for (i = 0; i < 5; i++)
                            for (j = i + 1; j < 9; j++)
                                if (v[j] < v[i]) {
                                    unsigned char t = v[i];
                                    v[i] = v[j];
                                    v[j] = t;
                                }
                        middle_0[x] = v[4];
                    } while (0);
            if (y >= 1) {
                for (x = 0; x < w; x++)
                    do {
                        float across, down;
                        if (x == 0 || (y - 1) == 0 || x == w - 1 || (y - 1) == h - 1) {
                            slope[x] = 0;
                            continue;
                        }
                        across = (float)middle_1[x + 1] - middle_1[x - 1];
                        down = (float)middle_0[x] - middle_2[x];
                        slope[x] = sqrtf(across * across + down * down);
                    } while (0);
                for (x = 0; x < w; x++)
                    do {
                        float m;
                        thin[(y - 1) * (long)w + x] = 0;
                        if (x == 0 || (y - 1) == 0 || x == w - 1 || (y - 1) == h - 1)
                            continue;
                        m = slope[x];
                        if (m < 20)
                            continue;
                        if (m >= slope[x - 1] && m > slope[x + 1])
                            thin[(y - 1) * (long)w + x] = m > 255 ? 255 : (unsigned char)m;
                    } while (0);
            }
            unsigned char *middle_next = middle_2;
            middle_2 = middle_1, middle_1 = middle_0, middle_0 = middle_next;
        }
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
