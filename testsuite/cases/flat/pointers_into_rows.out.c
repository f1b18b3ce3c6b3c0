// expect: contracted t
// expect: contracted u
/* Local pointers that stand for a place in an array, read and written through; one that is moved, one whose array changes,
   and one that others get, stand for nothing. */
#include "bits.h"

static void blur(const float *restrict in, float *restrict out, int w, int h)
{
    /* polycc: t[i * (long)w + j] -> t[(i % 3) * (long)w + j]; 3 * w cells instead of h * w */
    float *t = malloc(sizeof(float) * 3 * w);
    {
        float *t_0 = &t[0], *t_1 = &t[2 * (long)w], *t_2 = &t[(long)w];
        for (int y = 0; y < h; y++) {
            for (int x = 1; x < w - 1; x++)
                t_0[x] = in[y * (long)w + x - 1] + 2 * in[y * (long)w + x] + in[y * (long)w + x + 1];
            if (y >= 2)
                for (int x = 1; x < w - 1; x++)
                    out[(y - 1) * (long)w + x] = t_2[x] + 2 * t_1[x] + t_0[x];
            float *t_next = t_2;
            t_2 = t_1, t_1 = t_0, t_0 = t_next;
        }
    }
    free(t);
}

/* in the program's order, with two pointers to the same rows */
static void steps(double *last, int n, int times)
{
    /* polycc: u[i * (long)n + j] -> u[(i % 2) * (long)n + j]; 2 * n cells instead of (times + 1) * n */
    double *u = malloc(sizeof(double) * 2 * n);
    for (int i = 0; i < n; i++)
        u[i] = last[i];
    for (int t = 1; t <= times; t++)
        for (int i = 0; i < n; i++) {
            double left = i > 0 ? u[((t - 1) % 2) * (long)n + i - 1] : 0, right = i < n - 1 ? u[((t - 1) % 2) * (long)n + i + 1] : 0;
            u[(t % 2) * (long)n + i] = left + right - u[((t - 1) % 2) * (long)n + i];
        }
    for (int i = 0; i < n; i++)
        last[i] = u[(times % 2) * (long)n + i];
    free(u);
}

static float moved(const float *a, int n)
{
    float t[64], sum = 0;
    const float *p = a;
    for (int i = 0; i < n; i++) {
        t[i] = *p;
        p++;
    }
    for (int i = 0; i < n; i++)
        sum += t[i];
    const float *q = a;
    a = t;
    for (int i = 0; i < n; i++)
        sum += q[i] * a[n - 1 - i];
    return sum;
}

static void given(const float *p, float *to)
{
    *to += *p;
}

static float passed(const float *a, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++) {
        const float *p = a + i;
        sum += p[0];
        given(p, &sum);
    }
    int k = 1;
    const float *late = a + k;
    k = 3;
    for (int i = 0; i < n - 1; i++)
        sum -= late[i] * k;
    return sum;
}

int main(void)
{
    float *in = data_f32(400, 7), *out = data_f32(400, 8);
    double *last = data_f64(64, 9);
    for (int w = 0; w < 20; w++)
        for (int h = 0; h < 20; h += 1 + h / 5)
            blur(in, out, w, h);
    for (int n = 1; n < 64; n += 1 + n / 4)
        steps(last, n, n % 7);
    float sum = moved(in, 64) + passed(in, 64) + moved(in, 1) + passed(in, 1);
    show("out", out, 400, sizeof *out);
    show("last", last, 64, sizeof *last);
    show("sum", &sum, 1, sizeof sum);
    free(in);
    free(out);
    free(last);
    return 0;
}
