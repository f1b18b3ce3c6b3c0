// polycc: --optimize memory --at n=40
// expect: contracted t
/* Structures that nobody else knows: a new order spells out the members. */
#include "bits.h"

struct point { double x, y; };
struct weights { double left, right; int n; double table[4]; };

static void blur(int n, const double *restrict in, double *restrict out)
{
    struct weights w;
    /* polycc: p_x[i] -> p_x; 1 cell instead of 64 */
    double p_x = 0;
    /* polycc: p_y[i] -> p_y; 1 cell instead of 64 */
    double p_y = 0;
    /* polycc: t[i] -> t[i % 2]; 2 cells instead of 64 */
    double t[2];
    w.left = 0.25;
    w.right = 0.75;
    w.n = n;
    for (int i = 0; i < 4; i++)
        w.table[i] = i + 0.5;
    for (int i = 0; i < w.n; i++) {
        t[i % 2] = in[i] * w.left + w.table[i % 4];
        if (i >= 1) {
            p_x = t[i % 2] - t[(i - 1) % 2];
            p_y = t[i % 2] + t[(i - 1) % 2] * w.right;
            out[i] = p_x * p_y;
        }
    }
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
