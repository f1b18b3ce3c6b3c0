// polycc: --optimize memory --at n=40
// expect: contracted t
/* Structures that nobody else knows: a new order spells out the members. */
#include "bits.h"

struct point { double x, y; };
struct weights { double left, right; int n; double table[4]; };

static void blur(int n, const double *restrict in, double *restrict out)
{
    struct weights w;
    struct point p[64];
    double t[64];
    w.left = 0.25;
    w.right = 0.75;
    w.n = n;
    for (int i = 0; i < 4; i++)
        w.table[i] = i + 0.5;
    for (int i = 0; i < w.n; i++)
        t[i] = in[i] * w.left + w.table[i & 3];
    for (int i = 1; i < w.n; i++) {
        p[i].x = t[i] - t[i - 1];
        p[i].y = t[i] + t[i - 1] * w.right;
    }
    for (int i = 1; i < w.n; i++)
        out[i] = p[i].x * p[i].y;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 9, 64};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *in = data_f64(n, 11), *out = data_f64(n, 12);
        blur(n, in, out);
        show("out", out, n, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
