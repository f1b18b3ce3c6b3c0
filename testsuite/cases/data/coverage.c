/* Loops that are taken, and loops that no version should take. */
#include <stdio.h>
#include <stdlib.h>

extern volatile int port;

static float own(float x) { return 2 * x + 1; }

void pipeline(int n, float in[restrict n], float out[restrict n])
{
    float t[n], *u = malloc(n * sizeof *u);
    for (int i = 0; i < n; i++)
        t[i] = own(in[i]);
    for (int i = 0; i < n; i++)
        u[i] = t[i] * t[i];
    for (int i = 0; i < n; i++)
        out[i] = u[i] + 1;
    free(u);
}

void others(int n, float a[n])
{
    for (int i = 0; i < n; i++) {
        printf("%f\n", a[i]);
        for (int j = 0; j < 4; j++)
            a[j] += 1;
    }
    for (int i = 0; i < n; i++)
        port = i;
}
