/* Jumps that lead past what sets a pointer or an index, or back to where it had another value: no value stands for them. */
#include "bits.h"

static void past(const double *in, double *out, int w, int h, int which)
{
    double *t = block((long)w * h, sizeof *t);
    const double *row = in;
    int k = 0, first = 1;
    if (which == 1)
        goto later;
    row = in + w;
    k = 1;
later:;
    for (int y = 0; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            t[y * w + x] = row[y * w + x] + k;
    for (int y = 0; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] += 0.5 * t[y * w + x];
    if (which == 2 && first) {
        first = 0;
        row = out + w;
        k = 3;
        goto later;
    }
    free(t);
}

static void cases(const double *in, double *out, int w, int h, int which)
{
    double t[w * h + 1];
    const double *row;
    int k;
    switch (which) {
        row = in;
        k = 0;
    case 0:
        row = in + w;
        k = 2;
        for (int y = 0; y < h - 1; y++)
            for (int x = 0; x < w; x++)
                t[y * w + x] = row[y * w + x] + k;
        break;
    default:
        k = 1;
        /* fall through */
    case 1:
        row = out;
        if (which == 1)
            k = 4;
        for (int y = 0; y < h - 1; y++)
            for (int x = 0; x < w; x++)
                t[y * w + x] = row[y * w + x] + k;
    }
    for (int y = 0; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[y * w + x] * 0.25 + row[x];
}

static void again(const double *in, double *out, int w, int h, int times)
{
    double *t = block((long)w * h, sizeof *t);
    int turn = 0;
    if (times < 0)
        goto inside;
repeat:;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] += turn > 0 ? t[y * w + x] : 0;
    {
        const double *row = in;
        if (turn > 0)
            goto back;
        row = in + (h > 1 ? w : 0);
    inside:
        row = turn == 0 ? in : out;
    back:;
        for (int y = 0; y < h - 1; y++)
            for (int x = 0; x < w; x++)
                t[y * w + x] = row[y * w + x] * (turn + 1);
    }
    if (turn++ < times)
        goto repeat;
    free(t);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 5, 8, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int w = sizes[s], h = sizes[(s + 3) % (sizeof sizes / sizeof *sizes)];
        for (int which = -1; which < 4; which++) {
            double *in = data_f64((long)w * h, 3), *out = data_f64((long)w * h, 4);
            past(in, out, w, h, which);
            cases(in, out, w, h, which);
            again(in, out, w, h, which);
            show("out", out, (long)w * h, sizeof *out);
            free(in);
            free(out);
        }
    }
    return 0;
}
