// polycc: --parallel
/* A counter that is declared between statements of a region and counts another loop behind it. */
#include <stdio.h>

int main(void)
{
    float x[100000];
    int i;
    x[0] = 1;
    #pragma omp parallel for
    for (int i = 0; i < 100000; i++) {
        x[i] = i % 128 * 0.5f;
        if (x[i] > 80)
            x[i] = 3;
    }
    for (i = 0; i < 9; i++) {
        FILE *sink = fopen("/dev/null", "w");
        fprintf(sink, "%d", i);
        fclose(sink);
        printf("%g\n", x[i * i * 100]);
    }
    return 0;
}
