// expect: unchanged
/* Indexes that have more than one value where they are used: set under a condition, stepping, set behind their use in a
   loop, used behind the block, computed from what changes, or known elsewhere. */
#include "bits.h"

static void touch(int *k)
{
    *k += 1;
}

static double all(int n, const double *restrict x, const int *restrict d, double *restrict out)
{
    int i, j, k, next = 0, late = 0, base = 0, kept = 0, shared;
    double s = 0.0, t[n + 4];

    for (i = 0; i < n + 4; i++)
        t[i] = i;
    for (i = 0; i < n; i++) {
        k = i;
        if (d[i] > 2) {
            k = n - 1 - i;
        }
        out[i] = x[k] + k;
    }
    for (i = 0; i < n; i++) {
        out[next] += t[next + 1];
        next++;
    }
    for (i = 0; i < n; i++) {
        s += x[late] * late;
        late = i;
    }
    for (i = 0; i < n; i++) {
        k = base + 1;
        base = i;
        s += t[k] - k;
    }
    for (i = 0; i < n; i++) {
        kept = i;
        for (j = 0; j < 3; j++)
            s += t[kept + j] * 0.25;
    }
    s += t[kept + 1];
    for (i = 0; i < n; i++) {
        shared = i;
        touch(&shared);
        s += t[shared];
    }
    for (i = 0; i < n; i++) {
        unsigned char small = i * 3;
        k = small;
        out[i] += t[k % 4];
    }
    for (i = 0; i < n; i++) {
        k = i;
        k = k + 1;
        s += t[k];
        {
            int k = i;
            s -= t[k] * k;
        }
        s += k;
    }
    for (i = 0; i < n; i++) {
        if (i > 1) {
            k = i - 2;
            s += x[k];
        } else {
            k = 0;
            s -= x[k] * k;
        }
    }
    return s + kept;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 4, 7, 100};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(n, 3), *out = data_f64(n, 4);
        int *d = data_i32(n, 5, 5);
        double sum = all(n, x, d, out);
        show("sum", &sum, 1, sizeof sum);
        show("out", out, n, sizeof *out);
        free(x);
        free(d);
        free(out);
    }
    return 0;
}
