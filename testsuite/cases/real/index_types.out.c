// polycc: --at count=20,width=30
// bytes: 2400 -> 120
// expect: contracted line
/* Typedefs for elements and iterators, long and unsigned long bounds, parenthesized and cast
   subscripts, a brace-less chain of else if. */
#include "bits.h"

typedef float real;
typedef unsigned long index_t;

static void treat(index_t count, index_t width, real in[][width], real out[][width])
{
    /* polycc: line[i][j] -> line[j]; width cells instead of count * width */
    real *line = malloc(sizeof(real[width]));
    if (!line)
        abort();
#pragma scop
    for (index_t i = 0; i < count; ++i) {
        for (index_t j = 0; j < width; ++j)
            if (j == 0)
                line[j] = in[i][j];
            else if (j + 1 == width)
                line[j] = -in[i][j];
            else if (j % 3 == 1)
                line[j] = in[i][j - 1] * in[i][j + 1];
            else
                line[j] = (real)((double)in[i][j] * 0.5);
        for (index_t j = 0; j + 1 < width; ++j)
            out[i][j] = line[j] + line[j + 1];
    }
#pragma endscop
    free(line);
}

int main(void)
{
    static const index_t sizes[][2] = {{0, 3}, {1, 1}, {1, 2}, {3, 7}, {4, 12}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        index_t n = sizes[s][0], m = sizes[s][1];
        real *in = data_f32((long)(n * m), 123), *out = data_f32((long)(n * m), 124);
        treat(n, m, (void *)in, (void *)out);
        show("out", out, (long)(n * m), sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
