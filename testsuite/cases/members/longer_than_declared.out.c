// polycc: --optimize memory --at n=8
// expect: kept t
/* The last member of a structure that a pointer leads to may go on behind it, whatever its size is. */
#include "bits.h"
#include <stddef.h>

struct list { int n; double values[1]; };

static double run(const struct list *restrict p, double *restrict out)
{
    double t[64];
    for (int i = 0; i < p->n; i++)
        t[i] = p->values[i] * 2.0;
    for (int i = 0; i < p->n; i++)
        out[i] = t[i] + t[p->n - 1 - i];
    return out[0];
}

int main(void)
{
    static const int sizes[] = {1, 2, 9, 64};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        struct list *list = block(1, sizeof *list + (size_t)n * sizeof(double));
        double *x = data_f64(n, 16), *out = data_f64(n, 17);
        list->n = n;
        memcpy((char *)list + offsetof(struct list, values), x, (size_t)n * sizeof *x);
        run(list, out);
        show("out", out, n, sizeof *out);
        free(list);
        free(x);
        free(out);
    }
    return 0;
}
