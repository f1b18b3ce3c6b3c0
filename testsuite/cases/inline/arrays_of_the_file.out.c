// polycc: --optimize memory
// expect: scalarized low
// expect: scalarized mixed
/* Stages hand static arrays of the file on, where memory of the caller may overlap: the file's arrays stay for that, the copy has its own. */
#include "bits.h"

#define LONGEST 100

static float low[LONGEST], high[LONGEST], mixed[LONGEST];

static void low_pass(const float *in, float *out, int n)
{
    float state = 0;
    for (int i = 0; i < n; i++) {
        state += 0.25f * (in[i] - state);
        out[i] = state;
    }
}

static void subtract(const float *a, const float *b, float *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = a[i] - b[i];
}

static void mix(float *out, int n)
{
    for (int i = 0; i < n; i++)
        mixed[i] = 2 * low[i] + high[i];
    for (int i = 0; i < n; i++)
        out[i] = mixed[i] * 0.5f;
}

/* polycc: `equalise_apart` is `equalise` for memory that doesn't overlap */
static int equalise_apart(const float *in, float *out, int n)
{
    /* polycc: low[i] -> low; 1 cell instead of LONGEST */
    float low = 0;
    /* polycc: high[i] -> high; 1 cell instead of LONGEST */
    float high = 0;
    /* polycc: mixed[i] -> mixed; 1 cell instead of LONGEST */
    float mixed = 0;
    if (n > LONGEST)
        return -1;
    {
        float state;
        /* low_pass */
        state = 0;
        for (int i = 0; i < n; i++) {
            state += 0.25f * (in[i] - state);
            low = state;
            /* subtract */
            high = in[i] - low;
            /* mix */
            mixed = 2 * low + high;
            out[i] = mixed * 0.5f;
        }
    }
    return 0;
}

static int equalise(const float *in, float *out, int n)
{
    /* polycc: `equalise_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(in + (long)n) <= (const char *)out || (const char *)(out + (long)n) <= (const char *)in, 1)) {
        return equalise_apart(in, out, n);
    }
    if (n > LONGEST)
        return -1;
    low_pass(in, low, n);
    subtract(in, low, high, n);
    mix(out, n);
    return 0;
}

int main(void)
{
    static const int lengths[] = {0, 1, 2, 3, 17, 100};
    int failed = 0;
    for (int s = 0; s < 6; s++) {
        int n = lengths[s];
        float *memory = data_f32(2L * n + 1, 3);
        failed += equalise(memory, memory + n, n);
        show("apart", memory, 2L * n + 1, sizeof *memory);
        failed += equalise(memory, memory, n);
        failed += equalise(memory, memory + 1, n);
        show("overlapping", memory, 2L * n + 1, sizeof *memory);
        free(memory);
    }
    return failed != 0;
}
