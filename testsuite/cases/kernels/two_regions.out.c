// polycc: --at n=20,m=10
// bytes: 1004 -> 20
// expect: contracted smooth
// expect: scalarized power
/* Two functions with a region each, one of them with two loops that step by three. */
#include "bits.h"

static void smooth_thirds(int n, double x[3 * n])
{
    /* polycc: smooth[i][j] -> smooth[j]; 2 cells instead of (3 * n) * 2 */
    double smooth[2];
#pragma scop
    for (int i = 0; i < 3 * n; i += 3) {
        smooth[0] = x[i] + x[i + 1];
        smooth[1] = x[i + 1] + x[i + 2];
        x[i + 1] = smooth[0] - smooth[1];
    }
    for (int i = 3 * n - 3; i >= 0; i -= 3)
        x[i] *= 0.5;
#pragma endscop
}

static float horner(int m, const float *coefficient, float at)
{
    /* polycc: power[i] -> power; 1 cell instead of (m + 1) */
    float power = 0;
    float value = 0.0f;
#pragma scop
    for (int k = m; k >= 0; k--) {
        if (k == m)
            power = coefficient[k];
        else
            power = power * at + coefficient[k];
    }
    value = power;
#pragma endscop
    return value;
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 8};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(3 * n, 96);
        float *coefficient = data_f32(n + 1, 97), value;
        smooth_thirds(n, x);
        show("x", x, 3 * n, sizeof *x);
        value = horner(n, coefficient, 0.75f);
        show("value", &value, 1, sizeof value);
        free(x);
        free(coefficient);
    }
    return 0;
}
