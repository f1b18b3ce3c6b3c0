#include "bits.h"

enum { H = 300, W = 250 };

static double next[H + 2][W + 2], grid[H + 2][W + 2];
static double later[H + 2][W + 2], earlier[H + 2][W + 2];
static float border[H + 2][W + 2], inner[H + 2][W + 2];

/* Called behind the copy only: it may as well read `grid`. */
static void show_diagonal(void)
{
    double seen[5];
    for (int i = 0; i < 5; i++)
        seen[i] = next[H - 4 + i][W - 2 * i];
    show("seen", seen, 5, sizeof *seen);
}

/* Called in front of the copy, too. */
static void show_later(void)
{
    double cell = later[3][4];
    show("later", &cell, 1, sizeof cell);
}


int main(void)
{
    double change = 100;
    double *first = data_f64((H + 2) * (W + 2), 1);
    for (int i = 0; i < H + 2; i++)
        for (int j = 0; j < W + 2; j++) {
            grid[i][j] = first[i * (W + 2) + j];
            earlier[i][j] = grid[i][j] / 2;
            inner[i][j] = 1.5f * i - j;
        }
    free(first);
    for (int t = 0; t < 9 && change > 1e-9; t++) {
        for (int i = 1; i <= H; i++)
            for (int j = 1; j <= W; j++)
                next[i][j] = 0.25 * (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]);
        change = 0;
        for (int i = 1; i <= H; i++)
            for (int j = 1; j <= W; j++) {
                double d = next[i][j] - grid[i][j];
                if (d > change)
                    change = d;
                grid[i][j] = next[i][j];
            }
        if (t % 3 == 0)
            show_diagonal();
        double corner = next[H][W] + next[1][1];
        show("corner", &corner, 1, sizeof corner);
    }
    show("change", &change, 1, sizeof change);
    for (int t = 0; t < 4; t++) {
        for (int i = 1; i <= H; i++)
            for (int j = 1; j <= W; j++)
                later[i][j] = earlier[i - 1][j] + earlier[i + 1][j] - later[i][j] / 2;
        show_later();
        for (int i = 1; i <= H; i++)
            for (int j = 1; j <= W; j++)
                earlier[i][j] = later[i][j];
        show_later();
    }
    for (int t = 0; t < 4; t++) {
        for (int i = 1; i <= H; i++)
            for (int j = 1; j <= W; j++)
                border[i][j] = inner[i - 1][j] / 2 + inner[i + 1][j] / 3;
        for (int i = 1; i <= H; i++)
            for (int j = 1; j <= W; j++)
                inner[i][j] = border[i][j];
        /* of these the first was never copied */
        float edge = border[0][1] + border[1][1];
        show("edge", &edge, 1, sizeof edge);
    }
    double *all = block((H + 2) * (W + 2), sizeof *all);
    for (int i = 0; i < H + 2; i++)
        for (int j = 0; j < W + 2; j++)
            all[i * (W + 2) + j] = grid[i][j] + earlier[i][j] + inner[i][j];
    show("all", all, (H + 2) * (W + 2), sizeof *all);
    free(all);
    return 0;
}
