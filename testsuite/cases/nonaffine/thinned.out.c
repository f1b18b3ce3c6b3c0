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
    /* polycc: slope[i * w + j] -> slope[j % 3]; 3 cells instead of h * w */
    float *slope = malloc(sizeof(float[3]));
    if (!middle || !thin || !slope)
        return 0;
    {
        unsigned char v[9];
        if (w >= 1 && h >= 1) {
            unsigned char *middle_0 = &middle[0], *middle_1 = &middle[2 * w], *middle_2 = &middle[w];
            for (y = 0; y <= h; y++) {
                if (y >= 1) {
                    if (y >= 2 && y < h - 1) {
                        middle_0[0] = in[y * w];
                        slope[0] = 0;
                    }
                    else if (y >= 2 && y >= h - 1) {
                        if (y == h - 1)
                            middle[((h - 1) % 3) * w] = in[(h - 1) * w];
                        slope[0] = 0;
                    }
                    else {
                        if (h >= 2)
                            middle[w] = in[w];
                        slope[0] = 0;
                    }
                    for (x = 1; x <= w; x++) {
                        if (y < h - 1 && x < w - 1) {
                            for (int i = -1; i < 2; i++)
                                for (int j = -1; j < 2; j++)
                                    v[3 * i + j + 4] = in[(i + y) * w + j + x];
                            for (int i = 0; i < 5; i++)
                                for (int j = i + 1; j < 9; j++) {
                                    if (v[j] < v[i]) {
                                        unsigned char t = v[i];
                                        v[i] = v[j];
                                        v[j] = t;
                                    }
                                }
                            middle_0[x] = v[4];
                        }
                        else if (y < h - 1 && x == w - 1) {
                            middle_0[w - 1] = in[y * w + w - 1];
                        }
                        else if (y == h - 1 && x < w)
                            middle[((h - 1) % 3) * w + x] = in[(h - 1) * w + x];
                        if (y >= 2 && y < h && x < w - 1) {
                            float across = (float)middle_1[x + 1] - middle_1[x - 1];
                            float down = (float)middle_0[x] - middle_2[x];
                            slope[x % 3] = sqrtf(across * across + down * down);
                        }
                        else if (h >= 2 && y == 1 && x < w) {
                            slope[x % 3] = 0;
                        }
                        else if (y == h && x < w) {
                            slope[x % 3] = 0;
                        }
                        else if (y >= 2 && y < h && x == w - 1)
                            slope[(w - 1) % 3] = 0;
                        do {
                            float m;
                            thin[(y - 1) * (long)w + x - 1] = 0;
                            if ((x - 1) == 0 || (y - 1) == 0 || (x - 1) == w - 1 || (y - 1) == h - 1)
                                continue;
                            m = slope[(x - 1) % 3];
                            if (m < 20)
                                continue;
                            if (m >= slope[(x - 2) % 3] && m > slope[x % 3])
                                thin[(y - 1) * (long)w + x - 1] = m > 255 ? 255 : (unsigned char)m;
                        } while (0);
                    }
                }
                else
                    for (x = 0; x < w; x++)
                        middle[x] = in[x];
                unsigned char *middle_next = middle_2;
                middle_2 = middle_1, middle_1 = middle_0, middle_0 = middle_next;
            }
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
