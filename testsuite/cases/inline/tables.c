// polycc: -v --message-format json
// says: `kept` stays a call: it has a variable that lives on
// expect: contracted a
// expect: contracted b
/* Stages with tables of constants: of two names that are one, without a size, of numbers, given on; and one whose address is kept. */
#include "bits.h"

#define SIDE 0.25f
enum { TAPS = 3, MIDDLE = TAPS / 2 };

static void across(const float *in, float *out, int w, int h)
{
    static const float k[] = {SIDE, 1 - 2 * SIDE, SIDE};
    const int taps = sizeof k / sizeof *k;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int i = 0; i < taps; i++)
                if (x + i - MIDDLE >= 0 && x + i - MIDDLE < w)
                    sum += k[i] * in[y * w + x + i - MIDDLE];
            out[y * w + x] = sum;
        }
}

static void weigh(const float *in, float *out, int w, int h, const float *k)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int i = 0; i < TAPS; i++)
                if (y + i - MIDDLE >= 0 && y + i - MIDDLE < h)
                    sum += k[i] * in[(y + i - MIDDLE) * w + x];
            out[y * w + x] = sum;
        }
}

static void down(const float *in, float *out, int w, int h)
{
    static const float k[TAPS] = {[MIDDLE] = 2 * SIDE, [0] = SIDE, [2] = SIDE};
    weigh(in, out, w, h, k);
}

static void curve(const float *in, float *out, int w, int h)
{
    const float k[2][2] = {{1, 2}, {0.5f, 0.25f}};
    static const float gain = 1.5f, added[2] = {0.125f, (float)MIDDLE};
    static const int times = 2;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = in[y * w + x] * gain * k[y % 2][x % 2] + added[x % 2] * times;
}

static const float *last;

static void kept(float *a, int w, int h)
{
    static const float k[2] = {1, 2};
    for (int i = 0; i < w * h; i++)
        a[i] += last == k ? 1 : k[i % 2];
    last = k;
}

static void chain(const float *in, float *out, int w, int h)
{
    float *a = malloc(sizeof(float) * w * h), *b = malloc(sizeof(float) * w * h);
    if (!a || !b)
        exit(1);
    across(in, a, w, h);
    down(a, b, w, h);
    curve(b, out, w, h);
    kept(out, w, h);
    free(a);
    free(b);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 7, 20};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int w = sizes[s], h = sizes[s] + 1;
        float *in = data_f32(w * h, 3), *out = data_f32(w * h, 5);
        chain(in, out, w, h);
        show("out", out, w * h, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
