// polycc: --parallel
/* A stage whose only call is inlined goes, with the array of the file that it has for itself; nothing is done to it before. */
#include "bits.h"

#define N 70

static float twice[N];

static void add(const float *restrict in, float *restrict out, int n)
{
    if (n > N)
        return;
    for (int i = 1; i < n; i++) {
        twice[i] = in[i] * 2;
        out[i] += twice[i] + in[i - 1];
    }
    for (int i = 1; i < n; i++)
        out[i] -= in[i];
}

int main(void)
{
    static const int lengths[] = {0, 1, 2, 17, 70};
    for (int s = 0; s < 5; s++) {
        float in[N], out[N], *data = data_f32(2 * N, 3);
        memcpy(in, data, sizeof in);
        memcpy(out, data + N, sizeof out);
        add(in, out, lengths[s]);
        show("out", out, N, sizeof *out);
        free(data);
    }
    return 0;
}
