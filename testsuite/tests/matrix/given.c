/* Reads the sizes that a program of the matrix runs at from the environment: SIZES is "0,1;2,3" for two pairs. */
#include "given.h"
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int given_size(int *size, int at, int least);

static const char *text(void)
{
    const char *sizes = getenv("SIZES");
    if (sizes == NULL || *sizes == '\0') {
        fputs("SIZES is not set\n", stderr);
        exit(1);
    }
    return sizes;
}

unsigned long given_sizes(void)
{
    unsigned long count = 1;
    for (const char *at = text(); *at != '\0'; at++)
        count += *at == ';';
    return count;
}

void take_sizes(void *sizes, unsigned long width, int each)
{
    unsigned char *to = sizes;
    const char *at = text();
    for (unsigned long left = given_sizes() * (unsigned long)each; left > 0; left--) {
        char *end;
        int64_t value = strtol(at, &end, 10);
        if (end == at) {
            fputs("SIZES has other tuples than the program\n", stderr);
            exit(1);
        }
        memcpy(to, &value, width); /* little-endian */
        to += width;
        at = *end == '\0' ? end : end + 1;
    }
}

int given_size(int *size, int at, int least)
{
    for (const char *from = text(); *from != '\0';) {
        char *end;
        long value = strtol(from, &end, 10);
        if (value >= least && at-- == 0) {
            *size = (int)value;
            return 1;
        }
        from = *end == '\0' ? end : end + 1;
    }
    return 0;
}

int size(const char *parameter, int otherwise);

int size(const char *parameter, int otherwise)
{
    static int asked;
    int value;
    (void)parameter;
    return given_size(&value, asked++, INT_MIN) ? value : otherwise;
}
