// expect: contracted mixed
// expect: contracted clipped
/* Sound that `fwrite` puts in a file, sample by sample, behind a head of numbers and texts. */
#include "bits.h"

#define SAMPLES 6000

static void save(FILE *out, const double *clipped, int samples)
{
    int rate = 44100, bytes = samples * 2;
    short channels = 1;
    fwrite("RIFF", 1, 4, out);
    fwrite(&bytes, sizeof(int), 1, out);
    fwrite(&channels, sizeof channels, 1, out);
    fwrite(&rate, sizeof(int), 1, out);
    for (int i = 0; i < samples; i++) {
        short sample = (short)(clipped[i] * 32767.0);
        fwrite(&sample, sizeof(short), 1, out);
    }
}

int main(void)
{
    static double mixed[SAMPLES], clipped[SAMPLES];
    FILE *out = tmpfile();
    double *left = data_f64(SAMPLES, 1), *right = data_f64(SAMPLES, 2);
    unsigned char bytes[64];
    unsigned sum[64] = {0};
    for (int i = 0; i < SAMPLES; i++)
        mixed[i] = 0.5 * (left[i] + right[i]);
    for (int i = 0; i < SAMPLES; i++)
        clipped[i] = mixed[i] > 0.9 ? 0.9 : mixed[i] < -0.9 ? -0.9 : mixed[i];
    save(out, clipped, SAMPLES);
    for (int i = 0; i < SAMPLES; i += 64)
        fwrite(&left[i], sizeof(double), 1, out);
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
