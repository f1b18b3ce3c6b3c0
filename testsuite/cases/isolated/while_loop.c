// polycc: --at N=24,x=6,y=0
/* A loop whose iterations depend on data: its bounds come from the values that x and y can have. */
#include "bits.h"
#include "each_size.h"

static int foo(int N, int a[restrict N], const int randv[restrict N])
{
    int x = N / 4, y = 0;
#pragma polycc isolate
    while (x <= N / 3) {
        a[x + y] = x + y;
        if (randv[x - y])
            x = x + 2;
        else
            x++, y++;
    }
    return x + 100 * y;
}

int main(void)
{
    each_width(n) {
        int *a = data_i32(n, 5, 1000), *randv = data_i32(n, 6, 2);
        int end = foo(n, a, randv);
        show("a", a, n, sizeof *a);
        show("end", &end, 1, sizeof end);
        free(a);
        free(randv);
    }
    return 0;
}
