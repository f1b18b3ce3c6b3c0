#include "program.h"

struct signal {
    int n;
    float *data;
};

struct signal *signal_new(int n);
void signal_free(struct signal *s);
void remove_mean(const struct signal *in, struct signal *out);
void decimate2(const struct signal *in, struct signal *out);
void decimate3(const struct signal *in, struct signal *out);
void envelope(const struct signal *in, struct signal *out);
