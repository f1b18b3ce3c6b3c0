// polycc: --at n=9
/* A write with a hole: what the store would overwrite without having written it is loaded first. */
#include "bits.h"
#include "each_size.h"

static void clear(int n, int a[n + 1])
{
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n;
        const long a_extent = n >= 3 && n <= 4 ? 3 : n;
        int *a_local = malloc(n >= 1 ? sizeof(int) * a_extent : 1);
        if (!a_local)
            abort();
        if (n >= 5)
            memcpy(&a_local[3], &a[3], sizeof(int));
        for (int i = 0; i < n_local; i++)
            if (i != 3)
                a_local[i] = 0;
        if (n >= 1)
            memcpy(a, a_local, sizeof(int) * a_extent);
        free(a_local);
    }
}

int main(void)
{
    each_size(n) {
        int *a = data_i32(n + 1, 5, 1000);
        clear(n, a);
        show("a", a, n + 1, sizeof *a);
        free(a);
    }
    return 0;
}
