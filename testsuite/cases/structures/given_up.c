// expect: contracted s_v
/* Stages that return a structure which they made, or null where there is no memory for it, with a message perhaps; their callers
   release what they have then, or never ask. */
#include "bits.h"

typedef struct {
    int w, h;
    float *v;
} plane;

plane *plane_new(int w, int h)
{
    plane *p = malloc(sizeof *p);
    if (!p) {
        fprintf(stderr, "no memory\n");
        return NULL;
    }
    p->w = w;
    p->h = h;
    p->v = malloc(sizeof(float) * w * h);
    if (!p->v) {
        fprintf(stderr, "no memory for %d x %d\n", w, h);
        free(p);
        return NULL;
    }
    return p;
}

void plane_free(plane *p)
{
    if (p) {
        free(p->v);
        free(p);
    }
}

plane *scaled(const plane *in, float k)
{
    plane *out = plane_new(in->w, in->h);
    if (!out)
        return NULL;
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++)
            out->v[y * out->w + x] = k * in->v[y * in->w + x];
    return out;
}

/* with a plane of its own */
plane *twice_lowered(const plane *in)
{
    plane *first = plane_new(in->w, in->h);
    plane *out = plane_new(in->w, in->h);
    if (!first || !out) {
        plane_free(first);
        plane_free(out);
        return NULL;
    }
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++)
            first->v[y * in->w + x] = in->v[y * in->w + x] - (y > 0 ? in->v[(y - 1) * in->w + x] : 0);
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++)
            out->v[y * in->w + x] = first->v[y * in->w + x] - (y > 0 ? first->v[(y - 1) * in->w + x] : 0);
    plane_free(first);
    return out;
}

/* asks, and releases what is there */
int released(const plane *in, float *out)
{
    plane *s = scaled(in, 0.5f);
    if (!s) return 1;
    plane *b = twice_lowered(s);
    if (b == NULL) { plane_free(s); return 2; }
    for (int y = 0; y < b->h; y++)
        for (int x = 0; x < b->w; x++)
            out[y * b->w + x] = b->v[y * b->w + x];
    plane_free(s);
    plane_free(b);
    return 0;
}

/* by way of a label */
int at_a_label(const plane *in, float *out)
{
    int status = -1;
    plane *c = NULL, *d = NULL;
    c = scaled(in, 3);
    if (!c)
        goto done;
    d = scaled(c, 0.25f);
    if (!d)
        goto done;
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++)
            out[y * in->w + x] = d->v[y * in->w + x] + 1;
    status = 0;
done:
    plane_free(d);
    plane_free(c);
    return status;
}

/* never asks */
void granted(const plane *in, float *out)
{
    plane *e = scaled(in, 2);
    plane *f = twice_lowered(e);
    for (int y = 0; y < f->h; y++)
        for (int x = 0; x < f->w; x++)
            out[y * f->w + x] = f->v[y * f->w + x];
    plane_free(e);
    plane_free(f);
}

int main(void)
{
    int sizes[] = {1, 2, 3, 5, 12, 75};
    for (int a = 0; a < 6; a++) {
        int w = sizes[a], h = sizes[(a + 2) % 6];
        float *in = data_f32(w * h, 3), *out = data_f32(w * h, 4);
        plane *p = plane_new(w, h);
        for (int i = 0; i < w * h; i++)
            p->v[i] = in[i];
        int status = released(p, out);
        show("released", out, w * h, sizeof *out);
        status += at_a_label(p, out);
        show("label", out, w * h, sizeof *out);
        granted(p, out);
        show("granted", out, w * h, sizeof *out);
        printf("%d\n", status);
        plane_free(p);
        free(in);
        free(out);
    }
    return 0;
}
