void weigh(const float *in, float *out, int w, int h);
void bend(const float *in, float *out, int w, int h);
