void lift(const float *in, float *out, int n);
void scale(const float *in, float *out, int n);
