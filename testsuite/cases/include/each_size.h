/* The sizes at which programs with isolated statements run: 0, 1, 2, odd ones, and one that tiles divide. `each_size(n) each_size(m)` runs a
   block for all pairs. */
#ifndef EACH_SIZE_H
#define EACH_SIZE_H

static const int some_sizes[] = {0, 1, 2, 3, 5, 7, 8};

#define each_size(n) each_size_from(n, 0)

/* For the lengths of rows, of which C wants one cell at least. */
#define each_width(n) each_size_from(n, 1)

#define each_size_from(n, first) \
    for (int n, n##_at = first; n##_at < 7 && (n = some_sizes[n##_at], 1); n##_at++)

#endif
