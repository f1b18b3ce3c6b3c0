// polycc: --at n=12
/* An array that nobody reads afterwards doesn't come back, and nothing of it goes in. */
#include "bits.h"
#include "each_size.h"

static void twice(int n, float a[n])
{
    float half[n + 1];
#pragma polycc isolate
    {
        half[0] = 0;
        for (int i = 0; i < n; i++)
            half[i + 1] = a[i] / 2;
        for (int i = 0; i < n; i++)
            a[i] = half[i] + half[i + 1];
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
