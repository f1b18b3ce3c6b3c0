// polycc: --at N=24,x=6,y=0
/* A loop whose iterations depend on data: its bounds come from the values that x and y can have. */
#include "bits.h"
#include "each_size.h"

static int foo(int N, int a[restrict N], const int randv[restrict N])
{
    int x = N / 4, y = 0;
    /* polycc: what follows runs in a memory space of its own */
    {
        const int N_local = N;
        const long a_extent = 2 * (N / 3) - 2 * x + 1;
        const long randv_extent = N / 3 - x + 1;
        int x_local;
        int *a_local = malloc(N >= 1 && N >= 4 * x ? sizeof(int) * a_extent : 1);
        int y_local;
        int *randv_local = malloc(N >= 1 && N >= 4 * x ? sizeof(int) * randv_extent : 1);
        const long a_offset = x;
        const long randv_offset = x;
        if (!a_local || !randv_local)
            abort();
        memcpy(&x_local, &x, sizeof x_local);
        if (N >= 1 && N >= 4 * x)
            memcpy(a_local, &a[x], sizeof(int) * a_extent);
        memcpy(&y_local, &y, sizeof y_local);
        if (N >= x + 1 && N >= 4 * x)
            memcpy(randv_local, &randv[x], sizeof(int) * randv_extent);
        while (x_local <= N_local / 3) {
            a_local[x_local + y_local - a_offset] = x_local + y_local;
            if (randv_local[x_local - y_local - randv_offset])
                x_local = x_local + 2;
            else
                x_local++, y_local++;
        }
        if (N >= 1 && N >= 4 * x)
            memcpy(&a[x], a_local, sizeof(int) * a_extent);
        memcpy(&x, &x_local, sizeof x_local);
        memcpy(&y, &y_local, sizeof y_local);
        free(randv_local);
        free(a_local);
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
