// polycc: --at n=9,m=4
/* Subscripts that depend on data: whole rows and columns go both ways, as far as the rest of the subscripts says, and all
   that may be touched goes in before it comes back. */
#include "bits.h"
#include "each_size.h"

#define BINS 8

static int count(int n, int m, const int at[restrict n], int hits[restrict BINS][m], const double weights[restrict n])
{
    int last = 0;
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n, m_local = m;
        int *at_local = malloc(n >= 1 ? sizeof(int) * n : 1);
        double *weights_local = malloc(n >= 1 ? sizeof(double) * n : 1);
        int (*hits_local)[n >= 1 ? m : 1] = malloc(n >= 1 ? sizeof(int) * 8 * m : 1);
        int last_local;
        if (!at_local || !weights_local || !hits_local)
            abort();
        if (n >= 1)
            memcpy(at_local, at, sizeof(int) * n);
        if (n >= 1)
            memcpy(weights_local, weights, sizeof(double) * n);
        if (n >= 1)
            memcpy(hits_local, hits, sizeof(int) * 8 * m);
        memcpy(&last_local, &last, sizeof last_local);
        for (int i = 0; i < n_local; i++) {
            int bin = at_local[i] % BINS;
            if (weights_local[i] > 0)
                hits_local[bin][0]++;
            else
                hits_local[at_local[n_local - 1 - i]][m_local - 1] -= 2;
            last_local = at_local[at_local[i] % n_local];
        }
        if (n >= 1)
            memcpy(hits, hits_local, sizeof(int) * 8 * m);
        memcpy(&last, &last_local, sizeof last_local);
        free(hits_local);
        free(weights_local);
        free(at_local);
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
