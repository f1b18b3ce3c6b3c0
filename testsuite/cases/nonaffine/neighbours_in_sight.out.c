// expect: contracted shade
// expect: contracted lit
/* What a pixel sees of eight neighbours, each if it is inside, and light, which ends early where nothing is. */
#include "bits.h"

static const int around[8][2] = {{2, 0}, {-2, 0}, {0, 2}, {0, -2}, {3, 3}, {-3, 3}, {3, -3}, {-3, -3}};

static float visible(int w, int h, const float *restrict depth)
{
    /* polycc: shade[i * (long)w + j] -> shade[j]; w cells instead of h * w */
    /* polycc: lit[i * (long)w + j] -> lit[(i % 2) * (long)w + j]; 2 * w cells instead of h * w */
    float *shade = malloc(sizeof(float[w])), *lit = malloc(sizeof(float) * 2 * w);
    float sum = 0;
    if (!shade || !lit)
        return -1;
    {
        float *lit_0 = &lit[0], *lit_1 = &lit[(long)w];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                float near = 0;
                if (depth[(size_t)y * w + x] < 80)
                    for (int k = 0; k < 8; k++) {
                        int there = x + around[k][0], row = y + around[k][1];
                        if (there < 0 || row < 0 || there >= w || row >= h)
                            continue;
                        float step = depth[(size_t)y * w + x] - depth[(size_t)row * w + there];
                        if (step > 0)
                            near += 1 / (1 + step);
                    }
                shade[x] = 1 - near / 8;
            }
            for (int x = 0; x < w; x++)
                do {
                    size_t here = (size_t)y * w + x;
                    if (depth[here] >= 80) {
                        lit_0[x] = 0.125f;
                        continue;
                    }
                    float light = 1 / (1 + depth[here]);
                    lit_0[x] = light * shade[x];
                } while (0);
            if (y >= 1)
                for (int x = 0; x < w; x++)
                    sum += lit_1[x] - lit_0[x] * (x % 3);
            float *lit_next = lit_1;
            lit_1 = lit_0, lit_0 = lit_next;
        }
    }
    free(shade);
    free(lit);
    return sum;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int w = sizes[s], h = sizes[(s + 3) % (sizeof sizes / sizeof *sizes)];
        float *depth = malloc(((size_t)w * h + 1) * sizeof *depth);
        for (int i = 0; i < w * h; i++)
            depth[i] = (float)((i * 37 + 11) % 101);
        float sum = visible(w, h, depth);
        show("sum", &sum, 1, sizeof sum);
        free(depth);
    }
    return 0;
}
