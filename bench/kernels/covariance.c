/* Covariances of the columns of a table of samples, in arrays of the file. */
#include "kernel.h"

#ifndef SAMPLES
#define SAMPLES 900
#define COLUMNS 700
#endif

static double data[SAMPLES][COLUMNS], mean[COLUMNS], covariance[COLUMNS][COLUMNS];

static void fill(void)
{
    for (int i = 0; i < SAMPLES; i++)
        for (int j = 0; j < COLUMNS; j++)
            data[i][j] = (double)((i * 7 + j * 13) % 101) / 101 + (double)(i * j % 17) / 17;
}

static void centre(void)
{
    for (int j = 0; j < COLUMNS; j++) {
        mean[j] = 0;
        for (int i = 0; i < SAMPLES; i++)
            mean[j] += data[i][j];
        mean[j] /= SAMPLES;
    }
    for (int i = 0; i < SAMPLES; i++)
        for (int j = 0; j < COLUMNS; j++)
            data[i][j] -= mean[j];
}

static void products(void)
{
    for (int i = 0; i < COLUMNS; i++)
        for (int j = i; j < COLUMNS; j++) {
            covariance[i][j] = 0;
            for (int k = 0; k < SAMPLES; k++)
                covariance[i][j] += data[k][i] * data[k][j];
            covariance[i][j] /= SAMPLES - 1;
            covariance[j][i] = covariance[i][j];
        }
}

int main(void)
{
    fill();
    double start = now();
    centre();
    products();
    spent_since(start);
    show_doubles("mean", mean, COLUMNS);
    show_doubles("covariance", covariance, (size_t)COLUMNS * COLUMNS);
    return 0;
}
