// polycc: --at n=12
/* An array that nobody reads afterwards doesn't come back, and nothing of it goes in. */
#include "bits.h"
#include "each_size.h"

static void twice(int n, float a[n])
{
    float half[n + 1];
    /* polycc: what follows runs in a memory space of its own */
    {
        (void)half;
        const int n_local = n;
        float *half_local = malloc(sizeof(float) * (n + 1));
        float *a_local = malloc(n >= 1 ? sizeof(float) * n : 1);
        if (!half_local || !a_local)
            abort();
        if (n >= 1)
            memcpy(a_local, a, sizeof(float) * n);
        {
            half_local[0] = 0;
            for (int i = 0; i < n_local; i++)
                half_local[i + 1] = a_local[i] / 2;
            for (int i = 0; i < n_local; i++)
                a_local[i] = half_local[i] + half_local[i + 1];
        }
        if (n >= 1)
            memcpy(a, a_local, sizeof(float) * n);
        free(a_local);
        free(half_local);
    }
}

int main(void)
{
    each_size(n) {
        float *a = data_f32(n, 5);
        twice(n, a);
        show("a", a, n, sizeof *a);
        free(a);
    }
    return 0;
}
