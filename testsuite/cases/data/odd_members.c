/* What isn't taken of structures: each has its reason. */
#include "bits.h"

union number { double real; long bits; };
struct odd { union number number; unsigned width : 5; volatile int ready; struct odd *next; int n; };

static struct odd *self(struct odd *p)
{
    return p;
}

static void run(struct odd *p, double *x)
{
    for (int i = 0; i < 4; i++)
        x[i] = p->number.real;
    for (unsigned i = 0; i < p->width; i++)
        x[i] += 1;
    for (int i = 0; i < p->ready; i++)
        x[i] += 2;
    for (int i = 0; i < self(p)->n; i++)
        x[i] += 3;
    for (int i = 0; i < 4; i++) {
        struct { double a, b; } own;
        own.a = i;
        own.b = own.a * x[i];
        x[i] += own.b;
    }
}

int main(void)
{
    double *x = data_f64(8, 15);
    struct odd odd = {{1.5}, 5, 3, NULL, 4};
    run(&odd, x);
    show("x", x, 8, sizeof *x);
    free(x);
    return 0;
}
