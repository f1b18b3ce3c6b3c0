// expect: contracted pushed
// expect: contracted wide
// expect: contracted tail
// expect: contracted grey
// expect: contracted soft
// expect: contracted hall
/* Samples of several channels and pixels of several colours, side by side: an element of a strip has as many cells of each array as there are. */
#include "bits.h"

static double stereo(int n)
{
    /* polycc: drawn[i] -> drawn[i % 1024]; 1024 cells instead of (2 * n) */
    /* polycc: pushed[i] -> pushed[i % 1024]; 1024 cells instead of (2 * n) */
    float *drawn = malloc(sizeof(float[1024])), *pushed = malloc(sizeof(float[1024]));
    /* polycc: wide[i] -> wide[i % 1030]; 1030 cells instead of (2 * n) */
    /* polycc: tail[i] -> tail[i % 1024]; 1024 cells instead of (2 * n) */
    float *wide = malloc(sizeof(float[1030])), *tail = malloc(sizeof(float[1024]));
    double energy = 0;
    {
        float left;
        float right;
        /* push */
        left = 0.5f;
        right = 0.75f;
        for (long t = 0; t < (long)n; t += 512) {
            for (int i = t; i <= (n - 1 < t + 511 ? n - 1 : t + 511); i++) {
                drawn[2 * i - 2 * t] = (float)(i * 37 % 101) / 50 - 1;
                drawn[2 * i - 2 * t + 1] = (float)(i * 31 % 97) / 50 - 1;
            }
            for (int i = t; i <= (n - 1 < t + 511 ? n - 1 : t + 511); i++) {
                pushed[2 * i - 2 * t] = drawn[2 * i - 2 * t] * left;
                pushed[2 * i - 2 * t + 1] = drawn[2 * i - 2 * t + 1] * right;
            }
            for (int i = t; i <= (n - 1 < t + 511 ? n - 1 : t + 511); i++) {
                /* widen */
                float middle = 0.5f * (pushed[2 * i - 2 * t] + pushed[2 * i - 2 * t + 1]);
                float side = 0.7f * (pushed[2 * i - 2 * t] - pushed[2 * i - 2 * t + 1]);
                wide[2 * i - 2 * t + 6] = middle + side;
                wide[2 * i - 2 * t + 7] = middle - side;
            }
            for (int i = t; i <= (n - 1 < t + 511 ? n - 1 : t + 511); i++) {
                /* bounce */
                tail[2 * i - 2 * t] = wide[2 * i - 2 * t + 6];
                tail[2 * i - 2 * t + 1] = wide[2 * i - 2 * t + 7];
                if (i >= 3) {
                    tail[2 * i - 2 * t] += 0.3f * wide[2 * i - 2 * t + 1];
                    tail[2 * i - 2 * t + 1] += 0.3f * wide[2 * i - 2 * t];
                }
            }
            for (int i = t; i <= (n - 1 < t + 511 ? n - 1 : t + 511); i++)
                energy += (double)tail[2 * i - 2 * t] * tail[2 * i - 2 * t] - (double)tail[2 * i - 2 * t + 1];
            for (int cell = 0; cell < 6; cell++)
                wide[cell] = wide[cell + 1024];
        }
    }
    free(drawn);
    free(pushed);
    free(wide);
    free(tail);
    return energy;
}

/* polycc: `line_of_pixels_apart` is `line_of_pixels` for sizes as they should be, in memory that doesn't overlap */
static void line_of_pixels_apart(int n, const float *restrict rgb, float *restrict edges)
{
    /* polycc: soft[3 * i + j] -> soft[j]; 3 cells instead of n * 3 */
    /* polycc: grey[i] -> grey[i % 2]; 2 cells instead of n */
    float *soft = malloc(sizeof(float[3])), *grey = malloc(sizeof(float[2]));
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < 3; c++)
            soft[c] = i > 0 ? 0.5f * (rgb[3 * i + c] + rgb[3 * i + c - 3]) : rgb[c];
        grey[i % 2] = 0.3f * soft[0] + 0.6f * soft[1] + 0.1f * soft[2];
        if (i >= 1)
            edges[i] = grey[i % 2] - grey[(i - 1) % 2];
    }
    edges[0] = 0;
    free(soft);
    free(grey);
}

static void line_of_pixels(int n, const float *restrict rgb, float *restrict edges)
{
    /* polycc: `line_of_pixels_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (16 * (long)n >= 33554432) {
        line_of_pixels_apart(n, rgb, edges);
        return;
    }
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
    /* polycc: hall[i] -> hall[i % 27408]; 27408 cells instead of (2 * n) */
    /* polycc: mono[i] -> mono[i % 8192]; 8192 cells instead of n */
    double *hall = malloc(sizeof(double[27408])), *mono = malloc(sizeof(double[8192])), all = 0;
    for (long t = 0; t < (long)n; t += 8192) {
        for (int i = t; i <= (n - 1 < t + 8191 ? n - 1 : t + 8191); i++) {
            double left = in[i];
            double right = -0.5 * in[i];
            if (i >= 5512) {
                left += 0.4 * hall[2 * i - 2 * t + 1];
                right += 0.4 * hall[2 * i - 2 * t];
            }
            hall[2 * i - 2 * t + 11024] = left;
            hall[2 * i - 2 * t + 11025] = right;
        }
        for (int i = t; i <= (n - 1 < t + 8191 ? n - 1 : t + 8191); i++)
            mono[i - t] = 0.5 * (hall[2 * i - 2 * t + 11024] + hall[2 * i - 2 * t + 11025]);
        for (int i = t; i <= (n - 1 < t + 8191 ? n - 1 : t + 8191); i++)
            all += mono[i - t] * mono[i - t];
        for (int cell = 0; cell < 11024; cell++)
            hall[cell] = hall[cell + 16384];
    }
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
