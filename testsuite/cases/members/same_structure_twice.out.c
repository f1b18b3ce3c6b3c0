// polycc: --optimize speed --at p_n=8
// expect: scalarized t
/* Members that pointers lead to may be the same memory: the order stays, and what shrinks is nobody else's. */
#include "bits.h"

struct signal { int n; double gain; double *data; double taps[3]; };

static void filter(struct signal *p, struct signal *q, double *out)
{
    /* polycc: t[i] -> t; 1 cell instead of 40 */
    double t = 0;
    for (int i = 1; i < p->n; i++) {
        t = p->data[i - 1] * p->gain + q->taps[i % 3];
        q->data[i] = t;
        q->gain = t * 0.5;
        q->taps[1] += t;
    }
    for (int i = 1; i < p->n; i++)
        out[i] += p->data[i] + q->gain;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 9, 40};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *a = data_f64(n + 1, 8), *b = data_f64(n + 1, 9), *out = data_f64(n + 1, 10);
        struct signal one = {n, 0.5, a, {1, 2, 3}}, two = {n, 0.75, b, {4, 5, 6}}, shared = {n, 1.5, a, {7, 8, 9}};
        filter(&one, &two, out);
        filter(&one, &one, out);
        filter(&one, &shared, out + 1 - 1);
        filter(&two, &one, two.data);
        show("a", a, n + 1, sizeof *a);
        show("b", b, n + 1, sizeof *b);
        show("out", out, n + 1, sizeof *out);
        show("gains", (double[]){one.gain, two.gain, shared.gain}, 3, sizeof(double));
        show("taps", one.taps, 3, sizeof *one.taps);
        free(a);
        free(b);
        free(out);
    }
    return 0;
}
