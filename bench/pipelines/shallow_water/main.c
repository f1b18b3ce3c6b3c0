/* Water in a basin: heights and two flows in a structure; a step by fluxes through the sides of the cells. */
#include "program.h"

struct field {
    int w, h;
    double *v;
};

struct water {
    struct field height, u, v;
};

static struct field field_new(int w, int h)
{
    struct field f = {w, h, malloc(sizeof(double) * w * h)};
    return f;
}

static void pressure(const struct field *height, struct field *p)
{
    for (int i = 0; i < height->w * height->h; i++)
        p->v[i] = 4.9 * height->v[i] * height->v[i];
}

static void speed_x(const struct water *s, const struct field *p, struct field *out, double dt)
{
    int w = s->u.w, h = s->u.h;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out->v[y * w + x] = s->u.v[y * w + x] - dt * (p->v[y * w + x + 1] - p->v[y * w + x - 1]);
}

static void speed_y(const struct water *s, const struct field *p, struct field *out, double dt)
{
    int w = s->v.w, h = s->v.h;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out->v[y * w + x] = s->v.v[y * w + x] - dt * (p->v[(y + 1) * w + x] - p->v[(y - 1) * w + x]);
}

/* At the walls nothing flows. */
static void walls(struct field *f)
{
    for (int x = 0; x < f->w; x++)
        f->v[x] = f->v[(f->h - 1) * f->w + x] = 0;
    for (int y = 0; y < f->h; y++)
        f->v[y * f->w] = f->v[y * f->w + f->w - 1] = 0;
}

static void divergence(const struct field *u, const struct field *v, struct field *out)
{
    int w = u->w, h = u->h;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out->v[y * w + x] = u->v[y * w + x + 1] - u->v[y * w + x - 1] + v->v[(y + 1) * w + x] - v->v[(y - 1) * w + x];
}

static void raise(struct field *height, const struct field *flow, double dt)
{
    int w = height->w, h = height->h;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            height->v[y * w + x] -= dt * flow->v[y * w + x];
}

static void damp(struct field *f, const struct field *from, double by)
{
    for (int i = 0; i < f->w * f->h; i++)
        f->v[i] = from->v[i] * by;
}

static void step(struct water *s, double dt)
{
    int w = s->height.w, h = s->height.h;
    struct field p = field_new(w, h), u = field_new(w, h), v = field_new(w, h), flow = field_new(w, h);
    pressure(&s->height, &p);
    speed_x(s, &p, &u, dt);
    speed_y(s, &p, &v, dt);
    walls(&u);
    walls(&v);
    divergence(&u, &v, &flow);
    raise(&s->height, &flow, dt);
    damp(&s->u, &u, 0.999);
    damp(&s->v, &v, 0.999);
    free(p.v);
    free(u.v);
    free(v.v);
    free(flow.v);
}

int main(int argc, char **argv)
{
    int steps = size(argc, argv, 1), w = size(argc, argv, 2), h = size(argc, argv, 3);
    struct water s = {{w, h, doubles((size_t)w * h, 1)}, {w, h, doubles((size_t)w * h, 2)}, {w, h, doubles((size_t)w * h, 3)}};
    for (int t = 0; t < steps; t++)
        step(&s, 0.001);
    show("height", s.height.v, sizeof(double) * w * h);
    show("u", s.u.v, sizeof(double) * w * h);
    show("v", s.v.v, sizeof(double) * w * h);
    free(s.height.v);
    free(s.u.v);
    free(s.v.v);
    return 0;
}
