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
        /* polycc: filtered[i] -> filtered[i % 1024]; 1024 cells instead of (4 * count + 1) */
        float *filtered = malloc(sizeof(float[1024]));
        decimator d = {3, 4, taps};
        int step = 2;
        if (!filtered)
            return 1;
        for (long t = 0; t < 4 * (long)n - 3; t += 1024) {
            for (int i = t; i <= (4 * n - 4 < t + 1023 ? 4 * n - 4 : t + 1023); i += 4) {
                float sum = 0;
                for (int k = 0; k < 3; k++)
                    sum += d.coefficients[k] * in[i + k];
                filtered[i - t] = sum;
            }
            for (int i = t / 4; i <= (n - 1 < t / 4 + 255 ? n - 1 : t / 4 + 255); i++)
                out[i] = filtered[4 * i - t] * filtered[4 * i - t];
            for (int i = t / 4; i <= (n - 1 < t / 4 + 255 ? n - 1 : t / 4 + 255); i += 2)
                out[i] += i % step + 1;
        }
        free(filtered);
        show("out", out, count + 1, sizeof *out);
        free(taps);
        free(in);
        free(out);
    }
    return 0;
}
