// polycc: -I data
// with: data/array_stages.c
// expect: unchanged
/* Static arrays of two files have the same names: those of the other file aren't this one's. */
#include "bits.h"
#include "array_stages.h"

static float buf[64];
static float seen[64];
static float mine(const float *in, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        buf[i] += in[i] + 3;
    for (int i = 0; i < n; i++)
        s += buf[i] * in[i];
    return s;
}
static float mine2(const float *in, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += seen[i] * in[i];
    for (int i = 0; i < n; i++)
        seen[i] += in[i] + 3;
    return s;
}
static void run(const float *in, float *out, int n)
{
    float t[64], u[64];
    if (n > 64) return;
    stage(in, t, n);
    other_stage(t, u, n);
    for (int i = 0; i < n; i++)
        out[i] = u[i] + 1;
}
int main(void)
{
    static const int lengths[] = {1, 2, 17, 64};
    float out[64];
    for (int s = 0; s < 4; s++) {
        int n = lengths[s];
        float *in = data_f32(n, 3);
        run(in, out, n);
        float sums[2] = {mine(in, n), mine2(in, n)};
        show("out", out, n, sizeof *out);
        show("sums", sums, 2, sizeof *sums);
        free(in);
    }
    return 0;
}
