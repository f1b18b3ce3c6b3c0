// expect: contracted mixed
// expect: contracted clipped
/* Sound that `fwrite` puts in a file, sample by sample, behind a head of numbers and texts. */
#include "bits.h"

#define SAMPLES 6000

int main(void)
{
    /* polycc: mixed[i] -> mixed[i % 512]; 512 cells instead of SAMPLES */
    /* polycc: clipped[i] -> clipped[i % 512]; 512 cells instead of SAMPLES */
    static double mixed[512], clipped[512];
    FILE *out = tmpfile();
    double *left = data_f64(SAMPLES, 1), *right = data_f64(SAMPLES, 2);
    unsigned char bytes[64];
    unsigned sum[64] = {0};
    short channels;
    {
        int rate;
        int save_bytes;
        /* save */
        rate = 44100;
        save_bytes = SAMPLES * 2;
        channels = 1;
        fwrite("RIFF", 1, 4, out);
        fwrite(&save_bytes, sizeof(int), 1, out);
        fwrite(&channels, sizeof(short), 1, out);
        fwrite(&rate, sizeof(int), 1, out);
        for (long t = 0; t < SAMPLES; t += 512) {
            for (int i = t; i <= (SAMPLES - 1 < t + 511 ? SAMPLES - 1 : t + 511); i++)
                mixed[i - t] = 0.5 * (left[i] + right[i]);
            for (int i = t; i <= (SAMPLES - 1 < t + 511 ? SAMPLES - 1 : t + 511); i++)
                clipped[i - t] = mixed[i - t] > 0.9 ? 0.9 : mixed[i - t] < -0.9 ? -0.9 : mixed[i - t];
            for (int i = t; i <= (SAMPLES - 1 < t + 511 ? SAMPLES - 1 : t + 511); i++) {
                short sample = (short)(clipped[i - t] * 32767.0);
                fwrite(&sample, sizeof(short), 1, out);
            }
        }
        for (int i = 0; i < SAMPLES; i += 64)
            fwrite(&left[i], sizeof(double), 1, out);
    }
    rewind(out);
    for (size_t got; (got = fread(bytes, 1, 64, out)) > 0;)
        for (size_t i = 0; i < got; i++)
            sum[i] = sum[i] * 31 + bytes[i];
    show("sum", sum, 64, sizeof(unsigned));
    fclose(out);
    free(left);
    free(right);
    return 0;
}
