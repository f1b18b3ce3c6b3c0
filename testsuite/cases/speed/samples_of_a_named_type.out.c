// polycc: --cache 1K,4K,16K
// expect: contracted louder
// expect: contracted smooth
/* A type's name says nothing of it: these samples are rounded, so that their sum waits for each of its parts, and a gain costs
   nothing beside the filter; strips spare the ring that the last samples would need in one loop. */
#include "bits.h"

#define WIDTH 12

typedef float sample;

/* polycc: `smoothed_apart` is `smoothed` for memory that doesn't overlap */
static void smoothed_apart(const sample *in, const sample *weights, sample *out, int n, sample gain)
{
    /* polycc: louder[i] -> louder[i % 128]; 128 cells instead of n */
    sample *louder = malloc(sizeof(sample[128]));
    /* polycc: smooth[i] -> smooth[i % 139]; 139 cells instead of n */
    sample *smooth = malloc(sizeof(sample[139]));
    {
        sample last;
        last = 0;
        for (long t = 0; t < (long)n; t += 128) {
            for (int i = t; i <= (n - 1 < t + 127 ? n - 1 : t + 127); i++)
                louder[i - t] = in[i] * gain;
            for (int i = t; i <= (n - 1 < t + 127 ? n - 1 : t + 127); i++) {
                last = 0.75f * last + 0.25f * louder[i - t];
                smooth[i - t + 11] = last;
            }
            for (int i = t; i <= (n - 1 < t + 127 ? n - 1 : t + 127); i++) {
                sample sum = 0;
                for (int k = 0; k <= (11 < i ? 11 : i); k++)
                    sum += weights[k] * smooth[i - k - t + 11];
                out[i] = sum;
            }
            for (int cell = 0; cell < 11; cell++)
                smooth[cell] = smooth[cell + 128];
        }
    }
    free(louder);
    free(smooth);
}

static void smoothed(const sample *in, const sample *weights, sample *out, int n, sample gain)
{
    /* polycc: `smoothed_apart` is for memory that doesn't overlap */
    if (__builtin_expect(((const char *)(in + (long)n) <= (const char *)out || (const char *)(out + (long)n) <= (const char *)in) && ((const char *)(weights + (12 > (long)n ? 12 : (long)n)) <= (const char *)out || (const char *)(out + (long)n) <= (const char *)weights), 1)) {
        smoothed_apart(in, weights, out, n, gain);
        return;
    }
    sample *louder = malloc(n * sizeof *louder);
    sample *smooth = malloc(n * sizeof *smooth);
    for (int i = 0; i < n; i++)
        louder[i] = in[i] * gain;
    sample last = 0;
    for (int i = 0; i < n; i++) {
        last = 0.75f * last + 0.25f * louder[i];
        smooth[i] = last;
    }
    for (int i = 0; i < n; i++) {
        sample sum = 0;
        for (int k = 0; k < WIDTH; k++)
            if (i >= k)
                sum += weights[k] * smooth[i - k];
        out[i] = sum;
    }
    free(louder);
    free(smooth);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 11, 12, 13, 100, 5000};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int n = sizes[k];
        sample *in = data_f32(n, 1), *weights = data_f32(WIDTH, 2), *out = data_f32(n, 3);
        smoothed(in, weights, out, n, 1.5f);
        show("out", out, n, sizeof *out);
        free(in);
        free(weights);
        free(out);
    }
    return 0;
}
