// expect: contracted s_v
/* Stages that return a structure which they made: pointers and values, released between stages, made with checks and without; the
   borders are zeros of `calloc`. */
#include "bits.h"

typedef struct {
    int w, h;
    float *v;
} plane;

plane *plane_new(int w, int h)
{
    plane *p = malloc(sizeof *p);
    if (!p)
        return NULL;
    p->w = w;
    p->h = h;
    p->v = calloc((size_t)w * h, sizeof(float));
    if (!p->v) {
        free(p);
        return NULL;
    }
    return p;
}

void plane_free(plane *p)
{
    if (!p)
        return;
    free(p->v);
    free(p);
}

plane *scaled(const plane *in, float k)
{
    plane *out = plane_new(in->w, in->h);
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++)
            out->v[y * out->w + x] = k * in->v[y * in->w + x];
    return out;
}

plane *blurred(const plane *in)
{
    plane *out = plane_new(in->w, in->h);
    for (int y = 1; y < in->h - 1; y++)
        for (int x = 1; x < in->w - 1; x++) {
            float sum = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++)
                    sum += in->v[(y + j) * in->w + x + i];
            out->v[y * in->w + x] = sum / 9;
        }
    return out;
}

plane *edges(const plane *in)
{
    plane *out = plane_new(in->w, in->h);
    for (int y = 1; y < in->h - 1; y++)
        for (int x = 1; x < in->w - 1; x++) {
            float dx = in->v[y * in->w + x + 1] - in->v[y * in->w + x - 1];
            float dy = in->v[(y + 1) * in->w + x] - in->v[(y - 1) * in->w + x];
            out->v[y * in->w + x] = dx * dx + dy * dy;
        }
    return out;
}

/* gives back what the last stage made */
plane *detected(const plane *in)
{
    plane *s = scaled(in, 0.5f);
    plane *b = blurred(s);
    plane_free(s);
    plane *e = edges(b);
    plane_free(b);
    return e;
}

/* the same by value */
typedef struct {
    float *v;
    int w, h;
} area;

area area_new(int w, int h)
{
    area p;
    p.w = w;
    p.h = h;
    p.v = calloc((size_t)w * h, sizeof(float));
    return p;
}

area area_scaled(area in, float k)
{
    area out = area_new(in.w, in.h);
    for (int y = 0; y < in.h; y++)
        for (int x = 0; x < in.w; x++)
            out.v[y * out.w + x] = k * in.v[y * in.w + x];
    return out;
}

area area_lowered(area in)
{
    area out = area_new(in.w, in.h);
    for (int y = 0; y < in.h - 1; y++)
        for (int x = 0; x < in.w; x++)
            out.v[y * in.w + x] = in.v[y * in.w + x] - in.v[(y + 1) * in.w + x];
    return out;
}

void by_value(int w, int h, const float *restrict in, float *restrict out)
{
    area a = area_new(w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            a.v[y * w + x] = in[y * w + x];
    area s, b;
    s = area_scaled(a, 2);
    b = area_lowered(s);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = b.v[y * w + x];
    free(a.v);
    free(s.v);
    free(b.v);
}

int main(void)
{
    int sizes[] = {1, 2, 3, 4, 5, 8, 12};
    for (int a = 0; a < 7; a++)
        for (int b = 0; b < 7; b++) {
            int w = sizes[a], h = sizes[b];
            float *in = malloc(sizeof(float) * 200), *out = calloc(200, sizeof(float));
            for (int i = 0; i < 200; i++)
                in[i] = (i * 37) % 41;
            plane *p = plane_new(w, h);
            for (int i = 0; i < w * h; i++)
                p->v[i] = in[i];
            plane *e = detected(p);
            show("edges", e->v, w * h, sizeof *e->v);
            by_value(w, h, in, out);
            show("out", out, 200, sizeof *out);
            plane_free(p);
            plane_free(e);
            free(in);
            free(out);
        }
    return 0;
}
