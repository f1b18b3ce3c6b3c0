// polycc: --optimize none --at n=20,m=30
// bytes: 4800 -> 240
// expect: contracted level
/* Macros in bounds, in the heads of loops and in statements; one function comes out of a macro and stays. */
#include "shapes.h"
#include "bits.h"

#define LAST(n) ((n) - 1)
#define CLEAR(name, type) \
    static void name(int n, type *x) { type t[n]; for (int i = 0; i < n; i++) { t[i] = 0; x[i] = t[i]; } }

CLEAR(clear_samples, sample_t)

static void flatten(int n, int m, sample_t in[n][m], sample_t out[n][m])
{
    /* polycc: level[i][j] -> level[j]; m cells instead of n * m */
    sample_t level[m];
    FOR_INNER(i, n) {
        FOR_INNER(j, m)
            level[j] = (soften(midpoint(in[i - 1][j], in[i + 1][j])));
        for (int j = BORDER; j < LAST(m); j++)
            out[i][j] = ((level[j] - in[i][j]) * (level[j] - in[i][j]));
    }
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 2}, {3, 3}, {4, 3}, {6, 9}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1];
        sample_t *in = data_f64(n * m, 217), *out = data_f64(n * m, 218);
        clear_samples(n * m, out);
        flatten(n, m, (void *)in, (void *)out);
        show("out", out, n * m, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
