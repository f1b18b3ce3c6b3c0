// bytes: 48000 -> 3088
// expect: contracted in
// expect: contracted once
// expect: contracted twice
/* Arrays and a size of the file, which one run of `main` alone uses: nobody else can be at other cells. */
#include <stdio.h>

int n = 4000;
float in[4000], once[4000], twice[4000];

void smooth(float *from, float *to)
{
    int i;
    to[0] = from[0];
    to[n - 1] = from[n - 1];
    for (i = 1; i < n - 1; i++)
        to[i] = (from[i - 1] + from[i] + from[i + 1]) / 3;
}

int main(void)
{
    int i;
    float sum = 0;
    for (i = 0; i < n; i++)
        in[i] = i * 37 % 101 / 64.0f;
    smooth(in, once);
    smooth(once, twice);
    for (i = 0; i < n; i++)
        sum += twice[i] * twice[i];
    printf("%f\n", sum);
    return 0;
}
