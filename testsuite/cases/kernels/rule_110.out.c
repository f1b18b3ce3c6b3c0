// polycc: --at generations=30
// bytes: 1984 -> 128
// expect: contracted cell
/* A cellular automaton on bytes, 64 cells wide: next = (c | r) ^ (l & c & r). */
#include "bits.h"

enum { WIDTH = 64 };

static void evolve(int generations, uint8_t world[WIDTH])
{
    /* polycc: cell[i][j] -> cell[i % 2][j]; 128 cells instead of (generations + 1) * 64 */
    uint8_t cell[2][64];
#pragma scop
    for (int i = 0; i < WIDTH; i++)
        cell[0][i] = world[i];
    for (int g = 1; g <= generations; g++) {
        cell[g % 2][0] = cell[(g - 1) % 2][0] | cell[(g - 1) % 2][1];
        for (int i = 1; i < WIDTH - 1; i++)
            cell[g % 2][i] = (cell[(g - 1) % 2][i] | cell[(g - 1) % 2][i + 1])
                ^ (cell[(g - 1) % 2][i - 1] & cell[(g - 1) % 2][i] & cell[(g - 1) % 2][i + 1]);
        cell[g % 2][63] = cell[(g - 1) % 2][63];
    }
    for (int i = 0; i < WIDTH; i++)
        world[i] = cell[generations % 2][i];
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 25};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        uint8_t *world = data_u8(WIDTH, 93, 2);
        evolve(sizes[s], world);
        show("world", world, WIDTH, sizeof *world);
        free(world);
    }
    return 0;
}
