// polycc: --optimize memory --inline never
// expect: scalarized low
// expect: contracted rows
/* Buffers as small machines have them: static, of the file, each for one function. Members and variables of others are called like them. */
#include "bits.h"

#define N 64
#define W 8

struct level { float loudness; };

static float low[N], high[N];
static float rows[N][W];

static void split(const float *restrict in, float *restrict out, int n)
{
    float state = 0;
    if (n > N)
        return;
    for (int i = 0; i < n; i++) {
        state += 0.25f * (in[i] - state);
        low[i] = state;
    }
    for (int i = 0; i < n; i++)
        high[i] = in[i] - low[i];
    for (int i = 0; i < n; i++)
        out[i] = 2 * high[i] + low[i];
}

static void smooth(const float *restrict in, float *restrict out, int n)
{
    if (n > N)
        return;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < W; j++)
            rows[i][j] = in[i] * j;
    for (int i = 1; i < n; i++)
        for (int j = 0; j < W; j++)
            out[i] += rows[i][j] - rows[i - 1][j];
}

/* has one of its own */
static float level(struct level *l, const float *high, int n)
{
    l->loudness = 0;
    for (int i = 0; i < n; i++)
        l->loudness += high[i];
    return l->loudness;
}

int main(void)
{
    static const int lengths[] = {0, 1, 2, 5, 17, 64};
    for (int s = 0; s < 6; s++) {
        int n = lengths[s];
        float in[N], out[N], more[N] = {0};
        struct level l;
        for (int i = 0; i < N; i++)
            in[i] = (i * 7 % 11) - 4.5f;
        split(in, out, n);
        smooth(out, more, n);
        show("out", out, n, sizeof(float));
        show("more", more, n, sizeof(float));
        float sum = level(&l, out, n);
        show("sum", &sum, 1, sizeof sum);
    }
    return 0;
}
