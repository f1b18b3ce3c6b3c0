// polycc: --cache 4K,16K,64K
// expect: contracted framed
// says: runs as it was
/* Rows that are combined with whole matrices: one loop over all of them is slower where everything is in the caches. What the test
   tells is a product of sizes. */
#include "bits.h"

/* polycc: `analyse_apart` is `analyse` for sizes as they should be, in memory that doesn't overlap */
static void analyse_apart(int frames, int length, int bins, const float *signal, const float *basis, const float *filter, float *out)
{
    /* polycc: framed[i * length + j] -> framed[j]; length cells instead of frames * length */
    float *framed = malloc(sizeof(float[length]));
    /* polycc: power[i * bins + j] -> power[j]; bins cells instead of frames * bins */
    float *power = malloc(sizeof(float[bins]));
    for (int f = 0; f < frames; f++) {
        for (int i = 0; i < length; i++)
            framed[i] = signal[f * length + i] * (1 + i % 3);
        for (int b = 0; b < bins; b++) {
            float sum = 0;
            for (int i = 0; i < length; i++)
                sum += framed[i] * basis[b * length + i];
            power[b] = sum * sum;
        }
        for (int m = 0; m < bins; m++) {
            float energy = 0;
            for (int b = 0; b < bins; b++)
                energy += filter[m * bins + b] * power[b];
            out[f * bins + m] = energy;
        }
    }
    free(framed);
    free(power);
}

static void analyse(int frames, int length, int bins, const float *signal, const float *basis, const float *filter, float *out)
{
    /* polycc: `analyse_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect(((long)frames >= 1) && ((long)length >= 1) && ((long)bins >= 1) && ((const char *)(signal + ((long)frames * (long)length)) <= (const char *)out || (const char *)(out + ((long)frames * (long)bins)) <= (const char *)signal) && ((const char *)(basis + ((long)bins * (long)length)) <= (const char *)out || (const char *)(out + ((long)frames * (long)bins)) <= (const char *)basis) && ((const char *)(filter + ((long)bins * (long)bins)) <= (const char *)out || (const char *)(out + ((long)frames * (long)bins)) <= (const char *)filter), 1) && (4 * (double)frames) * (double)length + (4 * (double)frames) * (double)bins >= 65536) {
        analyse_apart(frames, length, bins, signal, basis, filter, out);
        return;
    }
    float *framed = malloc(frames * length * sizeof(float));
    float *power = malloc(frames * bins * sizeof(float));
    for (int f = 0; f < frames; f++)
        for (int i = 0; i < length; i++)
            framed[f * length + i] = signal[f * length + i] * (1 + i % 3);
    for (int f = 0; f < frames; f++)
        for (int b = 0; b < bins; b++) {
            float sum = 0;
            for (int i = 0; i < length; i++)
                sum += framed[f * length + i] * basis[b * length + i];
            power[f * bins + b] = sum * sum;
        }
    for (int f = 0; f < frames; f++)
        for (int m = 0; m < bins; m++) {
            float energy = 0;
            for (int b = 0; b < bins; b++)
                energy += filter[m * bins + b] * power[f * bins + b];
            out[f * bins + m] = energy;
        }
    free(framed);
    free(power);
}

int main(void)
{
    static const int frames[] = {0, 1, 5, 273, 274}, lengths[] = {0, 1, 7, 30};
    float *memory = data_f32(50000, 7);
    for (int f = 0; f < 5; f++)
        for (int l = 0; l < 4; l++)
            for (int b = 0; b < 4; b++) {
                float *basis = memory + 20000, *filter = memory + 22000;
                analyse(frames[f], lengths[l], lengths[b], memory, basis, filter, memory + 30000);
                analyse(frames[f], lengths[l], lengths[b], memory, basis, filter, memory + 21990);
                analyse(frames[f], lengths[l], lengths[b], memory, basis, filter, memory + 1);
            }
    show("memory", memory, 50000, sizeof *memory);
    free(memory);
    return 0;
}
