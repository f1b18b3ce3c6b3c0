// polycc: --parallel
// says: no parallel loops: each loop hands values on, or would need more memory
/* A running sum: each iteration needs the one before. */
#include "bits.h"

static void scan(int n, const double *restrict in, double *restrict out)
{
#pragma scop
    out[0] = in[0];
    for (int i = 1; i < n; i++)
        out[i] = out[i - 1] + in[i];
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {1, 2, 9};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *in = data_f64(n, 3), *out = data_f64(n, 4);
        scan(n, in, out);
        show("out", out, n, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
