// polycc: --cache 1K,4K,16K
// expect: contracted louder
// expect: contracted smooth
// expect: contracted averaged
// expect: contracted clipped
/* Stages of a signal as functions: a gain, a recursive filter, a sum over its last nineteen results, an echo. One loop would look for the
   past of the signal in rings, so strips of it go through all stages. */
#include "bits.h"

#define WIDTH 19

struct section {
    float in, last, before;
};

static void amplify(const float *in, float *out, size_t n, float gain)
{
    for (size_t i = 0; i < n; i++)
        out[i] = in[i] * gain;
}

static void low_pass(const struct section *f, const float *in, float *out, size_t n)
{
    float last = 0, before = 0;
    for (size_t i = 0; i < n; i++) {
        float y = f->in * in[i] + f->last * last + f->before * before;
        before = last;
        last = y;
        out[i] = y;
    }
}

static void average(const float *weights, const float *in, float *out, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        /* polycc: away from the borders nothing is tested */
        if (i >= 18) {
            for (; i < n; i++) {
                float sum = 0;
                for (size_t k = 0; k < WIDTH; k++)
                    sum += weights[k] * in[i - k];
                out[i] = sum;
            }
            break;
        }
        float sum = 0;
        for (size_t k = 0; k < WIDTH; k++)
            if (i >= k)
                sum += weights[k] * in[i - k];
        out[i] = sum;
    }
}

static void clip(const float *in, float *out, size_t n, float limit)
{
    for (size_t i = 0; i < n; i++) {
        float v = in[i];
        if (v > limit)
            v = limit;
        if (v < -limit)
            v = -limit;
        out[i] = v;
    }
}

static void echo(const float *in, float *out, size_t n, size_t delay, float share)
{
    for (size_t i = 0; i < n; i++)
        out[i] = in[i] + (i >= delay ? share * in[i - delay] : 0.0f);
}

/* polycc: `process_apart` is `process` for memory that doesn't overlap */
static int process_apart(const float *in, float *out, size_t n)
{
    static const struct section filter = {0.2f, 1.1f, -0.3f};
    float weights[WIDTH];
    /* polycc: louder[i] -> louder[i % 128]; 128 cells instead of n */
    float *louder = malloc(sizeof(float[128]));
    /* polycc: smooth[i] -> smooth[i % 146]; 146 cells instead of n */
    float *smooth = malloc(sizeof(float[146]));
    /* polycc: averaged[i] -> averaged[i % 128]; 128 cells instead of n */
    float *averaged = malloc(sizeof(float[128]));
    /* polycc: clipped[i] -> clipped[i % 178]; 178 cells instead of n */
    float *clipped = malloc(sizeof(float[178]));
    if (!louder || !smooth || !averaged || !clipped) {
        free(louder);
        free(smooth);
        free(averaged);
        free(clipped);
        return -1;
    }
    {
        float gain;
        float last;
        float before;
        float limit;
        size_t delay;
        float share;
        for (int k = 0; k < 19; k++)
            weights[k] = 1.0f / (k + 1);
        /* amplify */
        gain = 1.5f;
        /* low_pass */
        last = 0;
        before = 0;
        /* clip */
        limit = 0.8f;
        /* echo */
        delay = 50;
        share = 0.3f;
        for (long t = 0; t < (long)n; t += 128) {
            for (long i = t; i <= ((long)n - 1 < t + 127 ? (long)n - 1 : t + 127); i++)
                louder[i - t] = in[i] * gain;
            for (long i = t; i <= ((long)n - 1 < t + 127 ? (long)n - 1 : t + 127); i++) {
                float y = filter.in * louder[i - t] + filter.last * last + filter.before * before;
                before = last;
                last = y;
                smooth[i - t + 18] = y;
            }
            for (long i = t; i <= ((long)n - 1 < t + 127 ? (long)n - 1 : t + 127); i++) {
                /* average */
                float sum = 0;
                for (long k = 0; k <= (18 < i ? 18 : i); k++)
                    sum += weights[k] * smooth[i - k - t + 18];
                averaged[i - t] = sum;
            }
            for (long i = t; i <= ((long)n - 1 < t + 127 ? (long)n - 1 : t + 127); i++) {
                float v = averaged[i - t];
                if (v > limit)
                    v = limit;
                if (v < -limit)
                    v = -limit;
                clipped[i - t + 50] = v;
            }
            for (long i = t; i <= ((long)n - 1 < t + 127 ? (long)n - 1 : t + 127); i++)
                out[i] = clipped[i - t + 50] + (((size_t)i) >= delay ? share * clipped[i - t] : 0.0f);
            for (int cell = 0; cell < 18; cell++)
                smooth[cell] = smooth[cell + 128];
            for (int cell1 = 0; cell1 < 50; cell1++)
                clipped[cell1] = clipped[cell1 + 128];
        }
    }
    free(louder);
    free(smooth);
    free(averaged);
    free(clipped);
    return 0;
}

static int process(const float *in, float *out, size_t n)
{
    /* polycc: `process_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(in + (long)n) <= (const char *)out || (const char *)(out + (long)n) <= (const char *)in, 1)) {
        return process_apart(in, out, n);
    }
    static const struct section filter = {0.2f, 1.1f, -0.3f};
    float weights[WIDTH];
    float *louder = malloc(n * sizeof *louder);
    float *smooth = malloc(n * sizeof *smooth);
    float *averaged = malloc(n * sizeof *averaged);
    float *clipped = malloc(n * sizeof *clipped);
    if (!louder || !smooth || !averaged || !clipped) {
        free(louder);
        free(smooth);
        free(averaged);
        free(clipped);
        return -1;
    }
    for (int k = 0; k < WIDTH; k++)
        weights[k] = 1.0f / (k + 1);
    amplify(in, louder, n, 1.5f);
    low_pass(&filter, louder, smooth, n);
    average(weights, smooth, averaged, n);
    clip(averaged, clipped, n, 0.8f);
    echo(clipped, out, n, 50, 0.3f);
    free(louder);
    free(smooth);
    free(averaged);
    free(clipped);
    return 0;
}

int main(void)
{
    float *in = data_f32(5000, 7), *out = data_f32(5000, 8);
    for (size_t n = 1; n <= 5000; n += 1 + n / 2)
        if (!process(in, out, n))
            show("out", out, 5000, sizeof *out);
    if (!process(in, out, 5000) && !process(in, out + 1, 4999))
        show("out", out, 5000, sizeof *out);
    free(in);
    free(out);
    return 0;
}
