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

/* polycc: `asked_for_apart` is `asked_for` for memory that doesn't overlap */
static int asked_for_apart(const float *in, float *out, int w, int h)
{
    /* polycc: a[i * w + j] -> a[(i % 2) * w + j]; 2 * w cells instead of h * w */
    float *a;
    if (w < 3 || h < 3) return -1;
    a = malloc(sizeof(float) * 2 * w);
    if (!a) {
        fprintf(stderr, "smooth: no memory\n");
        return -1;
    }
    /* polycc: b[i * w + j] -> b[j]; w cells instead of h * w */
    float *b;
    b = malloc(sizeof(float[w]));
    if (b == NULL) {
        free(a);
        free(b);
        return -2;
    }
    {
        for (int x = 0; x < w; x++)
            a[x] = 0;
        float *a_0 = &a[0], *a_1 = &a[w];
        for (int y = 0; y < h; y++) {
            if (y == h - 1) {
                float *a_11 = &a[((h - 1) % 2) * w];
                for (int x = 0; x < w; x++)
                    a_11[x] = 0;
            }
            a_0[0] = 0;
            a_0[w - 1] = 0; /* smooth */
            if (y < h - 1 && y >= 1)
                for (int x = 1; x < w - 1; x++)
                    a_0[x] = in[y * w + x - 1] + in[y * w + x + 1] + in[(y - 1) * w + x] + in[(y + 1) * w + x];
            for (int x = 0; x < w; x++)
                /* slope */
                b[x] = y > 0 ? a_0[x] - a_1[x] : 0;
            for (int x = 0; x < w; x++)
                out[y * w + x] = b[x] + 1;
            float *a_next = a_1;
            a_1 = a_0, a_0 = a_next;
        }
    }
    free(a);
    free(b);
    return 0;
}

int asked_for(const float *in, float *out, int w, int h)
{
    /* polycc: `asked_for_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(in + ((long)h * (long)w)) <= (const char *)out || (const char *)(out + ((long)h * (long)w)) <= (const char *)in, 1)) {
        return asked_for_apart(in, out, w, h);
    }
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

/* polycc: `taken_for_granted_apart` is `taken_for_granted` for memory that doesn't overlap */
static void taken_for_granted_apart(const float *in, float *out, int w, int h)
{
    /* polycc: c[i * w + j] -> c[(i % 2) * w + j]; 2 * w cells instead of h * w */
    /* polycc: d[i * w + j] -> d[j]; w cells instead of h * w */
    float *c, *d;
    c = malloc(sizeof(float) * 2 * w);
    d = malloc(sizeof(float[w]));
    {
        float *c_0 = &c[0], *c_1 = &c[w];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++)
                /* slope */
                c_0[x] = y > 0 ? in[y * (long)w + x] - in[(y - 1) * (long)w + x] : 0;
            for (int x = 0; x < w; x++)
                /* slope */
                d[x] = y > 0 ? c_0[x] - c_1[x] : 0;
            for (int x = 0; x < w; x++)
                out[y * w + x] = 2 * d[x];
            float *c_next = c_1;
            c_1 = c_0, c_0 = c_next;
        }
    }
    free(c);
    free(d);
}

/* nobody asks */
void taken_for_granted(const float *in, float *out, int w, int h)
{
    /* polycc: `taken_for_granted_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(in + ((long)h * (long)w)) <= (const char *)out || (const char *)(out + ((long)h * (long)w)) <= (const char *)in, 1)) {
        taken_for_granted_apart(in, out, w, h);
        return;
    }
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
