// expect: contracted t
// expect: contracted u
/* Local pointers that stand for a place in an array, read and written through; one that is moved, one whose array changes,
   and one that others get, stand for nothing. */
#include "bits.h"

static void blur(const float *restrict in, float *restrict out, int w, int h)
{
    float *t = malloc(sizeof(float) * w * h);
    for (int y = 0; y < h; y++) {
        const float *row = in + y * w;
        float *to = &t[y * w];
        for (int x = 1; x < w - 1; x++)
            to[x] = row[x - 1] + 2 * row[x] + row[x + 1];
    }
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            const float *p = t + (y - 1) * w + x;
            float *q = out + y * w;
            q[x] = *p + 2 * p[w] + p[2 * w];
        }
    free(t);
}

/* in the program's order, with two pointers to the same rows */
static void steps(double *last, int n, int times)
{
    double *u = malloc(sizeof(double) * (times + 1) * n);
    for (int i = 0; i < n; i++)
        u[i] = last[i];
    for (int t = 1; t <= times; t++)
        for (int i = 0; i < n; i++) {
            const double *old = u + (t - 1) * n, *same = &u[t * n - n];
            double left = i > 0 ? old[i - 1] : 0, right = i < n - 1 ? same[i + 1] : 0;
            u[t * n + i] = left + right - same[i];
        }
    for (int i = 0; i < n; i++)
        last[i] = u[times * n + i];
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
