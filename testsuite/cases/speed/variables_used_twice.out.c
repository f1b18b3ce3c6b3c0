// expect: scalarized t
// expect: kept a
/* Two filters that keep their state in the same variables, one after the other; the first starts with what came in. What is
   seen of such a variable after the loops, or set on a condition only, keeps loops as they are. */
#include "bits.h"

static void filters(int n, const float x[restrict n], float y[restrict n], float a)
{
    /* polycc: t[i] -> t[0]; 1 cell instead of n */
    float *t = malloc(sizeof(float));
    if (!t)
        return;
    float b = 0, v;
    {
        float a_2;
        float b_2;
        b_2 = 0;
        a_2 = 0;
        for (int i = 0; i < n; i++) {
            v = x[i] + 1.5f * a - 0.6f * b;
            t[0] = 0.1f * v + 0.2f * a + 0.1f * b;
            b = a;
            a = v;
            float v_2 = t[0] + 0.5f * a_2 - 0.2f * b_2;
            y[i] = 0.8f * v_2 - 1.6f * a_2 + 0.8f * b_2;
            b_2 = a_2;
            a_2 = v_2;
        }
    }
    free(t);
}

static float seen(int n, const float x[restrict n], float y[restrict n])
{
    float *t = malloc(n * sizeof(float));
    if (!t)
        return 0;
    float a = 0;
    for (int i = 0; i < n; i++) {
        a = x[i] - 0.5f * a;
        t[i] = a;
    }
    a = 1;
    for (int i = 0; i < n; i++) {
        a = t[i] + 0.5f * a;
        y[i] = a;
    }
    free(t);
    return a;
}

static void reset_at_times(int n, int again, const float x[restrict n], float y[restrict n])
{
    float *t = malloc(n * sizeof(float));
    if (!t)
        return;
    float a = 0;
    for (int i = 0; i < n; i++) {
        a = x[i] - 0.5f * a;
        t[i] = a;
    }
    if (again > 3)
        a = 1;
    for (int i = 0; i < n; i++) {
        a = t[i] + 0.5f * a;
        y[i] = a;
    }
    free(t);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        float *x = data_f32(n, 3), *y = data_f32(n, 4);
        filters(n, x, y, 0.25f);
        show("y", y, n, sizeof *y);
        float last = seen(n, x, y);
        show("last", &last, 1, sizeof last);
        show("y", y, n, sizeof *y);
        reset_at_times(n, n - 2, x, y);
        show("y", y, n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
