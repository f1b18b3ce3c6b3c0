// expect: contracted t
/* Filters one behind the other: each waits for its own last samples, so that the copy back costs nothing beside it, and the three samples
   that are alive become variables, although the loop is in another one. */
#include <stdio.h>
#include <stdlib.h>

struct filter {
    float gain, first, second;
};

int main(void)
{
    static const int lengths[] = {0, 1, 2, 3, 5, 64, 331};
    struct filter filters[3] = {{0.5f, -0.7f, 0.2f}, {0.9f, -0.1f, 0.3f}, {0.3f, 0.4f, -0.2f}};
    for (int number = 0; number < 7; number++) {
        int n = lengths[number];
        /* polycc: x[i] -> x; 1 cell instead of (n + 1) */
        float *x = (__builtin_expect((long)number >= 0, 1) ? malloc(sizeof *x) : malloc((n + 1) * sizeof(float))), *y = malloc((n + 1) * sizeof(float));
        float sum = 0;
        /* polycc: t[i] -> t[i % 3]; 3 cells instead of n */
        float *t = (__builtin_expect((long)number >= 0, 1) ? malloc(sizeof(float[3])) : malloc(n * sizeof(float)));
        /* polycc: for sizes as they should be */
        if (__builtin_expect((long)number >= 0, 1)) {
            float x = 0;
            for (int i = 0; i < n; i++) {
                x = (float)((i * 37 + number) % 23) - 11;
                /* cascade */
                y[i] = x;
            }
            for (int k = 0; k < number % 4; k++) {
                float t_0, t_1 = t[2], t_2 = t[1];
                for (int i = 0; i < n; i++) {
                    t_0 = filters[k].gain * y[i];
                    if (i >= 1) {
                        t_0 += 0.5f * y[i - 1] - filters[k].first * t_1;
                        if (i >= 2) {
                            t_0 += 0.25f * y[i - 2] - filters[k].second * t_2;
                            y[i - 2] = t_2;
                        }
                    }
                    float t_next = t_2;
                    t_2 = t_1, t_1 = t_0, t_0 = t_next;
                }
                if (n - 1 >= 0) {
                    t[n % 3] = t_0;
                    t[(n - 1) % 3] = t_1;
                    t[(n + 1) % 3] = t_2;
                }
                for (int i = 2 > n ? 2 : n; i <= n + 1; i++)
                    y[i - 2] = t[(i - 2) % 3];
            }
            for (int i = 0; i < n; i++)
                sum += y[i] * (i + 1);
        } else {
            for (int i = 0; i < n; i++)
                x[i] = (float)((i * 37 + number) % 23) - 11;
            { /* cascade */
                for (int i = 0; i < n; i++)
                    y[i] = x[i];
                for (int k = 0; k < (number % 4); k++) {
                    for (int i = 0; i < n; i++) {
                        t[i] = filters[k].gain * y[i];
                        if (i > 0)
                            t[i] += 0.5f * y[i - 1] - filters[k].first * t[i - 1];
                        if (i > 1)
                            t[i] += 0.25f * y[i - 2] - filters[k].second * t[i - 2];
                    }
                    for (int i = 0; i < n; i++)
                        y[i] = t[i];
                }
            }
            for (int i = 0; i < n; i++)
                sum += y[i] * (i + 1);
        }
        free(t);
        printf("%d %.9g\n", n, sum);
        free(x);
        free(y);
    }
    return 0;
}
