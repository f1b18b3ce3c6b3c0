/* What a condition compares may be more than a sum of counters: a variable that a pointer leads to, one that changes within the very
 * expression, a name that hides another, a pointer that is null unless it is asked, a bound without a sign; loops of one text among others. */
#include "bits.h"

static void by_pointer(int n, const float *a, float *b)
{
    for (int i = 0; i < n; i++) {
        int before = i - 1;
        int *place = &before;
        *place = n - 1;
        float sum = a[i] + a[0] + a[n - 1];
        if (before >= 0)
            sum += a[before];
        b[i] = sum;
    }
}

static void within(int n, const float *a, float *b)
{
    for (int i = 0; i < n; i++) {
        int next = i;
        float sum = a[i] + a[0] + a[n - 1];
        sum += (next++, next < n) ? a[next] : 5;
        if (next > 1)
            sum += a[next - 2];
        b[i] = sum;
    }
}

static int around(int v, int n)
{
    return v < 0 ? v + n : v >= n ? v - n : v;
}

static void hidden(int n, int shift, const float *a, float *b)
{
    for (int x = 0; x < n; x++) {
        float sum = a[x];
        {
            int n = 3, x = 1;
            sum += a[around(x - 1, n)] * n;
        }
        for (int k = 0; k < shift; k++)
            sum += a[around(x - k, n)];
        b[x] = sum;
    }
}

struct limits {
    int last;
};

static void unless_null(int n, const struct limits *limits, const float *a, float *b)
{
    for (int i = 0; i < n; i++) {
        float sum = a[i];
        if (i > 0)
            sum += a[i - 1];
        if (limits && i < limits->last - 1)
            sum += a[i + 1];
        b[i] = sum;
    }
}

static void without_sign(unsigned n, const float *a, float *b)
{
    for (unsigned i = 0; i < n; i++) {
        float sum = a[i];
        sum += i < n - 3 ? a[i + 3] : 1;
        sum += i > 2 ? a[i - 3] : 2;
        b[i] = sum;
    }
}

static void smaller(int n, const float *a, float *b)
{
    for (int i = 0; i < n; i++) {
        int low = (unsigned char)(i - 1) < n - 1 ? (unsigned char)(i - 1) : n - 1;
        b[i] = a[i] + a[low] + a[i > 0 ? i - 1 : 0];
    }
}

/* what one branch alone is may have another type than both have in common, and what a remainder comes to, than the remainder */
static void mixed(int n, long m, const float *a, float *b)
{
    for (int i = 0; i < n; i++)
        b[i] = (i > 0 ? a[i - 1] : 0.25) * 0.1f + (i < n - 1 ? 1 : 0.5) / 2 + a[i];
    for (int i = 0; i < m; i++)
        b[i] += ((i + 1) % m) * 2000000000 % 1009 * a[i] + a[0] + a[m - 1];
}

/* the same inner loop twice, with other rows around it */
static void rows(int h, int w, const float *a, float *b)
{
    for (int y = 0; y < h / 2; y++)
        for (int x = 0; x < w; x++)
            b[y * w + x] = a[y * w + x] + (y > 0 ? a[(y - 1) * w + x] : 1) + (x > 0 ? a[y * w + x - 1] : 2);
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            b[y * w + x] = a[y * w + x] + (y > 0 ? a[(y - 1) * w + x] : 1) + (x > 0 ? a[y * w + x - 1] : 2);
}

/* what is done at borders alone needs no loop away from them */
static void edges(int h, int w, const float *a, float *b)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            if (x == 0 || x == w - 1)
                b[y * w + x] = a[y * w + x] + a[x];
        }
}

static void run(int n)
{
    float *a = data_f32(n + 8, 3), *b = block(n + 8, sizeof *b);
    struct limits limits = {n};
    by_pointer(n, a, b);
    show("by_pointer", b, n, sizeof *b);
    within(n, a, b);
    show("within", b, n, sizeof *b);
    hidden(n, n < 4 ? n : 4, a, b);
    show("hidden", b, n, sizeof *b);
    unless_null(n, NULL, a, b);
    show("unless_null", b, n, sizeof *b);
    unless_null(n, &limits, a, b);
    show("unless_null", b, n, sizeof *b);
    without_sign(n, a, b);
    show("without_sign", b, n, sizeof *b);
    smaller(n, a, b);
    show("smaller", b, n, sizeof *b);
    mixed(n, n, a, b);
    show("mixed", b, n, sizeof *b);
    edges(n / 6, 6, a, b);
    show("edges", b, n, sizeof *b);
    rows(n / 6, 6, a, b);
    show("rows", b, n, sizeof *b);
    rows(2, n / 2, a, b);
    show("rows", b, n, sizeof *b);
    free(a);
    free(b);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 4, 5, 7, 60, 300};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        run(sizes[k]);
    return 0;
}
