// bytes: 48000 -> 3088
// expect: contracted in
// expect: contracted once
// expect: contracted twice
/* Arrays and a size of the file, which one run of `main` alone uses: nobody else can be at other cells. */
#include <stdio.h>

int n = 4000;
/* polycc: in[i] -> in[i % 258]; 258 cells instead of 4000 */
/* polycc: once[i] -> once[i % 258]; 258 cells instead of 4000 */
/* polycc: twice[i] -> twice[i % 256]; 256 cells instead of 4000 */
float in[258], once[258], twice[256];

int main(void)
{
    int i;
    float sum = 0;
    for (long t = 0; t <= (long)n + 1; t += 256) {
        for (i = t; i <= (n - 1 < t + 255 ? n - 1 : t + 255); i++)
            in[i - t + 2] = i * 37 % 101 / 64.0f;
        if (t == 0)
            /* smooth */
            once[3 - t] = in[2 - t];
        if (t >= n - 255 && t <= n)
            once[n - t + 2] = in[n - t + 1];
        for (int i = 2 > t ? 2 : t; i <= (n - 1 < t + 255 ? n - 1 : t + 255); i++)
            once[i - t + 2] = (in[i - t] + in[i - t + 1] + in[i - t + 2]) / 3;
        if (t == 0)
            /* smooth */
            twice[2 - t] = once[3 - t];
        if (t >= n - 254 && t <= n + 1)
            twice[n - t + 1] = once[n - t + 2];
        for (int i = 3 > t ? 3 : t; i <= (n < t + 255 ? n : t + 255); i++)
            twice[i - t] = (once[i - t] + once[i - t + 1] + once[i - t + 2]) / 3;
        for (i = 2 > t ? 2 : t; i <= (n + 1 < t + 255 ? n + 1 : t + 255); i++)
            sum += twice[i - t] * twice[i - t];
        in[0] = in[256];
        in[1] = in[257];
        once[0] = once[256];
        once[1] = once[257];
    }
    printf("%f\n", sum);
    return 0;
}
