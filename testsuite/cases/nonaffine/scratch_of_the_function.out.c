// expect: contracted clean
/* Variables and a window of the function, used by one stage after the other, each for itself; a `switch` among them. */
#include "bits.h"

static void filter(int w, int h, const int *restrict in, int *restrict out)
{
    /* polycc: clean[i * w + j] -> clean[j]; w cells instead of h * w */
    int *clean = malloc(sizeof(int[w]));
    int window[5], kept, last, n, d;
    if (!clean)
        return;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w && x < 2; x++) {
            n = 0;
            for (d = -2 > -x ? -2 : -x; d < 3 && d < w - x; d++)
                window[n++] = in[y * w + x + d];
            kept = window[0];
            {
                int own_d;
                for (own_d = 1; own_d < n; own_d++)
                    if (window[own_d] > kept)
                        kept = window[own_d];
            }
            clean[x] = kept;
        }
        for (int x = 2; x < w - 2; x++) {
            n = 0;
            for (d = -2; d < 3; d++)
                window[n++] = in[y * w + x + d];
            kept = window[0];
            {
                int own_d;
                for (own_d = 1; own_d < n; own_d++)
                    if (window[own_d] > kept)
                        kept = window[own_d];
            }
            clean[x] = kept;
        }
        for (int x = 2 > w - 2 ? 2 : w - 2; x < w; x++) {
            n = 0;
            for (d = -2 > -x ? -2 : -x; d < 3 && d < w - x; d++)
                window[n++] = in[y * w + x + d];
            kept = window[0];
            {
                int own_d;
                for (own_d = 1; own_d < n; own_d++)
                    if (window[own_d] > kept)
                        kept = window[own_d];
            }
            clean[x] = kept;
        }
        for (int x = 0; x < w; x++) {
            kept = clean[x];
            last = kept;
            while (last > 7 && kept % 3)
                kept -= last, last /= 2;
            switch (kept & 3) {
            case 0:
                kept = 1;
                if (x == 0)
                    break;
                last += kept + clean[x];
                break;
            case 1:
                last += kept;
                break;
            default:
                kept = 2;
                last -= kept;
            }
            out[y * w + x] = last * 4 + kept;
        }
    }
    free(clean);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int w = sizes[s], h = sizes[(s + 3) % (sizeof sizes / sizeof *sizes)];
        int *in = malloc(((size_t)w * h + 1) * sizeof *in), *out = calloc((size_t)w * h + 1, sizeof *out);
        for (int i = 0; i < w * h; i++)
            in[i] = (i * 37 + 11) % 101;
        filter(w, h, in, out);
        show("out", out, (long)w * h, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
