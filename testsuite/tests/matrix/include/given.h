/* Sizes from outside for programs that go through an array of them. Every program of the matrix includes this first, so it
   defines nothing but two names. */
#ifndef GIVEN_H
#define GIVEN_H

/* How many tuples of sizes there are. */
unsigned long given_sizes(void);

/* Stores all of them, `each` numbers of `width` bytes a tuple. */
void take_sizes(void *sizes, unsigned long width, int each);

#endif
