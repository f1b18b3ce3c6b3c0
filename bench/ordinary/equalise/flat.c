/* The histogram of an image made even. */
#include "program.h"

static void equalise(const unsigned char *in, unsigned char *out, int n)
{
    int count[256], sum[256];
    memset(count, 0, sizeof count);
    for (int i = 0; i < n; i++)
        count[in[i]]++;
    sum[0] = count[0];
    for (int v = 1; v < 256; v++)
        sum[v] = sum[v - 1] + count[v];
    for (int i = 0; i < n; i++)
        out[i] = (unsigned char)(sum[in[i]] * 255ll / n);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    unsigned char *in = bytes((size_t)w * h, 1), *out = bytes((size_t)w * h, 2);
    equalise(in, out, w * h);
    show("out", out, (size_t)w * h);
    free(in);
    free(out);
    return 0;
}
