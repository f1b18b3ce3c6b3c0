// polycc: --optimize speed
/* What a run leaves in static variables, the next one reads: though not all of it is used in this run, all is computed. */
#include "bits.h"

#define N 64

static float levels[N];

static void decimate(const float *restrict in, float *restrict out, int n)
{
    static float kept[N];
    float mixed[N];
    if (n > N)
        return;
    for (int i = 0; i < n; i++)
        mixed[i] = kept[i] + levels[i];
    for (int i = 0; i < n; i++)
        out[i] = mixed[i] * 0.5f;
    for (int i = 0; i < n; i++) {
        kept[i] = in[i] * in[i];
        levels[i] = in[i] - 1;
    }
    for (int i = 0; 8 * i < n; i++)
        out[i] += kept[8 * i] * levels[8 * i];
}

int main(void)
{
    static const int lengths[] = {0, 1, 2, 5, 17, 64};
    for (int s = 0; s < 6; s++) {
        int n = lengths[s];
        float *in = data_f32(n, 3), *out = data_f32(n, 4);
        for (int run = 0; run < 3; run++) {
            decimate(in, out, n);
            in[0] += n > 0 ? out[n - 1] : 0;
            show("out", out, n, sizeof *out);
        }
        free(in);
        free(out);
    }
    return 0;
}
