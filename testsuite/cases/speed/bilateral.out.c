// polycc: --at h=4096,w=4096
/* A bilateral filter: neighbours count by how like they are. The guide is a blurred frame. */
#include "bits.h"

void bilateral(int h, int w, const float (*restrict in)[w], float (*restrict out)[w])
{
    /* polycc: guide[i][j] -> guide[i % 5][j]; 5 * w cells instead of h * w */
    float (*guide)[w] = malloc(sizeof(float[5][w]));
    /* polycc: total[i][j] -> total[j]; w cells instead of h * w */
    float *total = malloc(sizeof(float[w]));
    /* polycc: weights[i][j] -> weights[j]; w cells instead of h * w */
    float *weights = malloc(sizeof(float[w]));
    {
        float *guide_0 = guide[1], *guide_1 = guide[0], *guide_2 = guide[4], *guide_3 = guide[3], *guide_4 = guide[2];
        for (int y = 1; y < h - 1; y++) {
            for (int x = 1; x < w - 1; x++)
                guide_0[x] = 0.125f * (in[y - 1][x] + in[y][x - 1] + in[y][x + 1] + in[y + 1][x]) + 0.5f * in[y][x];
            if (y >= 5) {
                for (int x = 3; x < w - 3; x++) {
                    total[x] = 0;
                    weights[x] = 0;
                }
                for (int dy = -2; dy < 3; dy++)
                    for (int dx = -2; dx < 3; dx++) {
                        const float *guide_row = guide[(y + dy - 2) % 5];
                        for (int x = 3; x < w - 3; x++) {
                            float difference = guide_row[x + dx] - guide_2[x];
                            float weight = 1 / (1 + 50 * difference * difference);
                            total[x] += weight * in[y + dy - 2][x + dx];
                            weights[x] += weight;
                        }
                    }
                for (int x = 3; x < w - 3; x++)
                    out[y - 2][x] = total[x] / weights[x];
            }
            float *guide_next = guide_4;
            guide_4 = guide_3, guide_3 = guide_2, guide_2 = guide_1, guide_1 = guide_0, guide_0 = guide_next;
        }
    }
    free(guide);
    free(total);
    free(weights);
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {7, 7}, {8, 13}, {17, 9}, {20, 23}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        float *in = data_f32((long)h * w, 1), *out = data_f32((long)h * w, 2);
        bilateral(h, w, (void *)in, (void *)out);
        show("out", out, (long)h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
