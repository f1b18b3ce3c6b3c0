// bytes: 8000 -> 8
// expect: scalarized table
// says: what isn't is not computed any more
/* Variables that are declared between loops, and used behind the region only. */
#include <stdio.h>
#include <time.h>

int main(void)
{
    double table[1000], half[500];
    for (int i = 0; i < 1000; i++)
        table[i] = 0.5 * i;
    double step = table[1] - 0.25;
    clock_t first;
    int late;
    for (int i = 0; i < 500; i++)
        half[i] = i * step;
    first = clock();
    late = clock() < first;
    printf("%g %d\n", half[7], late);
    return 0;
}
