/* Edges: blur, gradients, their magnitude, thinned across the edge and sorted by two thresholds. */
#include "stages.h"

static int canny(const float *in, unsigned char *out, int w, int h)
{
    int status = -1;
    size_t size = (size_t)w * h * sizeof(float);
    float *t = NULL, *smooth = NULL, *gx = NULL, *gy = NULL, *m = NULL, *thinned = NULL;
    if (!(t = malloc(size)))
        goto fail;
    if (!(smooth = malloc(size)))
        goto fail;
    if (!(gx = malloc(size)))
        goto fail;
    if (!(gy = malloc(size)))
        goto fail;
    if (!(m = malloc(size)))
        goto fail;
    if (!(thinned = malloc(size)))
        goto fail;
    gauss_rows(in, t, w, h);
    gauss_columns(t, smooth, w, h);
    gradients(smooth, gx, gy, w, h);
    magnitude(gx, gy, m, w, h);
    thin(gx, gy, m, thinned, w, h);
    classify(thinned, out, w, h, 0.3f, 0.6f);
    status = 0;
fail:
    free(t);
    free(smooth);
    free(gx);
    free(gy);
    free(m);
    free(thinned);
    return status;
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float *in = floats((size_t)w * h, 1);
    unsigned char *out = bytes((size_t)w * h, 2);
    int status = canny(in, out, w, h);
    show("out", out, (size_t)w * h);
    free(in);
    free(out);
    return status != 0;
}
