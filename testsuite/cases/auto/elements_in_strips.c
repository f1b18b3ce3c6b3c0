// expect: contracted once
// expect: contracted smooth
// expect: contracted level
// expect: contracted kept
// expect: contracted next
// expect: contracted coarse
/* Loops over elements that exchange what lies a few elements apart. In one loop none of them would be a vector loop any more, so
   they run in strips, with a window of the cells that a strip needs: borders are in it, a recursive filter, time steps in place, an array of
   which every other element is used. */
#include "bits.h"

/* borders of their own, one of which is the other array's */
static void chain(int n, const float *restrict in, float *restrict out)
{
    float *once = malloc((n + 1) * sizeof *once), *smooth = malloc((n + 1) * sizeof *smooth);
    float *level = malloc((n + 1) * sizeof *level);
    once[0] = in[0];
    once[n] = in[n];
    for (int i = 1; i < n; i++)
        once[i] = 0.25f * in[i - 1] + 0.5f * in[i] + 0.25f * in[i + 1];
    smooth[0] = once[0];
    for (int i = 1; i <= n; i++)
        smooth[i] = 0.75f * smooth[i - 1] + 0.25f * once[i];
    for (int i = 0; i <= n; i++)
        level[i] = smooth[i] > 0.5f ? smooth[i] : 0.5f;
    for (int i = 0; i < n - 4; i++)
        out[i] = level[i] + level[i + 1] + level[i + 2] + level[i + 3] + level[i + 4];
    free(once);
    free(smooth);
    free(level);
}

/* how often each is used is known */
static double sums(int n, const double *restrict in)
{
    double kept[n + 3], all = 0, near = 0;
    for (int i = 0; i < n + 3; i++)
        kept[i] = in[i] * in[i];
    for (int i = 0; i < n; i++)
        all += kept[i];
    for (int i = 0; i < n; i++)
        near += kept[i] * kept[i + 3];
    return all + near;
}

/* time steps in place: the old values stay until nobody needs them */
static void heat(int n, int steps, double *restrict now)
{
    double *next = malloc((n + 1) * sizeof *next);
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            next[i] = now[i] + 0.125 * (now[i - 1] - 2 * now[i] + now[i + 1]);
        for (int i = 1; i < n - 1; i++)
            now[i] = next[i];
    }
    free(next);
}

static void decimate(int n, const float *restrict in, float *restrict out)
{
    float *coarse = malloc((2 * n + 2) * sizeof *coarse);
    for (int i = 0; i < 2 * n + 1; i++)
        coarse[i] = in[i] * 0.5f + 1;
    for (int i = 0; i < n; i++)
        out[i] = coarse[2 * i] - coarse[2 * i + 1] * coarse[2 * i + 2];
    free(coarse);
}

int main(void)
{
    static const int lengths[] = {1, 2, 3, 6, 511, 512, 513, 1023, 1024, 1025, 1026, 2500};
    for (int s = 0; s < 12; s++) {
        int n = lengths[s];
        float *in = data_f32(2 * n + 2, 3), *out = data_f32(n + 1, 4);
        double *wide = data_f64(n + 4, 5);
        chain(n, in, out);
        show("out", out, n + 1, sizeof *out);
        double all = sums(n, wide);
        show("all", &all, 1, sizeof all);
        heat(n, 3, wide);
        show("wide", wide, n + 4, sizeof *wide);
        decimate(n, in, out);
        show("out", out, n + 1, sizeof *out);
        free(in);
        free(out);
        free(wide);
    }
    return 0;
}
