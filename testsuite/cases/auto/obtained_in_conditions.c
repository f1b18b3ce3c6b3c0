// expect: contracted doubled
// expect: contracted sums
/* Blocks that the conditions of checks obtain, in blocks of statements and in a row, with what is said before the program ends; the second function looks at what
   was written before it leaves. */
#include "bits.h"

static int totals(const int *in, int n, int m)
{
    int *doubled, *sums, total = 0;
    {
        if ((doubled = malloc((size_t)n * m * sizeof *doubled)) == NULL) {
            fprintf(stderr, "no memory for %d rows\n", n);
            exit(1);
        }
        for (int r = 0; r < n; r++)
            for (int c = 0; c < m; c++)
                doubled[r * m + c] = in[r * m + c] * 2;
    }
    if (!(sums = calloc((size_t)n * m, sizeof *sums)))
        exit(2);
    for (int r = 0; r < n; r++)
        for (int c = 1; c < m; c++)
            sums[r * m + c] = doubled[r * m + c] - doubled[r * m + c - 1];
    free(doubled);
    for (int r = 0; r < n; r++)
        for (int c = 1; c < m; c++)
            total ^= sums[r * m + c] + c;
    free(sums);
    return total;
}

static int looked_at(const int *in, int n, int *out)
{
    int *shifted, *others;
    if ((shifted = malloc(n * sizeof *shifted)) == NULL)
        return -1;
    for (int i = 0; i < n; i++)
        out[i] = shifted[i] = in[i] + 1;
    if ((others = malloc(n * sizeof *others)) == NULL) {
        free(shifted);
        return out[0];
    }
    for (int i = 0; i < n; i++)
        others[i] = shifted[i] ^ in[n - 1 - i];
    for (int i = 0; i < n; i++)
        out[i] += others[i];
    free(shifted);
    free(others);
    return 0;
}

int main(void)
{
    int *in = data_i32(60 * 40, 8, 1000), out[60];
    int results[] = {totals(in, 60, 40), totals(in, 1, 1), totals(in, 3, 7), looked_at(in, 60, out)};
    show("results", results, 4, sizeof *results);
    show("out", out, 60, sizeof *out);
    free(in);
    return 0;
}
