// polycc: --optimize memory
// expect: scalarized t
/* The size of an array is a product of numbers that are strides, too. Large constants become parameters, but each by itself,
   and for others than these the program would leave its arrays; so this size stays a number, and the result is checked. */
#include <stdio.h>

#define PLANES 24
#define WIDTH 32
#define SIZE (PLANES * WIDTH * WIDTH)

static void smooth(const float x[restrict SIZE], float y[restrict SIZE])
{
    /* polycc: t[1024 * i + j] -> t; 1 cell instead of 24576 */
    static float t = 0;
    for (int p = 0; p < 24; p++)
        for (int i = 0; i < 32; i++)
            for (int j = 0; j < 32; j++) {
                t = x[1024 * p + 32 * i + j] * 0.5f;
                y[1024 * p + 32 * i + j] += t;
            }
}

int main(void)
{
    static float x[SIZE], y[SIZE];
    for (int k = 0; k < SIZE; k++)
        x[k] = k * 0.25f;
    smooth(x, y);
    smooth(y, x);
    for (int k = 0; k < SIZE; k += 7)
        printf("%a %a\n", x[k], y[k]);
    return 0;
}
