// polycc: --optimize speed
/* Grids without borders: each step first copies the last rows and columns into cells in front of the first ones, and the other way round. What is
   computed of a step lives in a few rows, although these copies need rows from both ends; they stay in front. */
#include "bits.h"

static int life(int n, int steps, int *board)
{
    int ld = n + 2, alive = 0;
    int *count = malloc(sizeof(int) * n * n);
    for (int step = 0; step < steps; step++) {
        board[0] = board[ld * n + n];
        board[n + 1] = board[ld * n + 1];
        board[ld * (n + 1)] = board[ld + n];
        board[ld * (n + 1) + n + 1] = board[ld + 1];
        for (int i = 1; i <= n; i++) {
            board[i] = board[ld * n + i];
            board[ld * (n + 1) + i] = board[ld + i];
            board[ld * i] = board[ld * i + n];
            board[ld * i + n + 1] = board[ld * i + 1];
        }
        for (int j = 1; j <= n; j++)
            for (int i = 1; i <= n; i++)
                count[n * (j - 1) + i - 1] =
                    board[ld * (j - 1) + i - 1] + board[ld * (j - 1) + i] + board[ld * (j - 1) + i + 1]
                    + board[ld * j + i - 1] + board[ld * j + i + 1]
                    + board[ld * (j + 1) + i - 1] + board[ld * (j + 1) + i] + board[ld * (j + 1) + i + 1];
        alive = 0;
        for (int j = 1; j <= n; j++)
            for (int i = 1; i <= n; i++) {
                int near = count[n * (j - 1) + i - 1];
                board[ld * j + i] = near == 3 || (near == 2 && board[ld * j + i] == 1);
                alive += board[ld * j + i];
            }
    }
    free(count);
    return alive;
}

static void advection(int n, int m, int steps, double u[n + 2][m + 2], double next[n + 2][m + 2])
{
    double flux[n + 2][m + 2];
    for (int step = 0; step < steps; step++) {
        for (int j = 0; j < m + 2; j++) {
            u[0][j] = u[n][j];
            u[n + 1][j] = u[1][j];
        }
        for (int i = 0; i < n + 2; i++) {
            u[i][0] = u[i][m];
            u[i][m + 1] = u[i][1];
        }
        for (int i = 0; i <= n; i++)
            for (int j = 1; j <= m; j++)
                flux[i][j] = 0.5 * (u[i][j] + u[i + 1][j]) - 0.25 * (u[i + 1][j] - u[i][j]);
        for (int i = 1; i <= n; i++)
            for (int j = 1; j <= m; j++)
                next[i][j] = u[i][j] - 0.1 * (flux[i][j] - flux[i - 1][j]) - 0.05 * (u[i][j] - u[i][j - 1]);
        for (int i = 1; i <= n; i++)
            for (int j = 1; j <= m; j++)
                u[i][j] = next[i][j];
    }
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 8, 75};
    for (int k = 0; k < 5; k++) {
        int n = sizes[k], m = 2 * n + 1;
        int *board = data_i32((n + 2) * (n + 2), 1, 2);
        double *u = data_f64((n + 2) * (m + 2), 2), *next = data_f64((n + 2) * (m + 2), 3);
        printf("%d alive\n", life(n, 4, board));
        show("board", board, (n + 2) * (n + 2), sizeof *board);
        advection(n, m, 3, (double (*)[m + 2])u, (double (*)[m + 2])next);
        show("u", u, (n + 2) * (m + 2), sizeof *u);
        show("next", next, (n + 2) * (m + 2), sizeof *next);
        free(board), free(u), free(next);
    }
    return 0;
}
