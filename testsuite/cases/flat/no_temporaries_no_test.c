// expect: unchanged
/* Two passes over arrays of the caller, which may overlap: without an array that shrinks there is no test, and no new order. */
#include "bits.h"

static void twice(int n, const double *x, const double *y, double *r, double *s)
{
    for (int i = 0; i < n; i++)
        r[i] = x[i] - y[i];
    for (int i = 0; i < n; i++)
        s[i] = (x[i] + y[i]) * r[i];
}

static void up_and_down(int n, double *a, const double *step)
{
    for (int i = 1; i < n; i++)
        a[i] = a[i] > a[i - 1] + step[i] ? a[i] : a[i - 1] + step[i];
    for (int i = n - 2; i >= 0; i--)
        a[i] = a[i] < a[i + 1] - step[i + 1] ? a[i] : a[i + 1] - step[i + 1];
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 17, 40};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s], w = sizes[(s + 1) % (sizeof sizes / sizeof *sizes)];
        double *memory = data_f64(4L * h * w, 3);
        twice(h * w, memory, memory + h * w, memory + 2 * h * w, memory + 3 * h * w);
        twice(h * w, memory, memory + w, memory + 2 * h * w, memory + 1);
        twice(h * w, memory + 1, memory + w, memory + w, memory + 2);
        up_and_down(h * w, memory, memory + 1);
        show("memory", memory, 4L * h * w, sizeof *memory);
        free(memory);
    }
    return 0;
}
