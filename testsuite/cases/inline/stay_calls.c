// polycc: -v --message-format json
// expect: unchanged
// says: `history` stays a call: it has a variable that lives on
// says: `watched` stays a call: it has an attribute
// says: `labelled` stays a call: it has a label
// says: `halves` stays a call: it calls itself
// says: `early` stays a call: it returns before its end
/* Stages that are more than what they do to their arrays. */
#include "bits.h"

static void history(const float *in, float *out, int n)
{
    static float last;
    for (int i = 0; i < n; i++) {
        out[i] = in[i] + last;
        last = in[i];
    }
}

__attribute__((noinline)) static void watched(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = 2 * in[i];
}

static void labelled(const float *in, float *out, int n)
{
    int i = 0;
next:
    if (i < n) {
        out[i] = in[i] + 1;
        i++;
        goto next;
    }
}

static void halves(const float *in, float *out, int n)
{
    if (n > 1) {
        halves(in, out, n / 2);
        halves(in + n / 2, out + n / 2, n - n / 2);
    }
    for (int i = 0; i < n; i++)
        out[i] = in[i] / 2;
}

static void early(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++) {
        if (in[i] != in[i])
            return;
        out[i] = in[i] * in[i];
    }
}

static void printed(const float *in, int n)
{
    for (int i = 0; i < n; i++)
        printf("%a ", (double)in[i]);
}

static void chain(const float *restrict in, float *restrict out, int n)
{
    float a[n], b[n], c[n], d[n], e[n];
    for (int i = 0; i < n; i++)
        e[i] = 0;
    history(in, a, n);
    watched(a, b, n);
    labelled(b, c, n);
    halves(c, d, n);
    early(d, e, n);
    printed(e, n);
    for (int i = 0; i < n; i++)
        out[i] = e[i];
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 17, 40};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        float *in = data_f32(n, 3), *out = data_f32(n, 5);
        chain(in, out, n);
        show("out", out, n, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
