/* Two dense layers over a batch, with rectifiers between them. */
#include "program.h"

static void forward(int batch, int inputs, int hidden, int outputs, const float x[restrict batch][inputs],
                    const float w1[restrict inputs][hidden], const float b1[restrict hidden],
                    const float w2[restrict hidden][outputs], const float b2[restrict outputs],
                    float y[restrict batch][outputs])
{
    float (*a)[hidden] = malloc(sizeof(float[batch][hidden]));
    float (*r)[hidden] = malloc(sizeof(float[batch][hidden]));
    for (int s = 0; s < batch; s++)
        for (int j = 0; j < hidden; j++)
            a[s][j] = b1[j];
    for (int s = 0; s < batch; s++)
        for (int i = 0; i < inputs; i++)
            for (int j = 0; j < hidden; j++)
                a[s][j] += x[s][i] * w1[i][j];
    for (int s = 0; s < batch; s++)
        for (int j = 0; j < hidden; j++)
            r[s][j] = a[s][j] > 0 ? a[s][j] : 0;
    for (int s = 0; s < batch; s++)
        for (int j = 0; j < outputs; j++)
            y[s][j] = b2[j];
    for (int s = 0; s < batch; s++)
        for (int i = 0; i < hidden; i++)
            for (int j = 0; j < outputs; j++)
                y[s][j] += r[s][i] * w2[i][j];
    free(a);
    free(r);
}

int main(int argc, char **argv)
{
    int batch = size(argc, argv, 1), inputs = size(argc, argv, 2), hidden = size(argc, argv, 3), outputs = 4;
    float *x = floats((size_t)batch * inputs, 1), *y = floats((size_t)batch * outputs, 2);
    float *w1 = floats((size_t)inputs * hidden, 3), *b1 = floats(hidden, 4);
    float *w2 = floats((size_t)hidden * outputs, 5), *b2 = floats(outputs, 6);
    forward(batch, inputs, hidden, outputs, (void *)x, (void *)w1, b1, (void *)w2, b2, (void *)y);
    show("y", y, sizeof(float) * batch * outputs);
    free(x);
    free(y);
    free(w1);
    free(b1);
    free(w2);
    free(b2);
    return 0;
}
