// expect: contracted image
// expect: contracted frame
// expect: contracted edge
/* Numbers that `fscanf` and `fread` put in cells. The file ends before `image` is full, whose other cells stay zeros; `twice` keeps what is read
   first where a second number is missing, and `words` gets texts of several cells. */
#include "bits.h"

#define H 90
#define W 110

/* polycc: image[i][j] -> image[j]; W cells instead of H * W */
int image[W];

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
    /* polycc: frame[i][j] -> frame[i % 3][j]; 3 * W cells instead of H * W */
    /* polycc: edge[i][j] -> edge[j]; W cells instead of H * W */
    double frame[3][W], edge[W];
    {
        double *frame_0 = frame[0], *frame_1 = frame[2], *frame_2 = frame[1];
        for (int y = 0; y < H; y++) {
            for (int x = 0; x < W; x++)
                fscanf(in, "%lf", &frame_0[x]);
            if (y >= 2) {
                for (int x = 0; x < W; x++)
                    edge[x] = frame_0[x] - frame_2[x];
                for (int x = 0; x < W; x++)
                    sum[x] += edge[x] * (x >= first && x < last);
            }
            double *frame_next = frame_2;
            frame_2 = frame_1, frame_1 = frame_0, frame_0 = frame_next;
        }
    }
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
    /* polycc: smooth[i][j] -> smooth[i % 3][j]; 3 * W cells instead of H * W */
    static double smooth[3][W], result[H][W];
    /* polycc: bytes[i] -> bytes; 1 cell instead of 64 */
    /* polycc: shifted[i] -> shifted; 1 cell instead of 64 */
    static unsigned char bytes = 0, shifted = 0;
    double sum[W] = {0}, few[4] = {0}, *x = data_f64(8, 5);
    {
        double *smooth_0 = smooth[0], *smooth_1 = smooth[2], *smooth_2 = smooth[1];
        for (int y = 0; y < H; y++) {
            for (int x = 0; x < W; x++)
                image[x] = 0;
            for (int x = 0; x < W; x++)
                fscanf(in, "%d", &image[x]);
            for (int x = 1; x < W - 1; x++)
                smooth_0[x] = (image[x - 1] + 2 * image[x] + image[x + 1]) * 0.25;
            if (y >= 2)
                for (int x = 1; x < W - 1; x++)
                    result[y - 1][x] = smooth_2[x] - smooth_0[x];
            double *smooth_next = smooth_2;
            smooth_2 = smooth_1, smooth_1 = smooth_0, smooth_0 = smooth_next;
        }
    }
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
    for (int i = 0; i < 64; i++) {
        bytes = 0;
        fread(&bytes, sizeof(unsigned char), 1, in);
        shifted = bytes >> 1;
        few[2] += shifted * (double)i;
    }
    rewind(in);
    few[3] = some(in, x);
    fclose(in);
    free(x);
    show("few", few, 4, sizeof(double));
    return 0;
}
