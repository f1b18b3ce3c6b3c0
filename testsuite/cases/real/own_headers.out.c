// polycc: --at n=20,m=30
// bytes: 4800 -> 240
// expect: contracted level
/* Macros from the project's header in bounds, in loops and in statements; helpers that are
   static inline, one marked const, one not. Comments between the statements. */
#include "shapes.h"
#include "bits.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))

static void flatten(int n, int m, sample_t in[n][m], sample_t out[n][m])
{
    /* polycc: level[i][j] -> level[j]; m cells instead of n * m */
    sample_t level[m]; /* one row would do */
#pragma scop
    // rows that have two neighbours
    FOR_INNER(i, n) {
        /* first the mean of the neighbours,
           softened */
        FOR_INNER(j, m)
            level[j] = (soften(midpoint(in[i - 1][j], in[i + 1][j]))); // vertical
        /* then the difference */
        FOR_INNER(j, m) {
            out[i][j] = ((level[j] - in[i][j]) * (level[j] - in[i][j])); /* never negative */
        }
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 2}, {3, 3}, {4, 3}, {6, 9}};
    for (size_t s = 0; s < COUNT(sizes); s++) {
        int n = sizes[s][0], m = sizes[s][1];
        sample_t *in = data_f64(n * m, 101), *out = data_f64(n * m, 102);
        flatten(n, m, (void *)in, (void *)out);
        show("out", out, n * m, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
