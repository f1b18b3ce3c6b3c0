// expect: contracted b
/* Stages that return a block which they made, or null where they give up: for want of memory, or of data. Their callers ask for that right
   behind the call, later, or never; what they do then may need the pointer. */
#include "bits.h"

float *smooth(const float *in, int w, int h)
{
    if (w < 3 || h < 3)
        return NULL;
    float *out = calloc((size_t)w * h, sizeof(float));
    if (!out) {
        fprintf(stderr, "smooth: no memory\n");
        return NULL;
    }
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y * w + x] = in[y * w + x - 1] + in[y * w + x + 1] + in[(y - 1) * w + x] + in[(y + 1) * w + x];
    return out;
}

float *slope(const float *in, int w, int h)
{
    float *out = malloc(sizeof(float) * w * h);
    if (out == NULL)
        return NULL;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = y > 0 ? in[y * w + x] - in[(y - 1) * w + x] : 0;
    return out;
}

/* gives up by its data, and again with a block that it has */
float *roots(const float *in, int n, int most)
{
    float *out = malloc(sizeof(float) * n);
    if (n < 1 || !(in[0] >= 0)) {
        free(out);
        return NULL;
    }
    if (n > most)
        return out;
    for (int i = 0; i < n; i++)
        out[i] = in[i] * in[i];
    return out;
}

int asked_for(const float *in, float *out, int w, int h)
{
    float *a = smooth(in, w, h);
    if (!a)
        return -1;
    float *b = slope(a, w, h);
    if (b == NULL) {
        free(a);
        free(b);
        return -2;
    }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = b[y * w + x] + 1;
    free(a);
    free(b);
    return 0;
}

/* nobody asks */
void taken_for_granted(const float *in, float *out, int w, int h)
{
    float *c, *d;
    c = slope(in, w, h);
    d = slope(c, w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = 2 * d[y * w + x];
    free(c);
    free(d);
}

/* asked for later, and done without */
int done_without(const float *in, float *out, int n, int most)
{
    int missing = 0;
    float *e = roots(in, n, most);
    float *f = roots(in, n, n);
    if (!e)
        missing += 1;
    if (f) {
        for (int i = 0; i < n; i++)
            out[i] = f[i];
    } else
        missing += 2;
    if (e && n > 0)
        missing += n <= most && e[n - 1] > 3 ? 8 : 4;
    free(e);
    free(f);
    return missing;
}

/* the next one may do */
int next_one(const float *in, float *out, int n)
{
    int count = 0;
    for (int k = 0; k < 3; k++) {
        float *g = roots(in + k, n, n);
        if (!g)
            continue;
        for (int i = 0; i < n; i++)
            out[i] += g[i];
        free(g);
        count++;
    }
    return count;
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 4, 7, 20, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int w = sizes[s], h = sizes[(s + 2) % (sizeof sizes / sizeof *sizes)], n = w * h;
        float *in = data_f32(n + 3, 3), *out = data_f32(n, 4);
        int status[6] = {0};
        status[0] = asked_for(in, out, w, h);
        show("asked for", out, n, sizeof *out);
        taken_for_granted(in, out, w, h);
        show("for granted", out, n, sizeof *out);
        in[0] = 1;
        status[1] = done_without(in, out, n, n);
        status[2] = done_without(in, out, n, 3);
        show("without", out, n, sizeof *out);
        in[0] = -1;
        in[1] = 2;
        status[3] = done_without(in, out, n, n);
        status[4] = next_one(in, out, n);
        show("next", out, n, sizeof *out);
        show("status", status, 6, sizeof *status);
        free(in);
        free(out);
    }
    return 0;
}
