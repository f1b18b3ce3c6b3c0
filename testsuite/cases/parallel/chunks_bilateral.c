// polycc: --parallel --optimize speed --at h=4096,w=4096
/* A bilateral filter: neighbours count by how like they are. The guide is a blurred frame. */
#include "bits.h"

void bilateral(int h, int w, const float (*restrict in)[w], float (*restrict out)[w])
{
    float (*guide)[w] = malloc(sizeof(float[h][w]));
    float (*total)[w] = malloc(sizeof(float[h][w]));
    float (*weights)[w] = malloc(sizeof(float[h][w]));
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            guide[y][x] = 0.125f * (in[y - 1][x] + in[y][x - 1] + in[y][x + 1] + in[y + 1][x]) + 0.5f * in[y][x];
    for (int y = 3; y < h - 3; y++)
        for (int x = 3; x < w - 3; x++) {
            total[y][x] = 0;
            weights[y][x] = 0;
        }
    for (int y = 3; y < h - 3; y++)
        for (int dy = -2; dy <= 2; dy++)
            for (int dx = -2; dx <= 2; dx++)
                for (int x = 3; x < w - 3; x++) {
                    float difference = guide[y + dy][x + dx] - guide[y][x];
                    float weight = 1 / (1 + 50 * difference * difference);
                    total[y][x] += weight * in[y + dy][x + dx];
                    weights[y][x] += weight;
                }
    for (int y = 3; y < h - 3; y++)
        for (int x = 3; x < w - 3; x++)
            out[y][x] = total[y][x] / weights[y][x];
    free(guide);
    free(total);
    free(weights);
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
