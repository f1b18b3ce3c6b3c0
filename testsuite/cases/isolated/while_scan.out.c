// polycc: --at n=24,i=3
/* Loops that end early, skip, and step by what they read: rows that may be touched, the whole array where nothing is
   known. */
#include "bits.h"
#include "each_size.h"

static int scan(int n, int from, const int a[restrict n + 1], int b[restrict n], double sum[1])
{
    int i = from, hits = 0, at = from;
    double total = 0;
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n;
        const long a_extent = n + 1 < n - i + 1 ? n + 1 : n - i + 1;
        const long b_extent = n < n - i ? n : n - i;
        int i_local;
        int hits_local;
        int *a_local = malloc(n >= 0 && n >= i + 1 ? sizeof(int) * a_extent : 1);
        int *b_local = malloc(n >= 1 && n >= i + 1 ? sizeof(int) * b_extent : 1);
        double total_local;
        const long a_offset = 0 > i ? 0 : i;
        const long b_offset = 0 > i ? 0 : i;
        if (!a_local || !b_local)
            abort();
        memcpy(&i_local, &i, sizeof i_local);
        memcpy(&hits_local, &hits, sizeof hits_local);
        if (n >= 0 && n >= i + 1)
            memcpy(a_local, &a[0 > i ? 0 : i], sizeof(int) * a_extent);
        if (n >= 1 && n >= i + 1)
            memcpy(b_local, &b[0 > i ? 0 : i], sizeof(int) * b_extent);
        memcpy(&total_local, &total, sizeof total_local);
        while (i_local < n_local && hits_local < 5) {
            if (a_local[i_local - a_offset] > 90)
                break;
            if (a_local[i_local - a_offset] < 20) {
                i_local += 2;
                continue;
            }
            b_local[i_local - b_offset] = a_local[i_local - a_offset] + a_local[i_local + 1 - a_offset];
            total_local += a_local[i_local - a_offset];
            hits_local++, i_local++;
        }
        if (n >= 1 && n >= i + 1)
            memcpy(&b[0 > i ? 0 : i], b_local, sizeof(int) * b_extent);
        memcpy(&i, &i_local, sizeof i_local);
        memcpy(&hits, &hits_local, sizeof hits_local);
        memcpy(&total, &total_local, sizeof total_local);
        free(b_local);
        free(a_local);
    }
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n;
        int at_local;
        int *b_local = malloc(n >= 1 && n >= at + 1 ? sizeof(int) * n : 1);
        int *a_local = malloc(n >= 1 && n >= at + 1 ? sizeof(int) * n : 1);
        if (!b_local || !a_local)
            abort();
        memcpy(&at_local, &at, sizeof at_local);
        if (n >= 1 && n >= at + 1)
            memcpy(b_local, b, sizeof(int) * n);
        if (n >= 1 && n >= at + 1)
            memcpy(a_local, a, sizeof(int) * n);
        while (at_local < n_local) {
            b_local[at_local]++;
            at_local = at_local + 1 + a_local[at_local] % 3;
        }
        if (n >= 1 && n >= at + 1)
            memcpy(b, b_local, sizeof(int) * n);
        memcpy(&at, &at_local, sizeof at_local);
        free(a_local);
        free(b_local);
    }
    sum[0] = total;
    return i + 100 * hits + 10000 * at;
}

int main(void)
{
    each_size(n) {
        int *a = data_i32(n + 1, (uint32_t)n, 95), *b = data_i32(n, 6, 2);
        double sum;
        int end = scan(n, n / 5, a, b, &sum);
        show("b", b, n, sizeof *b);
        show("sum", &sum, 1, sizeof sum);
        show("end", &end, 1, sizeof end);
        free(a);
        free(b);
    }
    return 0;
}
