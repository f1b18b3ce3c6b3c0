// expect: scalarized b_d
// says: `twice`, `mean`: inlined here
/* Values of stages that statements ask for: names that the stages have themselves, numbers that are converted, ends in the middle,
   and statements that leave a loop. */
#include "bits.h"

struct series {
    int n;
    double *d;
};

static int ends;

static unsigned char scale(struct series *a, double s)
{
    int r = 0, x = 250;
    for (int i = 0; i < a->n; i++) {
        a->d[i] = s * i;
        x++;
    }
    r = x;
    return r;
}

static float mean(const struct series *a, const struct series *b)
{
    double s = 0;
    if (a->n == 0) {
        ends++;
        return -0.5;
    }
    for (int i = 0; i < a->n; i++)
        s += a->d[i] / 3 + b->d[i];
    return s / a->n;
}

static int twice(const struct series *a, struct series *b)
{
    int status = 7;
    for (int i = 0; i < a->n; i++)
        b->d[i] = a->d[i] * 2;
    return status * a->n;
}

static double run(int n, int *result)
{
    int x = 3, r = 5, s = 2;
    /* polycc: a.d[i] -> a.d[0]; 1 cell instead of (n + 1) */
    /* polycc: b.d[i] -> b.d[0]; 1 cell instead of (n + 1) */
    struct series a = {n, malloc(sizeof(double))}, b = {n, malloc(sizeof(double))};
    if (!a.d || !b.d)
        exit(1);
    double d;
    float i;
    {
        double scale_s;
        int scale_r;
        int scale_x;
        int status;
        double mean_s;
        /* scale */
        scale_s = s + r;
        scale_r = 0;
        scale_x = 250;
        /* twice */
        status = 7;
        d = status * a.n;
        /* mean */
        mean_s = 0;
        for (int mean_i = 0; mean_i < n; mean_i++) {
            a.d[0] = scale_s * mean_i;
            scale_x++;
            b.d[0] = a.d[0] * 2;
            mean_s += a.d[0] / 3 + b.d[0];
        }
        scale_r = scale_x;
        x = (unsigned char)(scale_r);
        if (0 != n) {
            i = (float)(mean_s / a.n);
        }
        else {
            ends++;
            i = (float)(-0.5);
        }
        result[0] = x + r * s;
    }
    free(a.d);
    free(b.d);
    return d * i;
}

static int loops(int n)
{
    int status = 0, r = 0;
    struct series a = {n, malloc((n + 1) * sizeof(double))}, b = {n, malloc((n + 1) * sizeof(double))};
    if (!a.d || !b.d)
        exit(1);
    for (int i = 0; i < 4; i++) {
        if (scale(&a, i) == (unsigned char)(250 + n) && i == 2)
            break;
        if (twice(&a, &b) == 0)
            break;
        if (mean(&a, &b) > 40)
            continue;
        status += i;
    }
    free(a.d);
    free(b.d);
    return r + status;
}

int main(void)
{
    static const int sizes[] = {0, 1, 5, 6, 33};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int result;
        double value = run(sizes[s], &result);
        show("value", &value, 1, sizeof value);
        printf("%d %d %d\n", result, loops(sizes[s]), ends);
    }
    return 0;
}
