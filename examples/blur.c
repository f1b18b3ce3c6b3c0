/* polycc blur.c -o blur.polycc.c
   Two passes over a picture, a full frame between them. The pragma runs the second pass one row
   behind the first: look at `row` in the output, three rows are left of 480. */
#include <stdio.h>

#define H 480
#define W 640

static float in[H][W], out[H][W];

static void blur(void)
{
    float row[H][W];
#pragma scop
#pragma polycc schedule { S0[i,j] -> [i,0,j]; S1[i,j] -> [i+1,1,j] }
    for (int i = 0; i < H; i++)
        for (int j = 1; j < W - 1; j++)
            row[i][j] = (in[i][j - 1] + in[i][j] + in[i][j + 1]) / 3;
    for (int i = 1; i < H - 1; i++)
        for (int j = 1; j < W - 1; j++)
            out[i][j] = (row[i - 1][j] + row[i][j] + row[i + 1][j]) / 3;
#pragma endscop
}

int main(void)
{
    double sum = 0;
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            in[i][j] = (float)((i * 31 + j * 17) % 256);
    blur();
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            sum += out[i][j];
    printf("%a\n", sum);
    return 0;
}
