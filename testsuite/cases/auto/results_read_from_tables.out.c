/* Results that are read from tables behind the loops: `return length[n][m];`, in functions of all kinds. */
#include "bits.h"

static int common(int n, int m, const int *a, const int *b)
{
    /* polycc: length[i][j] -> length[i % 2][j]; 2 * (m + 1) cells instead of (n + 1) * (m + 1) */
    int length[2][m + 1];
    int result_;
    {
        length[0][0] = 0;
        if (n >= 1)
            length[1][0] = 0;
        for (int j = 0; j <= m; j++)
            length[0][j] = 0;
        if (n >= 1)
            for (int j = 1; j <= m; j++) {
                if (a[0] == b[j - 1])
                    length[1][j] = length[0][j - 1] + 1;
                else
                    length[1][j] = length[0][j] > length[1][j - 1] ? length[0][j] : length[1][j - 1];
            }
        int *length_0 = length[0], *length_1 = length[1];
        for (int i = 2; i <= n; i++) {
            length_0[0] = 0;
            for (int j = 1; j <= m; j++) {
                if (a[i - 1] == b[j - 1])
                    length_0[j] = length_1[j - 1] + 1;
                else
                    length_0[j] = length_1[j] > length_0[j - 1] ? length_1[j] : length_0[j - 1];
            }
            int *length_next = length_1;
            length_1 = length_0, length_0 = length_next;
        }
        result_ = length[n % 2][m];
    }
    return result_;
}

static double ratio(int n, int m, const int *a, const int *b)
{
    /* polycc: cost[i][j] -> cost[i % 2][j]; 2 * (m + 1) cells instead of (n + 1) * (m + 1) */
    int result = 3, cost[2][m + 1];
    if (n + m == 0)
        return result;
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++) {
            if (i == 0 || j == 0)
                cost[i % 2][j] = i + j;
            else {
                int replaced = cost[(i - 1) % 2][j - 1] + (a[i - 1] != b[j - 1]);
                int shorter = cost[(i - 1) % 2][j] < cost[i % 2][j - 1] ? cost[(i - 1) % 2][j] : cost[i % 2][j - 1];
                cost[i % 2][j] = replaced < shorter + 1 ? replaced : shorter + 1;
            }
        }
    return (double)cost[n % 2][m] / (n + m) + (cost[n % 2][m] > n ? 1 : 0.5f);
}

/* the result is converted; the sum reads a row that must stay */
static unsigned char narrow(int n, int m, const int *a)
{
    int t[n + 1][m + 1];
    for (int j = 0; j <= m; j++)
        t[0][j] = j;
    for (int i = 1; i <= n; i++) {
        t[i][0] = i;
        for (int j = 1; j <= m; j++)
            t[i][j] = t[i - 1][j] * 3 + t[i][j - 1] + a[i - 1];
    }
    return (t[n][m] + t[n][m / 2]);
}

/* polycc: `far_apart` is `far` for sizes as they should be, in memory that doesn't overlap */
static int far_apart(int n, int m, const int *a)
{
    /* polycc: t[i][j] -> t[i]; (n + 1) cells instead of (n + 1) * (m + 1) */
    int t[n + 1];
    int result_;
    t[0] = m;
    for (int i = 1; i <= n; i++)
        t[i] = t[i - 1] * 3 + a[i - 1];
    result_ = t[n] + t[0] + t[n / 2];
    return result_;
}

/* read far behind, by data, through another name, or after an effect */
static int far(int n, int m, const int *a)
{
    /* polycc: `far_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect((long)n >= 1, 1)) {
        return far_apart(n, m, a);
    }
    int t[n + 1][m + 1];
    for (int j = 0; j <= m; j++)
        t[0][j] = j;
    for (int i = 1; i <= n; i++)
        for (int j = 0; j <= m; j++)
            t[i][j] = t[i - 1][j] * 3 + a[i - 1];
    return t[n][m] + t[0][m] + t[n / 2][m];
}

static int by_data(int n, int m, const int *a)
{
    /* polycc: t[i][j] -> t[j]; (m + 1) cells instead of (n + 1) * (m + 1) */
    int t[m + 1];
    for (int j = 0; j <= m; j++)
        t[j] = j;
    for (int i = 1; i <= n; i++)
        for (int j = 0; j <= m; j++)
            t[j] = t[j] * 3 + a[i - 1];
    return t[n > 0 ? a[0] % (m + 1) : 0];
}

static int by_name(int n, int m, const int *a)
{
    int t[n + 1][m + 1], *row = t[0], s = 0;
    for (int j = 0; j <= m; j++)
        t[0][j] = j;
    for (int i = 1; i <= n; i++)
        for (int j = 0; j <= m; j++)
            t[i][j] = t[i - 1][j] * 3 + a[i - 1];
    return t[n][m] + row[s++];
}

static int early(int n, int m, const int *a)
{
    int t[n + 1][m + 1];
    for (int j = 0; j <= m; j++)
        t[0][j] = j;
    if (m > 3) {
        for (int i = 1; i <= n; i++)
            for (int j = 0; j <= m; j++)
                t[i][j] = t[i - 1][j] * 3 + a[i - 1];
        return t[n][m];
    }
    for (int i = 1; i <= n; i++)
        for (int j = 0; j <= m; j++)
            t[i][j] = t[i - 1][j] * 5 + a[i - 1];
    return t[n][m];
}

static int turns(int n, int m, const int *a)
{
    int t[n + 1][m + 1];
    t[0][0] = 1;
    for (int k = 0; k < 3; k++) {
        for (int j = 0; j <= m; j++)
            t[0][j] = j + k;
        for (int i = 1; i <= n; i++)
            for (int j = 0; j <= m; j++)
                t[i][j] = t[i - 1][j] * 3 + a[i - 1];
        if (t[n][m] % 2)
            return t[n][m];
    }
    return t[n / 2][m];
}

static double last(int n, const double *restrict x, double *restrict y)
{
    double s[n + 1], u[n + 1];
    s[0] = u[0] = 0;
    for (int i = 0; i < n; i++)
        s[i + 1] = s[i] + x[i];
    for (int i = 0; i <= n; i++)
        u[i] = s[i] * 2;
    for (int i = 0; i < n; i++)
        y[i] = u[i + 1];
    return s[n] - u[n];
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (size_t l = 0; l < sizeof sizes / sizeof *sizes; l++) {
            int n = sizes[k], m = sizes[l];
            int *a = data_i32(n + 1, 1, 4), *b = data_i32(m + 1, 2, 4);
            double *x = data_f64(n + 1, 3), *y = data_f64(n + 1, 4), r = ratio(n, m, a, b), z = last(n, x, y);
            int found[] = {common(n, m, a, b), narrow(n, m, a), far(n, m, a), by_data(n, m, a), by_name(n, m, a),
                           early(n, m, a), turns(n, m, a)};
            show("found", found, 7, sizeof *found);
            show("r", &r, 1, sizeof r);
            show("z", &z, 1, sizeof z);
            show("y", y, n, sizeof *y);
            free(a);
            free(b);
            free(x);
            free(y);
        }
    return 0;
}
