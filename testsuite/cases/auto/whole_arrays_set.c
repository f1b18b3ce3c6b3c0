// polycc: --optimize speed
/* `memset` and `memcpy` of whole arrays of several dimensions, by the size of the array or by a constant that is as large: tables of dynamic
   programming begin with zeros, or with bytes of ones. A part of an array, a pointer's size and an extent that has changed since stay calls. */
#include "bits.h"

static int palindrome(const char *text)
{
    int n = (int)strlen(text);
    int best[n][n];
    memset(best, 0, sizeof(best));
    for (int i = n - 1; i >= 0; i--) {
        best[i][i] = 1;
        for (int j = i + 1; j < n; j++) {
            if (text[i] == text[j])
                best[i][j] = best[i + 1][j - 1] + 2;
            else
                best[i][j] = best[i + 1][j] > best[i][j - 1] ? best[i + 1][j] : best[i][j - 1];
        }
    }
    return best[0][n - 1];
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
    memset(a, 0, 6 * 7 * 8 * sizeof(double));
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 7; j++)
            for (int k = 1; k < 8; k++)
                a[i][j][k] = in[i * j + k] * 3;
    memcpy(b, a, sizeof b);
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
