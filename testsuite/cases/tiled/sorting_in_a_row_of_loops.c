// polycc: --tile
/* A median of five that sorts in a statement of its own, in loops that could be tiles, before an edge and a count of what data say: the loops in the statement and
   those around it are never changed both. */
#include "bits.h"

static unsigned edges(int w, int h, const unsigned char *in)
{
    unsigned sum = 0;
    int counts[256] = {0};
    unsigned char *middle = malloc(w * h), *edge = malloc(w * h);
    if (!middle || !edge)
        exit(1);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            unsigned char v[5];
            int n = 0, i, j;
            if (x < 2 || x >= w - 2 || in[y * w + x] == 255) {
                middle[y * w + x] = in[y * w + x];
                continue;
            }
            for (i = -2; i <= 2; i++)
                v[n++] = in[y * w + x + i];
            for (i = 0; i < 3; i++)
                for (j = i + 1; j < 5; j++)
                    if (v[j] < v[i]) {
                        unsigned char t = v[i];
                        v[i] = v[j];
                        v[j] = t;
                    }
            middle[y * w + x] = v[2];
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            if (y == 0) {
                edge[y * w + x] = 0;
                continue;
            }
            edge[y * w + x] = middle[y * w + x] - middle[(y - 1) * w + x];
        }
    for (int k = 0; k < w * h; k++)
        counts[edge[k]]++;
    for (int k = 0; k < 256; k++)
        sum = sum * 31 + counts[k];
    free(middle);
    free(edge);
    return sum;
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {5, 4}, {17, 9}, {40, 33}};
    for (int s = 0; s < 5; s++) {
        int w = sizes[s][0], h = sizes[s][1];
        unsigned char *in = malloc(w * h);
        for (int k = 0; k < w * h; k++)
            in[k] = (k * 37 + s) % 251;
        unsigned sum = edges(w, h, in);
        show("sum", &sum, 1, sizeof sum);
        free(in);
    }
    return 0;
}
