/* A small network: all stages in one function. */
#include "program.h"
#include <math.h>

static void classify(int w, int h, int aw, int ah, int bw, int bh, int cw, int ch, int dw, int dh,
                     const float in[restrict 3][h][w], const float w1[restrict 8][3][3][3], const float b1[restrict 8],
                     const float w2[restrict 8][8][3][3], const float b2[restrict 8],
                     const float w3[restrict 10][8][dh][dw], const float b3[restrict 10], float out[restrict 10])
{
    float (*a)[ah][aw] = malloc(sizeof(float[8][ah][aw]));
    float (*r)[ah][aw] = malloc(sizeof(float[8][ah][aw]));
    float (*b)[bh][bw] = malloc(sizeof(float[8][bh][bw]));
    float (*c)[ch][cw] = malloc(sizeof(float[8][ch][cw]));
    float (*s)[ch][cw] = malloc(sizeof(float[8][ch][cw]));
    float (*d)[dh][dw] = malloc(sizeof(float[8][dh][dw]));
    for (int o = 0; o < 8; o++)
        for (int y = 0; y < ah; y++)
            for (int x = 0; x < aw; x++) {
                float sum = b1[o];
                for (int k = 0; k < 3; k++)
                    for (int j = 0; j < 3; j++)
                        for (int i = 0; i < 3; i++)
                            sum += w1[o][k][j][i] * in[k][y + j][x + i];
                a[o][y][x] = sum;
            }
    for (int o = 0; o < 8; o++)
        for (int y = 0; y < ah; y++)
            for (int x = 0; x < aw; x++)
                r[o][y][x] = a[o][y][x] < 0 ? 0 : a[o][y][x];
    for (int o = 0; o < 8; o++)
        for (int y = 0; y < bh; y++)
            for (int x = 0; x < bw; x++) {
                float best = r[o][2 * y][2 * x];
                for (int j = 0; j < 2; j++)
                    for (int i = 0; i < 2; i++)
                        best = r[o][2 * y + j][2 * x + i] > best ? r[o][2 * y + j][2 * x + i] : best;
                b[o][y][x] = best;
            }
    for (int o = 0; o < 8; o++)
        for (int y = 0; y < ch; y++)
            for (int x = 0; x < cw; x++) {
                float sum = b2[o];
                for (int k = 0; k < 8; k++)
                    for (int j = 0; j < 3; j++)
                        for (int i = 0; i < 3; i++)
                            sum += w2[o][k][j][i] * b[k][y + j][x + i];
                c[o][y][x] = sum;
            }
    for (int o = 0; o < 8; o++)
        for (int y = 0; y < ch; y++)
            for (int x = 0; x < cw; x++)
                s[o][y][x] = c[o][y][x] < 0 ? 0 : c[o][y][x];
    for (int o = 0; o < 8; o++)
        for (int y = 0; y < dh; y++)
            for (int x = 0; x < dw; x++) {
                float best = s[o][2 * y][2 * x];
                for (int j = 0; j < 2; j++)
                    for (int i = 0; i < 2; i++)
                        best = s[o][2 * y + j][2 * x + i] > best ? s[o][2 * y + j][2 * x + i] : best;
                d[o][y][x] = best;
            }
    for (int o = 0; o < 10; o++) {
        float sum = b3[o];
        for (int k = 0; k < 8; k++)
            for (int y = 0; y < dh; y++)
                for (int x = 0; x < dw; x++)
                    sum += w3[o][k][y][x] * d[k][y][x];
        out[o] = sum;
    }
    float most = out[0], total = 0;
    for (int i = 1; i < 10; i++)
        most = out[i] > most ? out[i] : most;
    for (int i = 0; i < 10; i++) {
        out[i] = expf(out[i] - most);
        total += out[i];
    }
    for (int i = 0; i < 10; i++)
        out[i] /= total;
    free(a);
    free(r);
    free(b);
    free(c);
    free(s);
    free(d);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1) + 10, h = size(argc, argv, 2) + 10;
    int aw = w - 2, ah = h - 2, bw = aw / 2, bh = ah / 2, cw = bw - 2, ch = bh - 2, dw = cw / 2, dh = ch / 2;
    float *in = floats((size_t)3 * w * h, 1);
    float *w1 = floats(8 * 3 * 9, 2), *b1 = floats(8, 3), *w2 = floats(8 * 8 * 9, 4), *b2 = floats(8, 5);
    float *w3 = floats((size_t)80 * dw * dh, 6), *b3 = floats(10, 7), out[10];
    for (int i = 0; i < 8 * 3 * 9; i++)
        w1[i] -= 0.5f;
    for (int i = 0; i < 8 * 8 * 9; i++)
        w2[i] -= 0.5f;
    for (size_t i = 0; i < (size_t)80 * dw * dh; i++)
        w3[i] = (w3[i] - 0.5f) / (dw * dh);
    classify(w, h, aw, ah, bw, bh, cw, ch, dw, dh, (const void *)in, (const void *)w1, b1, (const void *)w2, b2,
             (const void *)w3, b3, out);
    show("out", out, sizeof out);
    free(in);
    free(w1);
    free(b1);
    free(w2);
    free(b2);
    free(w3);
    free(b3);
    return 0;
}
