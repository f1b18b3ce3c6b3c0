// expect: unchanged
/* What keeps its order: a number that lives on, something volatile, sizes that change, a counter of another loop, and what the
   headers of loops draw from a function with a state. */
#include "bits.h"

static volatile int watched = 3;

static void counted(int n, const float *restrict in, float *restrict out)
{
    float *a = malloc((n + 1) * sizeof *a);
    if (!a)
        return;
    for (int i = 0; i < n; i++) {
        static int calls;
        if (in[i] > 0.5f) {
            a[i] = (float)++calls;
            continue;
        }
        a[i] = (float)calls--;
    }
    for (int i = 0; i < n; i++) {
        if (in[i] > 0.25f) {
            out[i] = a[i] * watched;
            continue;
        }
        out[i] = a[i];
    }
    free(a);
}

static void sized(int n, const float *restrict in, float *restrict out)
{
    float *a = malloc((n + 1) * sizeof *a);
    int length = 2;
    if (!a)
        return;
    for (int i = 0; i < n; i++) {
        length = 1 + i % 3;
        for (int j = 0; j < 2; j++) {
            float v[length + 1];
            for (int k = 0; k <= length; k++)
                v[k] = in[i] * k;
            if (v[length] > 1) {
                a[i] = (float)sizeof v;
                continue;
            }
            a[i] = v[length];
        }
    }
    for (int i = 0; i < n; i++)
        out[i] = a[i] + length;
    free(a);
}

static void shared(int n, const float *restrict in, float *restrict out)
{
    float *a = malloc((n + 1) * sizeof *a);
    int k = 0, i;
    if (!a)
        return;
    for (i = 0; i < n; i++) {
        for (k = 0; k < 5; k++)
            if (in[i] < 0.25f * k)
                break;
        a[i] = (float)k;
    }
    for (k = 0; k < n; k++)
        out[k] = a[k] * 2;
    for (i = 0; i < n; i++) {
        if (a[i] > 2) {
            out[i] += k;
            continue;
        }
        out[i] -= k;
    }
    free(a);
}

static int drawn(void)
{
    static int state[1] = {1};
    state[0] = state[0] * 7 % 1009;
    return state[0];
}

static void in_headers(int n, float *restrict out)
{
    float *a = malloc((n + 1) * sizeof *a);
    int r, q, i;
    if (!a)
        return;
    for (int turn = 0; turn < 2; turn++) {
        for (i = 0, r = drawn(); i < n; i++) {
            if (r % 3 == 0) {
                a[i] = (float)r;
                continue;
            }
            a[i] = (float)i;
        }
        for (i = 0, q = drawn(); i < n; i++, q += drawn() % 5) {
            if (a[i] > 7) {
                out[i] = (float)q;
                continue;
            }
            out[i] = a[i];
        }
    }
    free(a);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        float *in = malloc((n + 1) * sizeof *in), *out = calloc(n + 1, sizeof *out);
        for (int i = 0; i < n; i++)
            in[i] = (float)((i * 37 + 11) % 101) / 101;
        counted(n, in, out);
        show("counted", out, n, sizeof *out);
        sized(n, in, out);
        show("sized", out, n, sizeof *out);
        shared(n, in, out);
        show("shared", out, n, sizeof *out);
        in_headers(n, out);
        show("in headers", out, n, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
