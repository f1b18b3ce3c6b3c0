// polycc: --optimize memory
/* Parameters and variables of the stages have names that mean something else in the function that calls them, in all orders; a
   number is converted on its way in; a stage changes its parameter. */
#include "bits.h"

static float gain = 2;

static void add(const float *u, float *t, int m, int n)
{
    for (int i = 0; i < m; i++) {
        float out = u[i] + n;
        t[i] = out * gain;
    }
}

static void backwards(const float *t, float *u, int k, unsigned char m)
{
    int n = k - 1;
    for (int j = 0; j < k; j++) {
        int i = n - j;
        u[j] = t[i] * m;
    }
}

static void chain(const float *in, float *out, int n, int m)
{
    /* polycc: t[i] -> t[i], sum[i] -> t[i]; (n > 1 ? n : 1) cells for all, instead of n + n */
    float *u = malloc(sizeof *u * n), *t = malloc(sizeof(float[n > 1 ? n : 1])), *sum = 0;
    int i = 3, j = 300;
    add(in, t, n, m);
    { /* backwards */
        unsigned char backwards_m = j;
        for (int backwards_j = 0; backwards_j < n; backwards_j++) {
            u[backwards_j] = t[n - backwards_j - 1] * backwards_m;
        }
    }
    backwards(u, t, n, i);
    add(t, u, n, i + j);
    { /* running */
        float running_sum = m;
        for (int running_i = 0; running_i < n; running_i++) {
            running_sum = 0.5f * running_sum + u[running_i];
            t[running_i] = running_sum;
        }
    }
    { /* running */
        float running_sum_2 = m / 2;
        for (int running_i_2 = 0; running_i_2 < n; running_i_2++) {
            running_sum_2 = 0.5f * running_sum_2 + t[running_i_2];
            t[running_i_2] = running_sum_2;
        }
    }
    for (int k = 0; k < n; k++)
        out[k] = t[k] - j;
    free(u);
    free(t);
    free(sum);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 17, 40};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        float *in = data_f32(n, 3), *out = data_f32(n, 5);
        chain(in, out, n, n + 1);
        show("out", out, n, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
