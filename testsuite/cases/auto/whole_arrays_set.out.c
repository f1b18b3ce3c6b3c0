// polycc: --optimize speed
/* `memset` and `memcpy` of whole arrays of several dimensions, by the size of the array or by a constant that is as large: tables of dynamic
   programming begin with zeros, or with bytes of ones. A part of an array, a pointer's size and an extent that has changed since stay calls. */
#include "bits.h"

static int palindrome(const char *text)
{
    int n = (int)strlen(text);
    /* polycc: best[i][j] -> best[i % 2][j]; 2 * n cells instead of n * n */
    int best[2][n];
    int result;
    for (int cell = 1; cell < n; cell++)
        best[cell % 2][cell - 1] = 0;
    for (int t = 1 - n; t < 1; t++) {
        best[-t % 2][-t] = 1;
        for (int j = 1 - t; j < n; j++) {
            if (text[-t] == text[j])
                best[-t % 2][j] = best[(1 - t) % 2][j - 1] + 2;
            else
                best[-t % 2][j] = best[(1 - t) % 2][j] > best[-t % 2][j - 1] ? best[(1 - t) % 2][j] : best[-t % 2][j - 1];
        }
    }
    result = best[0][n - 1];
    return result;
}

static long paths(const int *open)
{
    long ways[12][20];
    memset(ways, -1, sizeof ways);
    ways[0][0] = 1;
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 20; j++)
            if (i + j > 0)
                ways[i][j] = open[20 * i + j] == 0 ? ways[i][j] + 1 : (i > 0 ? ways[i - 1][j] : 0) + (j > 0 ? ways[i][j - 1] : 0);
    return ways[11][19];
}

static double moved(const double *in)
{
    double a[6][7][8], b[6][7][8], sum = 0;
    for (int cell = 0; cell < 6; cell++)
        for (int cell1 = 0; cell1 < 7; cell1++)
            a[cell][cell1][0] = 0;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 7; j++)
            for (int k = 1; k < 8; k++)
                a[i][j][k] = in[i * j + k] * 3;
    for (int cell = 0; cell < 6; cell++)
        for (int cell1 = 0; cell1 < 7; cell1++)
            for (int cell2 = 0; cell2 < 8; cell2++)
                b[cell][cell1][cell2] = a[cell][cell1][cell2];
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 7; j++)
            for (int k = 0; k < 8; k++)
                sum = sum / 2 + b[i][j][k];
    return sum;
}

static int half(int n)
{
    int t[n][8], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 8; j++)
            t[i][j] = i + j;
    memset(t, 0, sizeof t / 2);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 8; j++)
            sum += t[i][j] * (j + 1);
    return sum;
}

static int shrunk(int n)
{
    int t[n][4], sum = 0;
    n--;
    memset(t, 0, sizeof t);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++)
            t[i][j] += i;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++)
            sum += t[i][j];
    return sum;
}

int main(void)
{
    int *open = data_i32(240, 3, 4);
    double *in = data_f64(64, 1);
    printf("%d %d %d\n", palindrome("a"), palindrome("abcacbb"), palindrome("bbbab"));
    printf("%ld %d %d %d\n", paths(open), half(2), half(5), shrunk(4));
    double sum = moved(in);
    show("sum", &sum, 1, sizeof sum);
    free(open);
    free(in);
    return 0;
}
