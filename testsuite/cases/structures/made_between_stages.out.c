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

/* gives back what the last stage made */
plane *detected(const plane *in)
{
    plane *s;
    /* polycc: s->v[i * in->w + j] -> s->v[(i % 3) * in->w + j]; 3 * in->w cells instead of in->h * in->w */
    s = plane_new(in->w, in->h);
    plane *b;
    /* polycc: b->v[i * in->w + j] -> b->v[(i % 3) * in->w + j]; 3 * in->w cells instead of in->h * in->w */
    b = plane_new(s->w, s->h);
    plane *e;
    e = plane_new(b->w, b->h);
    {
        float k;
        if (in->h >= 1)
            for (int x = 0; x < in->w; x++)
                b->v[x] = 0;
        k = 0.5f;
        if (in->w >= 1 && in->h >= 1)
            for (int y = 0; y <= in->h; y++) {
                if (y == in->h) {
                    float *b_v_1 = &b->v[((in->h - 1) % 3) * in->w];
                    for (int x = 0; x < in->w; x++)
                        b_v_1[x] = 0;
                }
                if (y >= 1) {
                    b->v[((y - 1) % 3) * in->w] = 0;
                    b->v[((y - 1) % 3) * in->w + in->w - 1] = 0; /* scaled */
                }
                if (y < in->h) {
                    float *s_v_0 = &s->v[(y % 3) * in->w];
                    for (int x = 0; x < in->w; x++)
                        s_v_0[x] = k * in->v[y * in->w + x];
                    if (y >= 2) {
                        float *b_v_1 = &b->v[((y - 1) % 3) * in->w];
                        const float *s_v_rows[3] = {&s->v[((y - 2) % 3) * in->w], &s->v[((y - 1) % 3) * in->w], &s->v[(y % 3) * in->w]};
                        for (int x = 1; x < in->w - 1; x++) {
                            /* blurred */
                            float sum = 0;
                            for (int j = -1; j < 2; j++)
                                for (int i = -1; i < 2; i++)
                                    sum += s_v_rows[j + 1][i + x];
                            b_v_1[x] = sum / 9;
                        }
                    }
                }
                if (y >= 3) {
                    const float *b_v_1 = &b->v[((y - 1) % 3) * in->w];
                    const float *b_v_2 = &b->v[((y - 2) % 3) * in->w];
                    const float *b_v_3 = &b->v[((y - 3) % 3) * in->w];
                    for (int x = 1; x < in->w - 1; x++) {
                        /* edges */
                        float dx = b_v_2[x + 1] - b_v_2[x - 1];
                        float dy = b_v_1[x] - b_v_3[x];
                        e->v[(y - 2) * in->w + x] = dx * dx + dy * dy;
                    }
                }
            }
    }
    plane_free(s);
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

void by_value(int w, int h, const float *restrict in, float *restrict out)
{
    /* polycc: a.v[i * w + j] -> a.v[j]; w cells instead of h * w */
    area a = area_new(w, h);
    area s, b;
    /* polycc: s.v[i * w + j] -> s.v[(i % 2) * w + j]; 2 * w cells instead of h * w */
    s = area_new(a.w, a.h);
    /* polycc: b.v[i * w + j] -> b.v[j]; w cells instead of h * w */
    b = area_new(s.w, s.h);
    {
        float k;
        /* area_scaled */
        k = 2;
        if (h >= 1)
            for (int y = 0; y <= h; y++) {
                if (y < h) {
                    float *s_v_0 = &s.v[(y % 2) * w];
                    for (int x = 0; x < w; x++)
                        a.v[x] = in[y * w + x];
                    for (int x = 0; x < w; x++)
                        s_v_0[x] = k * a.v[x];
                    if (y >= 1) {
                        const float *s_v_1 = &s.v[((y - 1) % 2) * w];
                        for (int x = 0; x < w; x++)
                            /* area_lowered */
                            b.v[x] = s_v_1[x] - s_v_0[x];
                    }
                }
                else
                    for (int x = 0; x < w; x++)
                        b.v[x] = 0;
                if (y >= 1)
                    for (int x = 0; x < w; x++)
                        out[(y - 1) * w + x] = b.v[x];
            }
    }
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
