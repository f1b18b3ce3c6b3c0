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
    /* polycc: once[i] -> once[i % 512]; 512 cells instead of (n + 1) */
    /* polycc: smooth[i] -> smooth[i % 513]; 513 cells instead of (n + 1) */
    float *once = malloc(sizeof(float[512])), *smooth = malloc(sizeof(float[513]));
    /* polycc: level[i] -> level[i % 516]; 516 cells instead of (n + 1) */
    float *level = malloc(sizeof(float[516]));
    if (n >= 5) {
        for (long t = 0; t <= (long)n; t += 512) {
            if (t == 0)
                once[1 - t] = in[0];
            for (int i = 2 > t ? 2 : t; i <= (n < t + 511 ? n : t + 511); i++)
                once[i - t] = 0.25f * in[i - 2] + 0.5f * in[i - 1] + 0.25f * in[i];
            if (t == 0)
                smooth[2 - t] = once[1 - t];
            for (int i = 2 > t ? 2 : t; i <= (n < t + 511 ? n : t + 511); i++)
                smooth[i - t + 1] = 0.75f * smooth[i - t] + 0.25f * once[i - t];
            for (int i = 1 > t ? 1 : t; i <= (n < t + 511 ? n : t + 511); i++)
                level[i - t + 4] = smooth[i - t + 1] > 0.5f ? smooth[i - t + 1] : 0.5f;
            for (int i = 5 > t ? 5 : t; i <= (n < t + 511 ? n : t + 511); i++)
                out[i - 5] = level[i - t] + level[i - t + 1] + level[i - t + 2] + level[i - t + 3] + level[i - t + 4];
            smooth[0] = smooth[512];
            for (int cell = 0; cell < 4; cell++)
                level[cell] = level[cell + 512];
        }
    }
    free(once);
    free(smooth);
    free(level);
}

/* how often each is used is known */
static double sums(int n, const double *restrict in)
{
    /* polycc: kept[i] -> kept[i % 4]; 4 cells instead of (n + 3) */
    double kept[4], all = 0, near = 0;
    for (int i = 0; i <= n + 2; i++) {
        kept[i % 4] = in[i] * in[i];
        if (i < n)
            all += kept[i % 4];
        if (i >= 3)
            near += kept[(i - 3) % 4] * kept[i % 4];
    }
    return all + near;
}

/* time steps in place: the old values stay until nobody needs them */
static void heat(int n, int steps, double *restrict now)
{
    /* polycc: next[i] -> next[i % 1025]; 1025 cells instead of (n + 1) */
    double *next = malloc(sizeof(double[1025]));
    for (int t = 0; t < steps; t++) {
        for (long t1 = 0; t1 < (long)n; t1 += 1024) {
            for (int i = 1 > t1 ? 1 : t1; i <= (n - 2 < t1 + 1023 ? n - 2 : t1 + 1023); i++)
                next[i - t1 + 1] = now[i] + 0.125 * (now[i - 1] - 2 * now[i] + now[i + 1]);
            for (int i = 2 > t1 ? 2 : t1; i <= (n - 1 < t1 + 1023 ? n - 1 : t1 + 1023); i++)
                now[i - 1] = next[i - t1];
            next[0] = next[1024];
        }
    }
    free(next);
}

static void decimate(int n, const float *restrict in, float *restrict out)
{
    /* polycc: coarse[i] -> coarse[i % 1026]; 1026 cells instead of (2 * n + 2) */
    float *coarse = malloc(sizeof(float[1026]));
    for (long t = 0; t <= 2 * (long)n; t += 1024) {
        for (int i = t; i <= (2 * n < t + 1023 ? 2 * n : t + 1023); i++)
            coarse[i - t + 2] = in[i] * 0.5f + 1;
        for (int i = 0 > t / 2 - 1 ? 0 : t / 2 - 1; i <= (n - 1 < t / 2 + 510 ? n - 1 : t / 2 + 510); i++)
            out[i] = coarse[2 * i - t + 2] - coarse[2 * i - t + 3] * coarse[2 * i - t + 4];
        coarse[0] = coarse[1024];
        coarse[1] = coarse[1025];
    }
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
