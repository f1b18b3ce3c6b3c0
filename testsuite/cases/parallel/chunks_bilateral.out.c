// polycc: --parallel --optimize speed --at h=4096,w=4096
/* A bilateral filter: neighbours count by how like they are. The guide is a blurred frame. */
#include "bits.h"

void bilateral(int h, int w, const float (*restrict in)[w], float (*restrict out)[w])
{
    #pragma omp parallel for if(1.0 * h * w > 200)
    for (int chunk = 0; chunk < h - 1; chunk += 128) {
        /* polycc: guide[i][j] -> guide[i % 5][j]; 5 * w cells instead of h * w */
        float (*guide)[w] = malloc(sizeof(float[5][w]));
        /* polycc: total[i][j] -> total[j]; w cells instead of h * w */
        float *total = malloc(sizeof(float[w]));
        /* polycc: weights[i][j] -> weights[j]; w cells instead of h * w */
        float *weights = malloc(sizeof(float[w]));
        for (int y = chunk > 5 ? chunk - 4 : 1; y < h - 1 && y < chunk + 128; y++) {
            float *guide_0 = guide[y % 5];
            for (int x = 1; x < w - 1; x++)
                guide_0[x] = 0.125f * (in[y - 1][x] + in[y][x - 1] + in[y][x + 1] + in[y + 1][x]) + 0.5f * in[y][x];
            if (y >= 5 && y >= chunk) {
                for (int x = 3; x < w - 3; x++) {
                    total[x] = 0;
                    weights[x] = 0;
                }
                for (int dy = -2; dy < 3; dy++)
                    for (int dx = -2; dx < 3; dx++) {
                        const float *guide_2 = guide[(y - 2) % 5];
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
        }
        free(guide);
        free(total);
        free(weights);
    }
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {7, 7}, {17, 9}, {128, 8}, {130, 9}, {133, 7}, {270, 10}};
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
