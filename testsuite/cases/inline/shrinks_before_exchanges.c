// polycc: --optimize speed
/* Two pairs of pointers that change places after two stages: planes between the stages shrink, which comes before tiles over several steps. */
#include "bits.h"

static void laplace(const float *a, float *out, int w, int h)
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y * w + x] = a[(y - 1) * w + x] + a[(y + 1) * w + x] + a[y * w + x - 1] + a[y * w + x + 1] - 4 * a[y * w + x];
}

static void react(const float *u, const float *v, const float *lu, const float *lv, float *nu, float *nv, int w, int h)
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            float a = u[y * w + x], b = v[y * w + x], rate = a * b * b;
            nu[y * w + x] = a + 0.16f * lu[y * w + x] - rate + 0.035f * (1 - a);
            nv[y * w + x] = b + 0.08f * lv[y * w + x] + rate - 0.1f * b;
        }
}

static float gray_scott(int steps, int w, int h)
{
    int cells = w * h;
    float *u = data_f32(cells, 1), *v = data_f32(cells, 2), *nu = data_f32(cells, 1), *nv = data_f32(cells, 2), sum = 0;
    float *lu = malloc(cells * sizeof *lu), *lv = malloc(cells * sizeof *lv);
    for (int t = 0; t < steps; t++) {
        laplace(u, lu, w, h);
        laplace(v, lv, w, h);
        react(u, v, lu, lv, nu, nv, w, h);
        float *other = u;
        u = nu;
        nu = other;
        other = v;
        v = nv;
        nv = other;
    }
    for (int i = 0; i < cells; i++)
        sum = sum / 2 + u[i] - v[i];
    free(u);
    free(v);
    free(nu);
    free(nv);
    free(lu);
    free(lv);
    return sum;
}

int main(void)
{
    for (int steps = 0; steps < 4; steps++)
        for (int side = 1; side < 9; side += 3) {
            float sum = gray_scott(steps, side, side + 1);
            show("sum", &sum, 1, sizeof sum);
        }
    return 0;
}
