// polycc: --optimize speed
/* A factor in a variable that keeps its value divides, steps and multiplies as a constant does; a quotient that may be negative ends a
   loop from 0 before it begins. */
#include "bits.h"

typedef struct {
    int taps, factor;
    const float *coefficients;
} decimator;

int main(void)
{
    static const int sizes[] = {0, 1, 2, 5, 9, 80, -3, -4};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s], count = n < 0 ? 0 : n;
        float *taps = data_f32(3, 3), *in = data_f32(4 * count + 3, 1), *out = data_f32(count + 1, 2);
        float *filtered = malloc((4 * count + 1) * sizeof(float));
        decimator d = {3, 4, taps};
        int step = 2;
        if (!filtered)
            return 1;
        for (int i = 0; i < 4 * n; i++) {
            float sum = 0;
            for (int k = 0; k < d.taps; k++)
                sum += d.coefficients[k] * in[i + k];
            filtered[i] = sum;
        }
        for (int i = 0; i < 4 * n / d.factor; i++)
            out[i] = filtered[d.factor * i] * filtered[d.factor * i];
        for (int i = 0; i < n; i += step)
            out[i] += i % step + 1;
        free(filtered);
        show("out", out, count + 1, sizeof *out);
        free(taps);
        free(in);
        free(out);
    }
    return 0;
}
