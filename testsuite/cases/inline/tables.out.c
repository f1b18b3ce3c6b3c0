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
            /* polycc: away from the borders nothing is tested */
            if (x >= 1 && x < w - 1) {
                for (; x < w - 1; x++) {
                    float sum = 0;
                    for (int i = 0; i < taps; i++)
                        sum += k[i] * in[y * w + x + i - MIDDLE];
                    out[y * w + x] = sum;
                }
            }
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

/* polycc: `chain_apart` is `chain` for memory that doesn't overlap */
static void chain_apart(const float *in, float *out, int w, int h)
{
    /* polycc: a[i * w + j] -> a[(i % 3) * w + j]; 3 * w cells instead of h * w */
    /* polycc: b[i * w + j] -> b[j]; w cells instead of h * w */
    float *a = malloc(sizeof(float) * 3 * w), *b = malloc(sizeof(float[w]));
    if (!a || !b)
        exit(1);
    {
        static const float k_2[] = {0.25f, 1 - 2 * 0.25f, 0.25f};
        static const float k_3[TAPS] = {[MIDDLE] = 2 * 0.25f, [0] = 0.25f, [2] = 0.25f};
        const float k_4[2][2] = {{1, 2}, {0.5f, 0.25f}};
        static const float gain = 1.5f;
        static const float added[2] = {0.125f, (float)MIDDLE};
        static const int times = 2;
        if (h >= 1)
            for (int y = 0; y <= h; y++) {
                if (y < h) {
                    float *a_0 = &a[(y % 3) * w];
                    for (int x = 0; x < w && x < 1; x++) {
                        /* across */
                        float sum = 0;
                        for (int i = 0 > 1 - x ? 0 : 1 - x; i < 3 && i <= w - x; i++)
                            sum += k_2[i] * in[y * w + (i + x) - 1];
                        a_0[x] = sum;
                    }
                    for (int x = 1; x < w - 1; x++) {
                        float sum = 0;
                        for (int i = 0; i < 3; i++)
                            sum += k_2[i] * in[y * w + (i + x) - 1];
                        a_0[x] = sum;
                    }
                    for (int x = 1 > w - 1 ? 1 : w - 1; x < w; x++) {
                        float sum = 0;
                        for (int i = 0 > 1 - x ? 0 : 1 - x; i < 3 && i <= w - x; i++)
                            sum += k_2[i] * in[y * w + (i + x) - 1];
                        a_0[x] = sum;
                    }
                }
                if (y >= 1) {
                    const float *k_4_1 = k_4[(y - 1) % 2];
                    if (y >= 2 && y < h) {
                        const float *a_rows[3] = {&a[((y - 2) % 3) * w], &a[((y - 1) % 3) * w], &a[(y % 3) * w]};
                        for (int x = 0; x < w; x++) {
                            /* down */
                            /* weigh */
                            float sum_2 = 0;
                            for (int i = 0; i < 3; i++)
                                sum_2 += k_3[i] * a_rows[i][x];
                            b[x] = sum_2;
                        }
                    }
                    else {
                        const float *a_rows[3] = {&a[(((y - 2) % 3 + 3) % 3) * w], &a[(((y - 1) % 3 + 3) % 3) * w], &a[((y % 3 + 3) % 3) * w]};
                        for (int x = 0; x < w; x++) {
                            float sum_2 = 0;
                            for (int i = 0 > 2 - y ? 0 : 2 - y; i < 3 && i <= h - y + 1; i++)
                                sum_2 += k_3[i] * a_rows[i][x];
                            b[x] = sum_2;
                        }
                    }
                    for (int x = 0; x < w; x++)
                        /* curve */
                        out[(y - 1) * w + x] = b[x] * gain * k_4_1[x % 2] + added[x % 2] * times;
                }
            }
    }
    kept(out, w, h);
    free(a);
    free(b);
}

static void chain(const float *in, float *out, int w, int h)
{
    /* polycc: `chain_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(in + ((long)h * (long)w)) <= (const char *)out || (const char *)(out + ((long)h * (long)w)) <= (const char *)in, 1)) {
        chain_apart(in, out, w, h);
        return;
    }
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
