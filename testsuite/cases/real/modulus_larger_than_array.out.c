// polycc: --at n=5,m=5
// bytes: 1936 -> 1232
// expect: contracted t0
// expect: kept t1
/* All of t1 is alive at once. Its width is piecewise, and an affine bound for it exists that is small only at
   sizes that the arguments rule out: it must not become the modulus. */
#include <stdio.h>
#include <string.h>
static void kernel(int n, int m, double in[restrict 40][40], double out[restrict 40][40]) {
    /* polycc: t0[i][j] -> t0[i % 3][j]; 3 * (m + 6) cells instead of (n + 6) * (m + 6) */
    double t0[3][m + 6], t1[n + 6][m + 6];
#pragma scop
    for (int t = -n - 5; t < 1; t++) {
        if (t < -n - 3) {
            double *t0_row = t0[-t % 3];
            for (int j = 0; j <= m + 5; j++)
                t0_row[j] = in[-t][j] * 2 - (-t) + 0.5 * j;
        }
        else {
            double *t0_row = t0[-t % 3];
            double *t0_row1 = t0[(2 - t) % 3];
            for (int j = 0; j < 3 && j <= m + 5; j++)
                t0_row[j] = in[-t][j] * 2 - (-t) + 0.5 * j;
            for (int j = 3; j <= m + 6; j++) {
                if (j <= m + 5)
                    t0_row[j] = in[-t][j] * 2 - (-t) + 0.5 * j;
                t1[2 - t][j - 3] = t0_row1[j - 2] + t0_row1[j - 3] * ((j - 3) + 1);
            }
        }
    }
    for (int i = 5; i <= n + 6; i++)
        for (int j = 7; j <= m + 8; j++)
            out[i - 3][j - 6] += t1[i - 3][j - 7] - t1[i - 3][j - 5];
#pragma endscop
}
static double in[40][40], out[40][40];
int main(void) {
    for (int n = 1; n < 12; n += 3)
        for (int m = 1; m < 12; m += 2) {
            for (int i = 0; i < 40; i++) for (int j = 0; j < 40; j++) { in[i][j] = (i * 37 + j * 11) % 19 - 7.5; out[i][j] = i; }
            kernel(n, m, in, out);
            for (int i = 0; i < 40; i++) for (int j = 0; j < 40; j++) { unsigned long long b; memcpy(&b, &out[i][j], 8); printf("%llx\n", b); }
        }
    return 0;
}
