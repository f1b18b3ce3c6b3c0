/* The game of life: neighbours are counted first, then all cells change at once. */
#include "program.h"

struct world {
    int w, h;
    unsigned char *cell;
};

static void live(struct world *o, int turns)
{
    int w = o->w, h = o->h;
    unsigned char *count = malloc(w * h);
    for (int t = 0; t < turns; t++) {
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++) {
                int i = y * w + x;
                count[i] = o->cell[i - w - 1] + o->cell[i - w] + o->cell[i - w + 1] + o->cell[i - 1] + o->cell[i + 1]
                           + o->cell[i + w - 1] + o->cell[i + w] + o->cell[i + w + 1];
            }
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++)
                o->cell[y * w + x] = count[y * w + x] == 3 || (o->cell[y * w + x] && count[y * w + x] == 2);
    }
    free(count);
}

int main(int argc, char **argv)
{
    int turns = size(argc, argv, 1), w = size(argc, argv, 2), h = size(argc, argv, 3);
    unsigned char *cells = bytes((size_t)w * h, 1);
    for (int i = 0; i < w * h; i++)
        cells[i] &= 1;
    struct world o = {w, h, cells};
    live(&o, turns);
    show("cells", cells, (size_t)w * h);
    free(cells);
    return 0;
}
