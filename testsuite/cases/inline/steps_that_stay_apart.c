/* Steps in parallel that can't run in chunks of rows: each has something in it that needs all of the first loop, or all of the array. */
#include "bits.h"

/* the second loop reads another row */
static void shifted(int n, int steps, double *a)
{
    double *b = malloc(n * n * sizeof *b);
    for (int i = 0; i < n * n; i++)
        b[i] = i % 5;
    for (int t = 0; t < steps; t++) {
#pragma omp parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 0; j < n; j++)
                b[i * n + j] = a[(i - 1) * n + j] + a[(i + 1) * n + j];
#pragma omp parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 0; j < n; j++)
                a[i * n + j] = b[(i - 1) * n + j] / 4;
    }
    free(b);
}

/* the second loop has more rows */
static void wider(int n, int steps, double *a)
{
    double *b = malloc(n * n * sizeof *b);
    for (int i = 0; i < n * n; i++)
        b[i] = i % 5;
    for (int t = 0; t < steps; t++) {
#pragma omp parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 0; j < n; j++)
                b[i * n + j] = (a[(i - 1) * n + j] + a[(i + 1) * n + j]) / 2;
#pragma omp parallel for
        for (int i = 0; i < n - 1; i++)
            for (int j = 0; j < n; j++)
                a[i * n + j] = b[i * n + j];
    }
    free(b);
}

/* what the first loop leaves where it writes nothing is read */
static void now_and_then(int n, int steps, double *a)
{
    double *b = malloc(n * n * sizeof *b);
    for (int i = 0; i < n * n; i++)
        b[i] = i % 5;
    for (int t = 0; t < steps; t++) {
#pragma omp parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 0; j < n; j++)
                if (a[i * n + j] > 0)
                    b[i * n + j] = (a[(i - 1) * n + j] + a[(i + 1) * n + j]) / 2;
#pragma omp parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 0; j < n; j++)
                a[i * n + j] = b[i * n + j] - 1;
    }
    free(b);
}

/* rows that are far apart meet */
static void mirrored(int n, int steps, double *a)
{
    double *b = malloc(n * n * sizeof *b);
    for (int t = 0; t < steps; t++) {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                b[i * n + j] = a[(n - 1 - i) * n + j] / 2;
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i * n + j] = b[i * n + j] + 1;
    }
    free(b);
}

/* a sum of floating-point numbers is another one in another order */
static double summed(int n, int steps, double *a)
{
    double sum = 0;
    double *b = malloc(n * n * sizeof *b);
    for (int t = 0; t < steps; t++) {
#pragma omp parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 0; j < n; j++)
                b[i * n + j] = (a[(i - 1) * n + j] + a[(i + 1) * n + j]) * 0.3;
#pragma omp parallel for reduction(+ : sum)
        for (int i = 1; i < n - 1; i++)
            for (int j = 0; j < n; j++) {
                sum += b[i * n + j] > 0.5 ? 1 : 0;
                a[i * n + j] = b[i * n + j];
            }
    }
    free(b);
    return sum;
}

/* what a step computes is read behind it */
static double kept(int n, int steps, double *a)
{
    double *b = malloc(n * n * sizeof *b);
    for (int i = 0; i < n * n; i++)
        b[i] = i % 5;
    for (int t = 0; t < steps; t++) {
#pragma omp parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 0; j < n; j++)
                b[i * n + j] = (a[(i - 1) * n + j] + a[(i + 1) * n + j]) / 2;
#pragma omp parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 0; j < n; j++)
                a[i * n + j] += b[i * n + j];
    }
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += b[i * n];
    free(b);
    return sum;
}

int main(void)
{
    static const int sizes[] = {0, 1, 3, 20, 70, 135};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *a = data_f64(n * n, 1), sums[2];
        for (int steps = 0; steps < 3; steps++) {
            shifted(n, steps, a);
            show("shifted", a, n * n, sizeof *a);
            wider(n, steps, a);
            show("wider", a, n * n, sizeof *a);
            now_and_then(n, steps, a);
            show("now and then", a, n * n, sizeof *a);
            mirrored(n, steps, a);
            show("mirrored", a, n * n, sizeof *a);
            sums[0] = summed(n, steps, a);
            sums[1] = kept(n, steps, a);
            show("sums", sums, 2, sizeof *sums);
            show("kept", a, n * n, sizeof *a);
        }
        free(a);
    }
    return 0;
}
