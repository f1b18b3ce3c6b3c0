// expect: contracted pushed
// expect: contracted wide
// expect: contracted tail
// expect: contracted grey
// expect: contracted soft
// expect: contracted hall
/* Samples of several channels and pixels of several colours, side by side: an element of a strip has as many cells of each array as there are. */
#include "bits.h"

static void push(const float *in, float *out, int n, float left, float right)
{
    for (int i = 0; i < n; i++) {
        out[2 * i] = in[2 * i] * left;
        out[2 * i + 1] = in[2 * i + 1] * right;
    }
}

static void widen(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++) {
        float middle = 0.5f * (in[2 * i] + in[2 * i + 1]), side = 0.7f * (in[2 * i] - in[2 * i + 1]);
        out[2 * i] = middle + side;
        out[2 * i + 1] = middle - side;
    }
}

/* from one channel to the other, three samples late */
static void bounce(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++) {
        out[2 * i] = in[2 * i];
        out[2 * i + 1] = in[2 * i + 1];
        if (i >= 3) {
            out[2 * i] += 0.3f * in[2 * (i - 3) + 1];
            out[2 * i + 1] += 0.3f * in[2 * (i - 3)];
        }
    }
}

static double stereo(int n)
{
    float *drawn = malloc(2 * n * sizeof *drawn), *pushed = malloc(2 * n * sizeof *pushed);
    float *wide = malloc(2 * n * sizeof *wide), *tail = malloc(2 * n * sizeof *tail);
    double energy = 0;
    for (int i = 0; i < n; i++) {
        drawn[2 * i] = (float)(i * 37 % 101) / 50 - 1;
        drawn[2 * i + 1] = (float)(i * 31 % 97) / 50 - 1;
    }
    push(drawn, pushed, n, 0.5f, 0.75f);
    widen(pushed, wide, n);
    bounce(wide, tail, n);
    for (int i = 0; i < n; i++)
        energy += (double)tail[2 * i] * tail[2 * i] - (double)tail[2 * i + 1];
    free(drawn);
    free(pushed);
    free(wide);
    free(tail);
    return energy;
}

static void line_of_pixels(int n, const float *restrict rgb, float *restrict edges)
{
    float *soft = malloc(3 * n * sizeof *soft), *grey = malloc(n * sizeof *grey);
    for (int i = 0; i < n; i++)
        for (int c = 0; c < 3; c++)
            soft[3 * i + c] = i > 0 ? 0.5f * (rgb[3 * i + c] + rgb[3 * i - 3 + c]) : rgb[c];
    for (int i = 0; i < n; i++)
        grey[i] = 0.3f * soft[3 * i] + 0.6f * soft[3 * i + 1] + 0.1f * soft[3 * i + 2];
    edges[0] = 0;
    for (int i = 1; i < n; i++)
        edges[i] = grey[i] - grey[i - 1];
    free(soft);
    free(grey);
}

/* a window goes back over more than ten thousand cells */
static double echo(int n, const double *restrict in)
{
    double *hall = malloc(2 * n * sizeof *hall), *mono = malloc(n * sizeof *mono), all = 0;
    for (int i = 0; i < n; i++) {
        double left = in[i], right = -0.5 * in[i];
        if (i >= 5512) {
            left += 0.4 * hall[2 * (i - 5512) + 1];
            right += 0.4 * hall[2 * (i - 5512)];
        }
        hall[2 * i] = left;
        hall[2 * i + 1] = right;
    }
    for (int i = 0; i < n; i++)
        mono[i] = 0.5 * (hall[2 * i] + hall[2 * i + 1]);
    for (int i = 0; i < n; i++)
        all += mono[i] * mono[i];
    free(hall);
    free(mono);
    return all;
}

int main(void)
{
    static const int lengths[] = {1, 2, 3, 4, 127, 128, 255, 256, 257, 511, 512, 513, 1025, 3000};
    for (size_t s = 0; s < sizeof lengths / sizeof *lengths; s++) {
        int n = lengths[s];
        float *rgb = data_f32(3 * n, 3), *edges = data_f32(n, 4);
        double energy = stereo(n);
        line_of_pixels(n, rgb, edges);
        show("energy", &energy, 1, sizeof energy);
        show("edges", edges, n, sizeof *edges);
        free(rgb);
        free(edges);
    }
    for (int n = 5000; n < 30000; n += 7000) {
        double *in = data_f64(n, 5), all = echo(n, in);
        show("all", &all, 1, sizeof all);
        free(in);
    }
    return 0;
}
