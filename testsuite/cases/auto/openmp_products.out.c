/* Products of matrices whose rows threads share by OpenMP's pragmas: innermost loops go along rows, and the threads stay. Not where
   the pragmas say more than polycc's do: shared by threads that are there already, only if there is much to do, in sections, or on one thread. */
#include "bits.h"

/* polycc: `product_apart` is `product` for memory that doesn't overlap */
static void product_apart(int n, int threads, double a[n][n], double b[n][n], double c[n][n])
{
    int i, j, k;
    #pragma omp parallel for num_threads(threads) if(1.0 * n * n * n > 20000) private(j, k)
    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++)
            c[i][j] = 0;
        for (k = 0; k < n; k++)
            for (j = 0; j < n; j++)
                c[i][j] += a[i][k] * b[k][j];
    }
}

static void product(int n, int threads, double a[n][n], double b[n][n], double c[n][n])
{
    /* polycc: `product_apart` is for memory that doesn't overlap */
    if (__builtin_expect(((const char *)(c + (long)n) <= (const char *)a || (const char *)(a + (long)n) <= (const char *)c) && ((const char *)(c + (long)n) <= (const char *)b || (const char *)(b + (long)n) <= (const char *)c), 1)) {
        product_apart(n, threads, a, b, c);
        return;
    }
    int i, j, k;
#pragma omp parallel for private(j, k) num_threads(threads)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            c[i][j] = 0;
            for (k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
}

/* In a parallel block, of memory that is apart. */
static void in_a_block(int n, double a[restrict n][n], double b[restrict n][n], double c[restrict n][n])
{
    #pragma omp parallel for if(1.0 * n * n > 100000)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            c[i][j] = i - j;
    #pragma omp parallel for if(1.0 * n * n * n > 20000)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i][j] += a[i][k] * b[k][j];
}

static void of_a_team(int n, double a[restrict n][n], double b[restrict n][n], double c[restrict n][n])
{
#pragma omp for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
}

static void if_large(int n, double a[restrict n][n], double b[restrict n][n], double c[restrict n][n])
{
#pragma omp parallel for if (n > 1000)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
}

static void in_sections(int n, double a[restrict n][n], double b[restrict n][n], double c[restrict n][n], double d[restrict n][n])
{
#pragma omp parallel sections
    {
#pragma omp section
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                for (int k = 0; k < n; k++)
                    c[i][j] += a[i][k] * b[k][j];
#pragma omp section
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                for (int k = 0; k < n; k++)
                    d[i][j] += b[i][k] * a[k][j];
    }
}

static void on_one(int n, double a[restrict n][n], double b[restrict n][n], double c[restrict n][n])
{
#pragma omp simd
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
}

int main(void)
{
    static const int sizes[] = {1, 2, 7, 40};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *a = data_f64(n * n, 1), *b = data_f64(n * n, 2), *c = data_f64(n * n, 3), *d = data_f64(n * n, 4);
        product(n, 2, (void *)a, (void *)b, (void *)c);
        show("product", c, n * n, sizeof *c);
        product(n, 1, (void *)a, (void *)b, (void *)b);
        show("in place", b, n * n, sizeof *b);
        in_a_block(n, (void *)a, (void *)b, (void *)c);
        show("in a block", c, n * n, sizeof *c);
#pragma omp parallel num_threads(2)
        of_a_team(n, (void *)a, (void *)b, (void *)c);
        if_large(n, (void *)a, (void *)b, (void *)c);
        in_sections(n, (void *)a, (void *)b, (void *)c, (void *)d);
        on_one(n, (void *)a, (void *)b, (void *)c);
        show("c", c, n * n, sizeof *c);
        show("d", d, n * n, sizeof *d);
        free(a);
        free(b);
        free(c);
        free(d);
    }
    return 0;
}
