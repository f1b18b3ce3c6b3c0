#include "stages.h"

void multiply(int n, int k, int m, double a[n][k], double b[k][m], double out[n][m])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            out[i][j] = 0;
        for (int l = 0; l < k; l++)
            for (int j = 0; j < m; j++)
                out[i][j] += a[i][l] * b[l][j];
    }
}

void add(int n, int m, double a[n][m], double b[n][m], double out[n][m])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[i][j] = a[i][j] + b[i][j];
}

void scale_rows(int n, int m, double a[n][m], double by[n], double out[n][m])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[i][j] = a[i][j] / by[i];
}

void row_sums(int n, int m, double a[n][m], double out[n])
{
    for (int i = 0; i < n; i++) {
        out[i] = 1;
        for (int j = 0; j < m; j++)
            out[i] += a[i][j];
    }
}
