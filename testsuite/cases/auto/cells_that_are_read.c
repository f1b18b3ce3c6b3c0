// expect: contracted image
// expect: contracted frame
// expect: contracted edge
/* Numbers that `fscanf` and `fread` put in cells. The file ends before `image` is full, whose other cells stay zeros; `twice` keeps what is read
   first where a second number is missing, and `words` gets texts of several cells. */
#include "bits.h"

#define H 90
#define W 110

int image[H][W];

static FILE *numbers(int count)
{
    FILE *file = tmpfile();
    for (int i = 0; i < count; i++)
        fprintf(file, "%d\n", i * i % 251);
    rewind(file);
    return file;
}

static void load(FILE *in, int first, int last, double *restrict sum)
{
    double frame[H][W], edge[H][W];
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            fscanf(in, "%lf", &frame[y][x]);
    for (int y = 1; y < H - 1; y++)
        for (int x = 0; x < W; x++)
            edge[y][x] = frame[y + 1][x] - frame[y - 1][x];
    for (int y = 1; y < H - 1; y++)
        for (int x = 0; x < W; x++)
            sum[x] += edge[y][x] * (x >= first && x < last);
}

static double again(FILE *in)
{
    float twice[8], all = 0;
    for (int turn = 0; turn < 2; turn++)
        for (int i = 0; i < 8; i++)
            fscanf(in, "%*s %f", &twice[i]);
    for (int i = 0; i < 8; i++)
        all += twice[i] * i;
    return all;
}

static double some(FILE *in, const double *x)
{
    double all = 0, got[8] = {0}, taken[8];
    for (int i = 0; i < 8; i++)
        taken[i] = i;
    for (int i = 0; i < 8; i++)
        if (x[i] > 0)
            fscanf(in, "%lf", &taken[i]);
    for (int i = 0; i < 8; i++)
        got[i] = x[i] > 0 ? fscanf(in, "%lf", &taken[i]) : 2;
    for (int i = 0; i < 8; i++)
        all += taken[i] * (i + got[i]);
    return all;
}

static int letters(FILE *in)
{
    char words[4][8] = {0};
    int all = 0;
    for (int i = 0; i < 4; i++)
        fscanf(in, "%5c", &words[i][0]);
    for (int i = 0; i < 4; i++)
        all += words[i][0] + 3 * words[i][4];
    return all;
}

int main(void)
{
    FILE *in = numbers(H * W - 77);
    static double smooth[H][W], result[H][W];
    static unsigned char bytes[64], shifted[64];
    double sum[W] = {0}, few[4] = {0}, *x = data_f64(8, 5);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            fscanf(in, "%d", &image[y][x]);
    for (int y = 0; y < H; y++)
        for (int x = 1; x < W - 1; x++)
            smooth[y][x] = (image[y][x - 1] + 2 * image[y][x] + image[y][x + 1]) * 0.25;
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            result[y][x] = smooth[y - 1][x] - smooth[y + 1][x];
    show("result", result, H * W, sizeof(double));
    fclose(in);
    in = numbers(H * W);
    load(in, 3, W - 3, sum);
    fclose(in);
    show("sum", sum, W, sizeof(double));
    in = numbers(20);
    few[0] = again(in);
    rewind(in);
    few[1] = letters(in);
    rewind(in);
    for (int i = 0; i < 64; i++)
        fread(&bytes[i], sizeof(unsigned char), 1, in);
    for (int i = 0; i < 64; i++)
        shifted[i] = bytes[i] >> 1;
    for (int i = 0; i < 64; i++)
        few[2] += shifted[i] * (double)i;
    rewind(in);
    few[3] = some(in, x);
    fclose(in);
    free(x);
    show("few", few, 4, sizeof(double));
    return 0;
}
