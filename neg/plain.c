#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), steps = atoi(argv[2]);
    double *u = malloc(n * n * sizeof(double)), *v = malloc(n * n * sizeof(double));
    for (int i = 0; i < n; i++)
 for (int j = 0; j < n; j++)
 u[i*n+j] = v[i*n+j] = i * 3 + j;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
        double *w = u;
        u = v;
        v = w;
        
    }
    
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s += u[i * n + j] * (i + 2 * j);
    printf("%.17g\n", s);
    free(u);
    free(v);
    return 0;
}
