#include <stdio.h>

static const char *before = "";

static void both(int n, const double *restrict x, double *restrict y) { double t[n]; /* all */ for (int i = 0; i < n; i++) t[i] = 2 * x[i]; // twice
    for (int i = 0; i < n; i++) /* then */ y[i] = t[i] + 1; printf("%s%g\n", before, y[n - 1]); }

int main(void) { double x[4] = {1, 2, 3, 4}, y[4]; both(4, x, y); printf("%g %g\n", y[0], y[2]); return 0; }
