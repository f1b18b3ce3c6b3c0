void blur_rows(const float *in, float *out, int w, int h);
void blur_columns(const float *src, float *dst, int width, int height);
