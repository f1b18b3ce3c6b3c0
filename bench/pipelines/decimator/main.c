/* A signal at a twelfth of its rate: filters that keep each second, third and second sample, and the envelope. */
#include "stages.h"

static struct signal *reduce(const struct signal *in)
{
    struct signal *flat = signal_new(in->n);
    struct signal *a = signal_new((in->n - 7) / 2);
    struct signal *b = signal_new((a->n - 8) / 3);
    struct signal *c = signal_new((b->n - 7) / 2);
    struct signal *out = signal_new(c->n);
    remove_mean(in, flat);
    decimate2(flat, a);
    decimate3(a, b);
    decimate2(b, c);
    envelope(c, out);
    signal_free(flat);
    signal_free(a);
    signal_free(b);
    signal_free(c);
    return out;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1);
    if (n < 100)
        return 2;
    struct signal in = {n, floats(n, 1)};
    struct signal *out = reduce(&in);
    show("out", out->data, sizeof(float) * out->n);
    free(in.data);
    signal_free(out);
    return 0;
}
