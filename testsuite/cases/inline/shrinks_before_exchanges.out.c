// polycc: --optimize speed
/* Two pairs of pointers that change places after two stages: planes between the stages shrink, which comes before tiles over several steps. */
#include "bits.h"

static float gray_scott(int steps, int w, int h)
{
    int cells = w * h;
    float *u = data_f32(cells, 1), *v = data_f32(cells, 2), *nu = data_f32(cells, 1), *nv = data_f32(cells, 2), sum = 0;
    /* polycc: lu[i * w + j] -> lu; 1 cell instead of h * w */
    /* polycc: lv[i * w + j] -> lv; 1 cell instead of h * w */
    float lu = 0, lv = 0;
    for (int t = 0; t < steps; t++) {
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++) {
                /* laplace */
                lu = u[(y - 1) * w + x] + u[(y + 1) * w + x] + u[y * w + x - 1] + u[y * w + x + 1] - 4 * u[y * w + x];
                /* laplace */
                lv = v[(y - 1) * w + x] + v[(y + 1) * w + x] + v[y * w + x - 1] + v[y * w + x + 1] - 4 * v[y * w + x];
                /* react */
                float a = u[y * w + x];
                float b = v[y * w + x];
                float rate = a * b * b;
                nu[y * w + x] = a + 0.16f * lu - rate + 0.035f * (1 - a);
                nv[y * w + x] = b + 0.08f * lv + rate - 0.1f * b;
            }
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
