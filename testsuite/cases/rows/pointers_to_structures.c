// expect: contracted t
/* A pointer to one structure of an array stands for that: its members are the cells of arrays, as far as they are numbers. */
#include "bits.h"
struct pixel { unsigned char r, g, b; };
struct biquad { float b0, b1, a[2]; int taps; };
struct bank { int n; struct biquad *band; };
static void luminance(const struct pixel *in, float *out, int w, int h)
{
    float *t = malloc(w * h * sizeof(float));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            const struct pixel *p = &in[y * w + x];
            t[y * w + x] = 0.3f * p->r + 0.6f * p->g + 0.1f * p->b;
        }
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[y * w + x] - t[(y - 1) * w + x];
    free(t);
}
static void bank(const struct bank *e, const float *in, float *out, int n)
{
    float *t = malloc(e->n * n * sizeof(float));
    for (int k = 0; k < e->n; k++) {
        const struct biquad *f = &e->band[k];
        for (int i = 0; i < n; i++)
            t[k * n + i] = f->b0 * in[i] + f->b1 * in[n - 1 - i] + f->a[1];
    }
    for (int k = 0; k < e->n; k++) {
        const struct biquad *f = e->band + k;
        for (int i = 0; i < n; i++)
            out[k * n + i] = t[k * n + i] * (*f).a[0];
    }
    free(t);
}
int main(void)
{
    for (int w = 0; w < 90; w = w * 3 + 1)
        for (int h = 0; h < 20; h = h * 2 + 1) {
            unsigned char *d = data_u8(w * h * 3 + 3, 4, 255);
            float *o = data_f32(w * h + 1, 5);
            luminance((struct pixel *)d, o, w, h);
            show("o", o, w * h + 1, sizeof *o);
            struct biquad b[20] = {{1, 2, {3, 4}, 1}, {5, 6, {7, 8}, 2}};
            for (int k = 2; k < 20; k++) b[k] = b[k % 2], b[k].b0 += k;
            struct bank e = {h < 20 ? h : 20, b};
            float *in = data_f32(w + 1, 6);
            bank(&e, in, o, w);
            show("o", o, w * h + 1, sizeof *o);
            bank(&e, o, o, w);
            show("o", o, w * h + 1, sizeof *o);
            bank(&e, in, (float *)b, w < 3 ? w : 3);
            show("b", b, 100, sizeof(float));
            free(in); free(o); free(d);
        }
    return 0;
}
