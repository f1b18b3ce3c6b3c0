// polycc: --parallel --optimize speed --at h=4096,w=4096
/* Detail that grows where it is faint, as a local Laplacian filter does it: a coarser frame, its enlargement, their
   difference remapped and put back. */
#include "bits.h"

void laplacian(int h, int w, const float (*restrict in)[w], float (*restrict out)[w])
{
    int hh = h / 2, ww = w / 2;
    if (hh <= 2) {
        #pragma omp parallel for if(ww > 20000)
        for (int chunk = 0; chunk < h + 1; chunk += 256) {
            /* polycc: narrow[i][j] -> narrow[i % 4][j]; 4 * ww cells instead of h * ww */
            float (*narrow)[ww] = malloc(sizeof(float[4][ww]));
            for (int y = chunk > 8 ? chunk - 8 : 0; y < h && y < chunk + 256; y++) {
                float *narrow_0 = narrow[y % 4];
                for (int x = 1; x < ww - 1; x++)
                    narrow_0[x] = (in[y][2 * x - 1] + 3 * in[y][2 * x] + 3 * in[y][2 * x + 1] + in[y][2 * x + 2]) / 8;
            }
            free(narrow);
        }
    }
    else if (h + 1 >= 2 * hh && w + 1 >= 2 * ww) {
        #pragma omp parallel for if(1.0 * h * ww > 4000)
        for (int chunk = 0; chunk < h + 1; chunk += 256) {
            /* polycc: narrow[i][j] -> narrow[i % 4][j]; 4 * ww cells instead of h * ww */
            float (*narrow)[ww] = malloc(sizeof(float[4][ww]));
            /* polycc: coarse[i][j] -> coarse[j]; ww cells instead of hh * ww */
            float *coarse = malloc(sizeof(float[ww]));
            /* polycc: wide[i][j] -> wide[i % 3][j]; 3 * w cells instead of hh * w */
            float (*wide)[w] = malloc(sizeof(float[3][w]));
            /* polycc: base[i][j] -> base[i % 2][j]; 2 * w cells instead of h * w */
            float (*base)[w] = malloc(sizeof(float[2][w]));
            /* polycc: detail[i][j] -> detail; 1 cell instead of h * w */
            float detail = 0;
            if (ww >= 5) {
                if (chunk == 0)
                    for (int y = 0; y < 8 && y < h; y++) {
                        float *narrow_0 = narrow[y % 4];
                        for (int x = 1; x < ww - 1; x++)
                            narrow_0[x] = (in[y][2 * x - 1] + 3 * in[y][2 * x] + 3 * in[y][2 * x + 1] + in[y][2 * x + 2]) / 8;
                        if (y >= 4 && y < 2 * hh - 1 && y % 2 == 0) {
                            const float *narrow_row = narrow[(2 * (y / 2) - 1) % 4];
                            const float *narrow_row1 = narrow[(2 * (y / 2) - 2) % 4];
                            const float *narrow_row2 = narrow[(2 * (y / 2) - 3) % 4];
                            const float *narrow_row3 = narrow[2 * (y / 2) % 4];
                            float *wide_row = wide[(y / 2 - 1) % 3];
                            for (int x = 1; x < ww - 1; x++)
                                coarse[x] = (narrow_row2[x] + 3 * narrow_row1[x] + 3 * narrow_row[x] + narrow_row3[x]) / 8;
                            for (int x = 2; x < ww - 2; x++) {
                                wide_row[2 * x] = 0.75f * coarse[x] + 0.25f * coarse[x - 1];
                                wide_row[2 * x + 1] = 0.75f * coarse[x] + 0.25f * coarse[x + 1];
                            }
                        }
                    }
                for (int y = chunk > 8 ? chunk - 8 : 0; y < chunk; y++) {
                    float *narrow_0 = narrow[y % 4];
                    for (int x = 1; x < ww - 1; x++)
                        narrow_0[x] = (in[y][2 * x - 1] + 3 * in[y][2 * x] + 3 * in[y][2 * x + 1] + in[y][2 * x + 2]) / 8;
                    if (y < 2 * hh - 1 && y >= chunk - 4 && y % 2 == 0) {
                        const float *narrow_row = narrow[(2 * (y / 2) - 1) % 4];
                        const float *narrow_row1 = narrow[(2 * (y / 2) - 2) % 4];
                        const float *narrow_row2 = narrow[(2 * (y / 2) - 3) % 4];
                        const float *narrow_row3 = narrow[2 * (y / 2) % 4];
                        float *wide_row = wide[(y / 2 - 1) % 3];
                        for (int x = 1; x < ww - 1; x++)
                            coarse[x] = (narrow_row2[x] + 3 * narrow_row1[x] + 3 * narrow_row[x] + narrow_row3[x]) / 8;
                        for (int x = 2; x < ww - 2; x++) {
                            wide_row[2 * x] = 0.75f * coarse[x] + 0.25f * coarse[x - 1];
                            wide_row[2 * x + 1] = 0.75f * coarse[x] + 0.25f * coarse[x + 1];
                        }
                    }
                }
                for (int y = chunk > 8 ? chunk : 8; y < 2 * hh && y < chunk + 256; y++) {
                    float *base_4 = base[(y - 4) % 2];
                    if (y < h) {
                        float *narrow_0 = narrow[y % 4];
                        for (int x = 1; x < ww - 1; x++)
                            narrow_0[x] = (in[y][2 * x - 1] + 3 * in[y][2 * x] + 3 * in[y][2 * x + 1] + in[y][2 * x + 2]) / 8;
                        if (y % 2 == 0) {
                            const float *narrow_row = narrow[(2 * (y / 2) - 1) % 4];
                            const float *narrow_row1 = narrow[(2 * (y / 2) - 2) % 4];
                            const float *narrow_row2 = narrow[(2 * (y / 2) - 3) % 4];
                            const float *narrow_row3 = narrow[2 * (y / 2) % 4];
                            float *wide_row = wide[(y / 2 - 1) % 3];
                            float *wide_row1 = wide[(y / 2 - 2) % 3];
                            float *wide_row2 = wide[(y / 2 - 3) % 3];
                            float *base_row = base[(2 * (y / 2) - 3) % 2];
                            float *base_row1 = base[(2 * (y / 2) - 4) % 2];
                            for (int x = 1; x < ww - 1; x++)
                                coarse[x] = (narrow_row2[x] + 3 * narrow_row1[x] + 3 * narrow_row[x] + narrow_row3[x]) / 8;
                            for (int x = 2; x < ww - 2; x++) {
                                wide_row[2 * x] = 0.75f * coarse[x] + 0.25f * coarse[x - 1];
                                wide_row[2 * x + 1] = 0.75f * coarse[x] + 0.25f * coarse[x + 1];
                            }
                            for (int x = 4; x < 2 * ww - 4; x++) {
                                base_row1[x] = 0.75f * wide_row1[x] + 0.25f * wide_row2[x];
                                base_row[x] = 0.75f * wide_row1[x] + 0.25f * wide_row[x];
                            }
                        }
                    }
                    for (int x = 4; x < 2 * ww - 4; x++) {
                        detail = in[y - 4][x] - base_4[x];
                        out[y - 4][x] = base_4[x] + detail * (1 + 1 / (1 + 20 * detail * detail));
                    }
                }
                for (int y = 8 > (2 * hh > chunk ? 2 * hh : chunk) ? 8 : (2 * hh > chunk ? 2 * hh : chunk); y < h && y < chunk + 256; y++) {
                    float *narrow_0 = narrow[y % 4];
                    for (int x = 1; x < ww - 1; x++)
                        narrow_0[x] = (in[y][2 * x - 1] + 3 * in[y][2 * x] + 3 * in[y][2 * x + 1] + in[y][2 * x + 2]) / 8;
                }
            }
            else
                for (int y = chunk > 8 ? chunk - 8 : 0; y < h && y < chunk + 256; y++) {
                    float *narrow_0 = narrow[y % 4];
                    for (int x = 1; x < ww - 1; x++)
                        narrow_0[x] = (in[y][2 * x - 1] + 3 * in[y][2 * x] + 3 * in[y][2 * x + 1] + in[y][2 * x + 2]) / 8;
                    if (y >= 4 && y < 2 * hh - 1 && y >= chunk - 4 && y % 2 == 0) {
                        const float *narrow_row = narrow[(2 * (y / 2) - 1) % 4];
                        const float *narrow_row1 = narrow[(2 * (y / 2) - 2) % 4];
                        const float *narrow_row2 = narrow[(2 * (y / 2) - 3) % 4];
                        const float *narrow_row3 = narrow[2 * (y / 2) % 4];
                        for (int x = 1; x < ww - 1; x++)
                            coarse[x] = (narrow_row2[x] + 3 * narrow_row1[x] + 3 * narrow_row[x] + narrow_row3[x]) / 8;
                    }
                }
            free(narrow);
            free(coarse);
            free(wide);
            free(base);
        }
    }
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
