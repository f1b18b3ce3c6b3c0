// polycc: --optimize memory
// expect: scalarized t
/* Tables of two dimensions, of the caller, under a condition, in a condition, and one cell that is known, too. */
#include "bits.h"

static const float weights[4] = {0.5f, 0.25f, 2, -1};

static void look(int n, const int *restrict kind, const float basis[restrict 8][3], const float *restrict x, float *restrict y)
{
    float *t = malloc(sizeof(float) * n);
    if (!t)
        return;
    for (int i = 0; i < n; i++) {
        t[i] = weights[kind[i] & 3] * x[i] + weights[0];
        for (int c = 0; c < 3; c++)
            t[i] += basis[kind[i]][c] * x[i];
        if (basis[kind[i]][1] > 0)
            t[i] = kind[i] > 4 ? weights[kind[i] - 4] : t[i];
    }
    for (int i = 0; i < n; i++)
        y[i] = t[i] * t[i];
    free(t);
}

int main(void)
{
    float basis[8][3];
    for (int i = 0; i < 24; i++)
        basis[i / 3][i % 3] = (float)((i * 7) % 11 - 5);
    static const int sizes[] = {0, 1, 2, 3, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        int *kind = malloc(sizeof(int) * (n + 1));
        float *x = data_f32(n, 3), *y = data_f32(n, 4);
        for (int i = 0; i < n; i++)
            kind[i] = (i * 5 + 1) % 8;
        look(n, kind, (const float(*)[3])basis, x, y);
        show("y", y, n, sizeof *y);
        free(kind);
        free(x);
        free(y);
    }
    return 0;
}
