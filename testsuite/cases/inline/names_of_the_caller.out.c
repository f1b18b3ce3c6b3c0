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

static void running(const float *in, float *out, int n, float sum)
{
    for (int i = 0; i < n; i++) {
        sum = 0.5f * sum + in[i];
        out[i] = sum;
    }
}

/* polycc: `chain_apart` is `chain` for memory that doesn't overlap */
static void chain_apart(const float *in, float *out, int n, int m)
{
    /* polycc: t[i] -> t; 1 cell instead of n */
    /* polycc: u[i] -> u; 1 cell instead of n */
    /* polycc: sum[i] -> sum; 1 cell instead of n */
    float u = 0, t = 0, sum = 0;
    int i = 3, j = 300;
    {
        unsigned char backwards_m;
        unsigned char backwards_m_2;
        float running_sum;
        float running_sum_2;
        /* backwards */
        backwards_m = j;
        /* backwards */
        backwards_m_2 = i;
        /* running */
        running_sum = m;
        /* running */
        running_sum_2 = m / 2;
        for (int add_i = 0; add_i < n; add_i++) {
            /* add */
            float add_out = in[add_i] + m;
            t = add_out * gain;
            u = t * backwards_m;
            t = u * backwards_m_2;
            /* add */
            float add_out_2 = t + (i + j);
            u = add_out_2 * gain;
            running_sum = 0.5f * running_sum + u;
            sum = running_sum;
            running_sum_2 = 0.5f * running_sum_2 + sum;
            t = running_sum_2;
            out[add_i] = t - j;
        }
    }
}

static void chain(const float *in, float *out, int n, int m)
{
    /* polycc: `chain_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(in + (long)n) <= (const char *)out || (const char *)(out + (long)n) <= (const char *)in, 1)) {
        chain_apart(in, out, n, m);
        return;
    }
    float *u = malloc(sizeof *u * n), *t = malloc(sizeof *t * n), *sum = malloc(sizeof *sum * n);
    int i = 3, j = 300;
    add(in, t, n, m);
    backwards(t, u, n, j);
    backwards(u, t, n, i);
    add(t, u, n, i + j);
    running(u, sum, n, m);
    running(sum, t, n, m / 2);
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
