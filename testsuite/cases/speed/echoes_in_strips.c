// expect: contracted filtered
// expect: contracted echoed
// says: fused at depth 1 in strips
/* An echo of 1,200 samples behind a recursive filter and a sum over its last results: one loop would look for each sample in a
   ring, so the loops run in strips that are longer than the echo. */
#include "bits.h"

#define TAPS 9

static void sound(const double *restrict in, double *restrict out, int n)
{
    double *filtered = malloc(n * sizeof(double)), *echoed = malloc(n * sizeof(double));
    double last = 0;
    for (int i = 0; i < n; i++) {
        last = 0.625 * last + 0.375 * in[i];
        filtered[i] = last;
    }
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = 0; k < TAPS && k <= i; k++)
            sum += filtered[i - k] / (k + 1);
        echoed[i] = sum;
    }
    for (int i = 0; i < n; i++)
        out[i] = i < 1200 ? echoed[i] : echoed[i] + 0.5 * echoed[i - 1200];
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
