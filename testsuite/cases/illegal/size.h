/* The sizes at which a program runs: what the environment says, so that a witness can be put to the test. */
#ifndef SIZE_H
#define SIZE_H

#include <stdlib.h>

static inline int size(const char *parameter, int otherwise)
{
    const char *value = getenv(parameter);
    return value == NULL ? otherwise : atoi(value);
}

#endif
