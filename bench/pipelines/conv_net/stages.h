#include "program.h"

struct tensor {
    int channels, h, w;
    float *data;
};

struct tensor *tensor_new(int channels, int h, int w);
void tensor_free(struct tensor *t);
/* Weights are [out channels][in channels][3][3]. */
void conv3(const struct tensor *in, const float *weights, const float *bias, struct tensor *out);
void relu(struct tensor *t);
void pool(const struct tensor *in, struct tensor *out);
void dense(const struct tensor *in, const float *weights, const float *bias, float *out, int outputs);
void softmax(float *v, int n);
