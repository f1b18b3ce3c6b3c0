// expect: unchanged
/* A member that a bound needs is written through another pointer to the structure, to an integer, to characters. Each
   call makes the loop end in the middle. */
#include "bits.h"

struct list { long rank; int n; int more; int values[8]; };

static void by_structure(struct list *p, struct list *q, const double *x, double *y)
{
    double t[16];
    for (int i = 0; i < p->n; i++) {
        t[i] = x[i] * 2;
        y[i] = t[i];
        q->n = 3;
    }
}

static void by_integer(struct list *p, int *q, const double *x, double *y)
{
    double t[16];
    for (int i = 0; i < p->n; i++) {
        t[i] = x[i] * 2;
        y[i] = t[i];
        q[i & 1] = 4;
    }
}

static void by_characters(struct list *p, unsigned char *q, const double *x, double *y)
{
    double t[16];
    for (int i = 0; i < p->n; i++) {
        t[i] = x[i] * 2;
        y[i] = t[i];
        q[i & 3] = 0;
    }
}

static int by_whole(struct list *p, struct list *q, double *y)
{
    double t[16];
    int last = 0;
    for (int i = 0; i < p->n; i++) {
        t[i] = 2.0 * i;
        y[i] = t[i];
        *p = *q;
        last = i;
    }
    return last;
}

static void by_address(const double *x, double *y)
{
    double t[16];
    struct list own = {1, 9, 0, {0}};
    int *n = &own.n;
    for (int i = 0; i < own.n; i++) {
        t[i] = x[i] * 2;
        y[i] = t[i];
        n[0] = 5;
    }
}

int main(void)
{
    double *x = data_f64(16, 6), *y = data_f64(16, 7);
    struct list list = {1, 12, 0, {0}}, other = {1, 6, 0, {0}};
    by_structure(&list, &list, x, y);
    show("y", y, 16, sizeof *y);
    list.n = 12;
    by_integer(&list, &list.n, x, y);
    show("y", y, 16, sizeof *y);
    list.n = 12;
    by_characters(&list, (unsigned char *)&list.n, x, y);
    show("y", y, 16, sizeof *y);
    list.n = 12;
    int last = by_whole(&list, &other, y);
    show("last", &last, 1, sizeof last);
    by_address(x, y);
    show("y", y, 16, sizeof *y);
    free(x);
    free(y);
    return 0;
}
