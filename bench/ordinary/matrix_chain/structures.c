/* The product of three matrices. */
#include "program.h"

typedef struct {
    int rows, cols;
    double *v;
} matrix;

static void chain(const matrix *a, const matrix *b, const matrix *c, matrix *d)
{
    double *ab = malloc(a->rows * b->cols * sizeof(double));
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < b->cols; j++) {
            double sum = 0;
            for (int l = 0; l < a->cols; l++)
                sum += a->v[i * a->cols + l] * b->v[l * b->cols + j];
            ab[i * b->cols + j] = sum;
        }
    for (int i = 0; i < d->rows; i++)
        for (int j = 0; j < d->cols; j++) {
            double sum = 0;
            for (int l = 0; l < b->cols; l++)
                sum += ab[i * b->cols + l] * c->v[l * c->cols + j];
            d->v[i * d->cols + j] = sum;
        }
    free(ab);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1), k = size(argc, argv, 2);
    matrix a = {n, k, doubles((size_t)n * k, 1)}, b = {k, n, doubles((size_t)k * n, 2)};
    matrix c = {n, k, doubles((size_t)n * k, 3)}, d = {n, k, doubles((size_t)n * k, 4)};
    chain(&a, &b, &c, &d);
    show("d", d.v, sizeof(double) * n * k);
    free(a.v);
    free(b.v);
    free(c.v);
    free(d.v);
    return 0;
}
