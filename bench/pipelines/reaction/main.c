/* Two substances that react and spread: a step makes five fields on the way. */
#include "stages.h"

static int step(int w, int h, float u[h][w], float v[h][w])
{
    int status = -1;
    float (*lap_u)[w] = malloc(h * sizeof *lap_u);
    float (*lap_v)[w] = malloc(h * sizeof *lap_v);
    float (*uvv)[w] = malloc(h * sizeof *uvv);
    float (*next_u)[w] = malloc(h * sizeof *next_u);
    float (*next_v)[w] = malloc(h * sizeof *next_v);
    if (!lap_u || !lap_v || !uvv || !next_u || !next_v)
        goto fail;
    laplace(w, h, u, lap_u);
    laplace(w, h, v, lap_v);
    react(w, h, u, v, uvv);
    feed(w, h, u, lap_u, uvv, next_u);
    decay(w, h, v, lap_v, uvv, next_v);
    clamp(w, h, next_u, u);
    clamp(w, h, next_v, v);
    status = 0;
fail:
    free(lap_u);
    free(lap_v);
    free(uvv);
    free(next_u);
    free(next_v);
    return status;
}

int main(int argc, char **argv)
{
    int steps = size(argc, argv, 1), w = size(argc, argv, 2), h = size(argc, argv, 3);
    float (*u)[w] = floats((size_t)w * h, 1), (*v)[w] = floats((size_t)w * h, 2);
    for (int t = 0; t < steps; t++)
        if (step(w, h, u, v))
            return 1;
    show("u", u, sizeof(float) * w * h);
    show("v", v, sizeof(float) * w * h);
    free(u);
    free(v);
    return 0;
}
