void stage(const float *in, float *out, int n);
void other_stage(const float *in, float *out, int n);
