// polycc: --at n=9,m=4
/* Subscripts that depend on data: whole rows and columns go both ways, as far as the rest of the subscripts says, and all
   that may be touched goes in before it comes back. */
#include "bits.h"
#include "each_size.h"

#define BINS 8

static int count(int n, int m, const int at[restrict n], int hits[restrict BINS][m], const double weights[restrict n])
{
    int last = 0;
#pragma polycc isolate
    for (int i = 0; i < n; i++) {
        int bin = at[i] % BINS;
        if (weights[i] > 0)
            hits[bin][0]++;
        else
            hits[at[n - 1 - i]][m - 1] -= 2;
        last = at[at[i] % n];
    }
    return last;
}

int main(void)
{
    each_size(n) each_width(m) {
        int *at = data_i32(n, 1, BINS), *hits = data_i32(BINS * m, 2, 100);
        double *weights = data_f64(n, 3);
        int last = count(n, m, at, (int(*)[m])hits, weights);
        show("hits", hits, BINS * m, sizeof *hits);
        show("last", &last, 1, sizeof last);
        free(at);
        free(hits);
        free(weights);
    }
    return 0;
}
