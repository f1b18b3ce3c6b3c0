// polycc: --at p_n=8
// expect: scalarized norm
// expect: kept v_x
// expect: kept p_v_at
/* An array of structures is one array for each path to a number: `v[].x`, `p->v[].at[]`. */
#include "bits.h"

struct point { double x, y; float at[2]; };
struct cloud { int n; struct point *v; struct point own[3]; };

static void run(int n, struct point *v, struct cloud *p)
{
    double norm[32];
    for (int i = 0; i < n; i++) {
        norm[i] = v[i].x * v[i].x + v[i].y * v[i].y;
        v[i].x = norm[i] - v[i].y;
        for (int j = 0; j < 2; j++)
            p->v[i].at[j] = (float)(norm[i] * j);
    }
    for (int i = 1; i < 3; i++)
        p->own[i].x = p->own[i - 1].x + v[0].x;
}

int main(void)
{
    for (int n = 1; n <= 32; n = 3 * n - 1) {
        double *x = data_f64(4 * n + 8, 5);
        struct point *v = block(n, sizeof *v);
        struct cloud cloud = {n, v, {{1, 2, {3, 4}}, {5, 6, {7, 8}}, {9, 10, {11, 12}}}};
        for (int i = 0; i < n; i++) {
            v[i].x = x[2 * i];
            v[i].y = x[2 * i + 1];
        }
        run(n, v, &cloud);
        show("v", v, 3 * n, sizeof(double));
        for (int i = 0; i < 3; i++)
            show("own", &cloud.own[i].x, 1, sizeof cloud.own[i].x);
        free(v);
        free(x);
        if (n == 1)
            n = 2;
    }
    return 0;
}
