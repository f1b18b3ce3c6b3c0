// polycc: --optimize memory -v --message-format json --inline never
// expect: unchanged
/* Static arrays of the file that others may see: another function, another call, a thread on its own part of one, whoever has the address; one
   that starts out with values, and one that a directive names. */
#include "bits.h"

#define N 40

static float seen[N], kept[N];
static float part[4][N];
static float given[N];
static float full[N] = {1};
static float aligned[N] __attribute__((aligned(64)));
static volatile float watched[N];
static float named[N];
static const float *end = given + N;

static void fill(const float *restrict in, float *restrict out, int n, int thread)
{
    if (n > N || thread > 3)
        return;
    for (int i = 0; i < n; i++) {
        seen[i] = in[i] * 2;
        part[thread][i] = in[i] + 1;
        given[i] = in[i] - 1;
        full[i] = in[i] * in[i];
        aligned[i] = in[i] + 2;
    }
    for (int i = 0; i < n; i++)
        out[i] = seen[i] + part[thread][i] + given[i] + full[i] + aligned[i];
}

static void remember(const float *restrict in, float *restrict out, int n)
{
    if (n > N)
        return;
    for (int i = 0; i < n; i++)
        out[i] = kept[i];
    for (int i = 0; i < n; i++)
        kept[i] = in[i];
    for (int i = 0; i < n; i++)
        out[i] += kept[i];
}

static void hide(const float *restrict in, float *restrict out, int n)
{
    extern void *memmove(void *, const void *, size_t);
    if (n > N)
        return;
    memmove(named, in, sizeof named[0] * n);
    for (int i = 0; i < n; i++)
        named[i] = in[i] * 3;
    for (int i = 0; i < n; i++)
        out[i] += named[i];
    for (int i = 0; i < n; i++)
        watched[i] = in[i] / 2;
    for (int i = 0; i < n; i++)
        out[i] += watched[i];
}

static float last(int n)
{
    return seen[n - 1] + *(end - 1);
}

int main(void)
{
    static const int lengths[] = {1, 2, 17, 40};
    for (int s = 0; s < 4; s++) {
        int n = lengths[s];
        float *in = data_f32(n, 3), out[N], more[N];
        fill(in, out, n, s);
        remember(out, more, n);
        hide(in, more, n);
        float sum = last(n);
        show("out", out, n, sizeof(float));
        show("more", more, n, sizeof(float));
        show("sum", &sum, 1, sizeof sum);
        free(in);
    }
    return 0;
}
