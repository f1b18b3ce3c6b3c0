/* Conway's game of life on a torus: neighbours by remainders. */
#include "kernel.h"

static void generation(int h, int w, const unsigned char *cells, unsigned char *next)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int alive = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    if (dy != 0 || dx != 0)
                        alive += cells[((y + dy + h) % h) * w + (x + dx + w) % w];
            next[y * w + x] = alive == 3 || (alive == 2 && cells[y * w + x]);
        }
}

int main(int argc, char **argv)
{
    int side = size_or(1000, argc, argv, 1), steps = size_or(20, argc, argv, 2);
    size_t cells = (size_t)side * side;
    unsigned char *now_ = malloc(cells), *next = malloc(cells);
    uint32_t state = 1;
    for (size_t i = 0; i < cells; i++)
        now_[i] = (state = state * 1664525u + 1013904223u) >> 31;
    double start = now();
    for (int t = 0; t < steps; t++) {
        generation(side, side, now_, next);
        unsigned char *kept = now_;
        now_ = next;
        next = kept;
    }
    spent_since(start);
    show("cells", now_, cells);
    free(now_);
    free(next);
    return 0;
}
