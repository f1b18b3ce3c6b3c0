// polycc: --parallel
/* `row` belongs to an iteration of the first loop. In the second nest it is filled before the loop that could run
   in parallel, which must not get a copy of its own. */
#include "bits.h"

static void both(int n, const double (*restrict in)[8], double (*restrict out)[8], double (*restrict sums)[8])
{
    double row[8];
#pragma scop
    #pragma omp parallel for if(n > 2000) private(row)
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 8; k++)
            row[k] = 2.0 * in[i][k];
        for (int k = 0; k < 8; k++)
            out[i][k] = row[k] - row[7 - k];
    }
    for (int i = 1; i < n; i++) {
        for (int k = 0; k < 8; k++)
            row[k] = sums[i - 1][k] + in[i][k];
        for (int k = 0; k < 8; k++)
            sums[i][k] = row[k] + row[7 - k];
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {1, 2, 9, 30};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *in = data_f64(n * 8, 3), *out = data_f64(n * 8, 4), *sums = data_f64(n * 8, 5);
        both(n, (void *)in, (void *)out, (void *)sums);
        show("out", out, n * 8, sizeof *out);
        show("sums", sums, n * 8, sizeof *sums);
        free(in);
        free(out);
        free(sums);
    }
    return 0;
}
