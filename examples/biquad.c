/* polycc biquad.c --at n=48000 -o biquad.polycc.c
   A recursive filter whose state is kept for all time. Look at `w` in the output: its index is
   taken modulo 3, since w[i-2] is still read after w[i] was written. */
#include <stdio.h>

static void biquad(int n, const float *x, float *y)
{
    float w[n];
#pragma scop
    w[0] = 0;
    w[1] = 0;
    for (int i = 2; i < n; i++) {
        w[i] = x[i] + 0.75f * w[i - 1] - 0.5f * w[i - 2];
        y[i] = 0.25f * w[i] + 0.5f * w[i - 1] + 0.25f * w[i - 2];
    }
#pragma endscop
}

int main(void)
{
    static float x[48000], y[48000];
    double sum = 0;
    for (int i = 0; i < 48000; i++)
        x[i] = (float)(i * 7 % 64) / 64;
    biquad(48000, x, y);
    for (int i = 0; i < 48000; i++)
        sum += y[i];
    printf("%a\n", sum);
    return 0;
}
