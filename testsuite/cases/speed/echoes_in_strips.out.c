// expect: contracted filtered
// expect: contracted echoed
// says: fused at depth 1 in strips
/* An echo of 1,200 samples behind a recursive filter and a sum over its last results: one loop would look for each sample in a
   ring, so the loops run in strips that are longer than the echo. */
#include "bits.h"

#define TAPS 9

static void sound(const double *restrict in, double *restrict out, int n)
{
    /* polycc: filtered[i] -> filtered[i % 2056]; 2056 cells instead of n */
    /* polycc: echoed[i] -> echoed[i % 3248]; 3248 cells instead of n */
    double *filtered = malloc(sizeof(double[2056])), *echoed = malloc(sizeof(double[3248]));
    double last = 0;
    for (long t = 0; t < (long)n; t += 2048) {
        for (int i = t; i <= (n - 1 < t + 2047 ? n - 1 : t + 2047); i++) {
            last = 0.625 * last + 0.375 * in[i];
            filtered[i - t + 8] = last;
        }
        for (int i = t; i <= (n - 1 < t + 2047 ? n - 1 : t + 2047); i++) {
            double sum = 0;
            for (int k = 0; k <= (8 < i ? 8 : i); k++)
                sum += filtered[i - k - t + 8] / (k + 1);
            echoed[i - t + 1200] = sum;
        }
        for (int i = t; i <= (n - 1 < t + 2047 ? n - 1 : t + 2047); i++)
            out[i] = i < 1200 ? echoed[i - t + 1200] : echoed[i - t + 1200] + 0.5 * echoed[i - t];
        for (int cell = 0; cell < 8; cell++)
            filtered[cell] = filtered[cell + 2048];
        for (int cell1 = 0; cell1 < 1200; cell1++)
            echoed[cell1] = echoed[cell1 + 2048];
    }
    free(filtered);
    free(echoed);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 8, 9, 10, 1199, 1201, 2048, 2049, 10000};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int n = sizes[k];
        double *in = data_f64(n, 1), *out = data_f64(n, 2);
        sound(in, out, n);
        show("out", out, n, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
