/* The header of the cases that has this name, with sizes from outside: a block runs for all of them, nested blocks for all pairs. */
#ifndef EACH_SIZE_H
#define EACH_SIZE_H

/* Stores size number `at` of those that are at least `least`; 0 behind the last one. */
int given_size(int *size, int at, int least);

#define each_size(n) each_size_from(n, 0)
#define each_width(n) each_size_from(n, 1)

#define each_size_from(n, least) for (int n, n##_at = 0; given_size(&n, n##_at, least); n##_at++)

#endif
