// polycc: -I data --optimize memory
// with: data/line_stages.c
// expect: scalarized lifted
/* The only call of a function goes, and with it the function, which alone uses an array of the file; its stages stand in another file. */
#include "bits.h"
#include "line_stages.h"

#define N 100

static float lifted[N];

static void process(const float *in, float *out, int n)
{
    lift(in, lifted, n);
    scale(lifted, out, n);
}

int main(void)
{
    static const int lengths[] = {0, 1, 2, 17, 100};
    for (int s = 0; s < 5; s++) {
        int n = lengths[s];
        float in[N], out[N], sum = 0;
        for (int i = 0; i < n; i++)
            in[i] = i * 0.375f - 3;
        process(in, out, n);
        for (int i = 0; i < n; i++)
            sum += out[i];
        show("sum", &sum, 1, sizeof sum);
    }
    return 0;
}
