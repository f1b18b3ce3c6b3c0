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
    /* polycc: t[(i * WIDTH + j) * WIDTH + k] -> t; 1 cell instead of PLANES * WIDTH * WIDTH */
    static float t = 0;
    for (int p = 0; p < PLANES; p++)
        for (int i = 0; i < WIDTH; i++)
            for (int j = 0; j < WIDTH; j++) {
                t = x[(p * WIDTH + i) * WIDTH + j] * 0.5f;
                y[(p * WIDTH + i) * WIDTH + j] += t;
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
