// polycc:
// expect: contracted twice
/* Loops in `while` that aren't `for` loops in disguise: a turn may leave out the step, the counter goes on from the loop before, or it
   is asked for behind its step. Beside them one that is. */
#include "bits.h"

#define N 9000

/* polycc: twice[i] -> twice[i % 1027]; 1027 cells instead of N */
static int twice[1027];

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

int main(void)
{
    static int in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = (i * 7) % 31;
    odd(in, N - 20);
    for (long t = 0; t < N; t += 1024) {
        for (int i = t; i <= (N - 1 < t + 1023 ? N - 1 : t + 1023); i++)
            /* plain */
            twice[i - t + 3] = 2 * in[i];
        for (int i = 3 > t ? 3 : t; i <= (N - 1 < t + 1023 ? N - 1 : t + 1023); i++)
            out[i] = twice[i - t + 3] + twice[i - t];
        for (int cell = 0; cell < 3; cell++)
            twice[cell] = twice[cell + 1024];
    }
    show("out", out, N, sizeof *out);
    return 0;
}
