/* What a stencil is to the harness. */
#ifndef STENCIL_H
#define STENCIL_H

#include <stdlib.h>

/* The number of doubles in a state of size n. */
size_t cells(int n);

/* The state after `steps` steps, in the place of the one before. */
void stencil(int steps, int n, double *state);

#endif
