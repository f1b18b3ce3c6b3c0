/* Arrays of structures of which more is said than what members hold, or whose members gain nothing as arrays of their own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"

struct pair {
    int a, b;
};

static int first_of(const int *a)
{
    return a[0] + a[1];
}

/* A member's address leads to the next one. */
static void addressed(int n, int *out)
{
    struct pair t[n];
    for (int i = 0; i < n; i++) {
        t[i].a = i;
        t[i].b = 2 * i;
    }
    for (int i = 0; i < n; i++)
        out[i] = first_of(&t[i].a);
}

/* A pointer goes from structure to structure. */
static void walked(int n, int *out)
{
    struct pair t[n];
    for (int i = 0; i < n; i++) {
        t[i].a = i;
        t[i].b = 2 * i;
    }
    struct pair *p = t;
    for (int i = 0; i < n; i++, p++)
        out[i] = p->a + p->b;
}

/* All bytes at once. */
static void cleared(int n, int *out)
{
    struct pair *t = malloc(n * sizeof *t);
    memset(t, 0, n * sizeof *t);
    for (int i = 0; i < n; i++)
        t[i].a = i;
    for (int i = 0; i < n; i++)
        out[i] = t[i].a + t[i].b;
    free(t);
}

/* Which structure is copied depends on one that is written. */
static void followed(int n, int *out)
{
    struct pair t[n], here = { 0, 0 };
    for (int i = 0; i < n; i++) {
        t[i].a = (i + 1) % n;
        t[i].b = i;
    }
    for (int i = 0; i < n; i++) {
        here = t[here.a];
        out[i] = here.b;
    }
}

/* Sizes of a structure and something more. */
static void longer(int n, int *out)
{
    struct pair *t = malloc(sizeof(struct pair) + n * sizeof(struct pair));
    for (int i = 0; i < n; i++) {
        t[i].a = i;
        t[i].b = 2 * i;
    }
    for (int i = 0; i < n; i++)
        out[i] = t[i].a + t[i].b;
    free(t);
}

/* Nobody knows which of them are read when. */
static void shuffled(int n, int *out)
{
    struct pair t[n];
    for (int i = 0; i < n; i++) {
        t[i].a = i;
        t[i].b = 2 * i;
    }
    for (int i = 0; i < n; i++)
        out[i] = t[out[i] & 7].a + t[out[i] & 3].b;
}

/* How many there are is asked of the array. */
static void counted(int *out)
{
    struct pair t[20];
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        t[i].a = i;
        t[i].b = 2 * i;
    }
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++)
        out[i] = t[i].a + t[i].b;
}

int main(void)
{
    int out[20] = { 0 };
    void (*const all[])(int, int *) = { addressed, walked, cleared, followed, longer, shuffled };
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        all[i](20, out);
        show("out", out, 20, sizeof *out);
    }
    counted(out);
    show("out", out, 20, sizeof *out);
    return 0;
}
