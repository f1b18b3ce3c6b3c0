/* Detail that grows where it is faint, with rows of the coarser frame. */
#include "pipeline.h"

const int frames_read = 1, frames_written = 1;

static void narrow(int ww, const float *restrict in, float *restrict row)
{
    for (int x = 1; x < ww - 1; x++)
        row[x] = (in[2 * x - 1] + 3 * in[2 * x] + 3 * in[2 * x + 1] + in[2 * x + 2]) / 8;
}

static void shrink(int ww, float *const *row, float *restrict coarse)
{
    const float *restrict a = row[0], *restrict b = row[1], *restrict c = row[2], *restrict d = row[3];
    for (int x = 1; x < ww - 1; x++)
        coarse[x] = (a[x] + 3 * b[x] + 3 * c[x] + d[x]) / 8;
}

static void widen(int ww, const float *restrict coarse, float *restrict wide)
{
    for (int x = 2; x < ww - 2; x++) {
        wide[2 * x] = 0.75f * coarse[x] + 0.25f * coarse[x - 1];
        wide[2 * x + 1] = 0.75f * coarse[x] + 0.25f * coarse[x + 1];
    }
}

static void sharpen(int ww, const float *restrict near, const float *restrict far, const float *restrict in,
                    float *restrict out)
{
    for (int x = 4; x < 2 * ww - 4; x++) {
        float base = 0.75f * near[x] + 0.25f * far[x], detail = in[x] - base;
        out[x] = base + detail * (1 + 1 / (1 + 20 * detail * detail));
    }
}

void pipeline(int h, int w, const float *in, float *out)
{
    int hh = h / 2, ww = w / 2;
    float *lines = malloc((5 * ww + 3 * w) * sizeof *lines);
    float *half[4], *coarse = lines + 4 * ww, *wide[3];
    for (int i = 0; i < 4; i++)
        half[i] = lines + (size_t)i * ww;
    for (int i = 0; i < 3; i++)
        wide[i] = lines + (size_t)5 * ww + (size_t)i * w;
    for (int y = 1; y < hh - 1; y++) {
        /* rows 2y - 1 to 2y + 2 */
        for (int i = y == 1 ? 1 : 2; i < (y == 1 ? 5 : 4); i++) {
            float *oldest = half[0];
            half[0] = half[1], half[1] = half[2], half[2] = half[3], half[3] = oldest;
            narrow(ww, in + (size_t)(y == 1 ? i : 2 * y + i - 1) * w, half[3]);
        }
        shrink(ww, half, coarse);
        float *oldest = wide[0];
        wide[0] = wide[1], wide[1] = wide[2], wide[2] = oldest;
        widen(ww, coarse, wide[2]);
        if (y < 3)
            continue;
        const float *from = in + (size_t)(2 * y - 2) * w;
        float *to = out + (size_t)(2 * y - 2) * w;
        sharpen(ww, wide[1], wide[0], from, to);
        sharpen(ww, wide[1], wide[2], from + w, to + w);
    }
    free(lines);
}
