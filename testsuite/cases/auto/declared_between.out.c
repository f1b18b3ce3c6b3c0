// bytes: 8000 -> 8
// expect: scalarized table
// says: what isn't is not computed any more
/* Variables that are declared between loops, and used behind the region only. */
#include <stdio.h>
#include <time.h>

int main(void)
{
    /* polycc: table[i] -> table; 1 cell instead of 1000 */
    double table = 0, half[500];
    clock_t first;
    int late;
    {
        double step;
        table = 0.5 * (1);
        step = table - 0.25;
        for (int i = 0; i < 500; i++)
            half[i] = i * step;
    }
    first = clock();
    late = clock() < first;
    printf("%g %d\n", half[7], late);
    return 0;
}
