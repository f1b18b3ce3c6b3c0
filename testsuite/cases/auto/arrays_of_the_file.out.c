// polycc: --optimize memory --inline never
// expect: scalarized low
// expect: contracted rows
/* Buffers as small machines have them: static, of the file, each for one function. Members and variables of others are called like them. */
#include "bits.h"

#define N 64
#define W 8

struct level { float loudness; };

/* polycc: low[i] -> low; 1 cell instead of N */
/* polycc: high[i] -> high; 1 cell instead of N */
static float low = 0, high = 0;
/* polycc: rows[i][j] -> rows[(i - j + 7) % 9]; 9 cells instead of N * 8 */
static float rows[9];

static void split(const float *restrict in, float *restrict out, int n)
{
    float state = 0;
    if (n > N)
        return;
    for (int i = 0; i < n; i++) {
        state += 0.25f * (in[i] - state);
        low = state;
        high = in[i] - low;
        out[i] = 2 * high + low;
    }
}

static void smooth(const float *restrict in, float *restrict out, int n)
{
    if (n > N)
        return;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 8; j++) {
            rows[(i - j + 7) % 9] = in[i] * j;
            if (i >= 1)
                out[i] += rows[(i - j + 7) % 9] - rows[(i - j + 6) % 9];
        }
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
