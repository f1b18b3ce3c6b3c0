/* A vibrating string: three time steps in turn, pointers change places. */
#include "program.h"

struct string {
    int n;
    double c;
    double *before, *now, *next;
};

static void wave(struct string *s, int steps)
{
    for (int t = 0; t < steps; t++) {
        double *oldest = s->before;
        s->next[0] = 0;
        for (int i = 1; i < s->n - 1; i++)
            s->next[i] = 2 * s->now[i] - s->before[i] + s->c * (s->now[i - 1] - 2 * s->now[i] + s->now[i + 1]);
        s->next[s->n - 1] = 0;
        s->before = s->now;
        s->now = s->next;
        s->next = oldest;
    }
}

int main(int argc, char **argv)
{
    int steps = size(argc, argv, 1), n = size(argc, argv, 2);
    struct string s = {n, 0.25, doubles(n, 1), doubles(n, 1), doubles(n, 2)};
    wave(&s, steps);
    show("end", s.now, sizeof(double) * n);
    free(s.before);
    free(s.now);
    free(s.next);
    return 0;
}
