// polycc: --at n=24,i=3
/* Loops that end early, skip, and step by what they read: rows that may be touched, the whole array where nothing is
   known. */
#include "bits.h"
#include "each_size.h"

static int scan(int n, int from, const int a[restrict n + 1], int b[restrict n], double sum[1])
{
    int i = from, hits = 0, at = from;
    double total = 0;
#pragma polycc isolate
    while (i < n && hits < 5) {
        if (a[i] > 90)
            break;
        if (a[i] < 20) {
            i += 2;
            continue;
        }
        b[i] = a[i] + a[i + 1];
        total += a[i];
        hits++, i++;
    }
#pragma polycc isolate
    while (at < n) {
        b[at]++;
        at = at + 1 + a[at] % 3;
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
