/* Loops over large arrays of the caller's, element by element: nothing is temporary, but each array is read once
   where loops run together. */
#include "bits.h"

static void update(int n, float *restrict x, float *restrict v, const float *restrict force)
{
    for (int i = 0; i < n; i++)
        v[i] = v[i] + 0.01f * force[i];
    for (int i = 0; i < n; i++)
        v[i] = 0.99f * v[i];
    for (int i = 0; i < n; i++)
        x[i] = x[i] + 0.01f * v[i];
    for (int i = 0; i < n; i++)
        x[i] = 0.999f * x[i] + 0.001f * force[i];
}

int main(void)
{
    enum { COUNT = 6000000 };
    static float *x, *v, *force;
    if (x == NULL) {
        x = data_f32(COUNT, 1);
        v = data_f32(COUNT, 2);
        force = data_f32(COUNT, 3);
    }
    update(COUNT, x, v, force);
    show("x", x, COUNT, sizeof *x);
    show("v", v, COUNT, sizeof *v);
    return 0;
}
