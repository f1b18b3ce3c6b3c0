// polycc:
// expect: contracted twice
/* Loops in `while` that aren't `for` loops in disguise: a turn may leave out the step, the counter goes on from the loop before, or it
   is asked for behind its step. Beside them one that is. */
#include "bits.h"

#define N 9000

static int twice[N];

static void odd(int *out, int n)
{
    int i = 0, left = 0;
    while (i < n) {
        if (out[i] % 3 == 0) {
            i += 2;
            continue;
        }
        out[i] += i;
        i++;
    }
    while (i < N) {
        out[i] = i - left;
        i++;
        left = i;
    }
    i = 0;
    left = 5;
    while (i < n) {
        int by = i % 2 + 1;
        out[i] -= left;
        i += by;
    }
}

static void plain(const int *in, int *out)
{
    int i = 0;
    const int shift = 3;
    while (i < N) {
        twice[i] = 2 * in[i];
        i++;
    }
    i = shift;
    while (i < N) {
        out[i] = twice[i] + twice[i - shift];
        i++;
    }
}

int main(void)
{
    static int in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = (i * 7) % 31;
    odd(in, N - 20);
    plain(in, out);
    show("out", out, N, sizeof *out);
    return 0;
}
