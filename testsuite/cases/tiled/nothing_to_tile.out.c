// polycc: --tile
// says: no tiles: no loop hands values on to its later iterations
/* Each row is computed once from the input: tiles would keep nothing in the cache. */
#include "bits.h"

static void sharpen(int n, const double *restrict in, double *restrict out)
{
#pragma scop
    for (int i = 1; i < n - 1; i++)
        out[i] = 3.0 * in[i] - in[i - 1] - in[i + 1];
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 9};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *in = data_f64(n, 3), *out = data_f64(n, 4);
        sharpen(n, in, out);
        show("out", out, n, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
