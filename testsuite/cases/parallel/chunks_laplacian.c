// polycc: --parallel --optimize speed --at h=4096,w=4096
/* Detail that grows where it is faint, as a local Laplacian filter does it: a coarser frame, its enlargement, their
   difference remapped and put back. */
#include "bits.h"

void laplacian(int h, int w, const float (*restrict in)[w], float (*restrict out)[w])
{
    int hh = h / 2, ww = w / 2;
    float (*narrow)[ww] = malloc(sizeof(float[h][ww]));
    float (*coarse)[ww] = malloc(sizeof(float[hh][ww]));
    float (*wide)[w] = malloc(sizeof(float[hh][w]));
    float (*base)[w] = malloc(sizeof(float[h][w]));
    float (*detail)[w] = malloc(sizeof(float[h][w]));
    for (int y = 0; y < h; y++)
        for (int x = 1; x < ww - 1; x++)
            narrow[y][x] = (in[y][2 * x - 1] + 3 * in[y][2 * x] + 3 * in[y][2 * x + 1] + in[y][2 * x + 2]) / 8;
    for (int y = 1; y < hh - 1; y++)
        for (int x = 1; x < ww - 1; x++)
            coarse[y][x] = (narrow[2 * y - 1][x] + 3 * narrow[2 * y][x] + 3 * narrow[2 * y + 1][x]
                            + narrow[2 * y + 2][x]) / 8;
    for (int y = 1; y < hh - 1; y++)
        for (int x = 2; x < ww - 2; x++) {
            wide[y][2 * x] = 0.75f * coarse[y][x] + 0.25f * coarse[y][x - 1];
            wide[y][2 * x + 1] = 0.75f * coarse[y][x] + 0.25f * coarse[y][x + 1];
        }
    for (int y = 2; y < hh - 2; y++)
        for (int x = 4; x < 2 * ww - 4; x++) {
            base[2 * y][x] = 0.75f * wide[y][x] + 0.25f * wide[y - 1][x];
            base[2 * y + 1][x] = 0.75f * wide[y][x] + 0.25f * wide[y + 1][x];
        }
    for (int y = 4; y < 2 * hh - 4; y++)
        for (int x = 4; x < 2 * ww - 4; x++)
            detail[y][x] = in[y][x] - base[y][x];
    for (int y = 4; y < 2 * hh - 4; y++)
        for (int x = 4; x < 2 * ww - 4; x++)
            out[y][x] = base[y][x] + detail[y][x] * (1 + 1 / (1 + 20 * detail[y][x] * detail[y][x]));
    free(narrow);
    free(coarse);
    free(wide);
    free(base);
    free(detail);
}

int main(void)
{
    static const int sizes[][2] = {{16, 16}, {23, 31}, {40, 18}, {256, 20}, {262, 18}, {530, 17}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        float *in = data_f32((long)h * w, 1), *out = data_f32((long)h * w, 2);
        laplacian(h, w, (void *)in, (void *)out);
        show("out", out, (long)h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
