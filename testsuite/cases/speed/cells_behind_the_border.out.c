// polycc: --optimize speed
/* Grids without borders: each step first copies the last rows and columns into cells in front of the first ones, and the other way round. What is
   computed of a step lives in a few rows, although these copies need rows from both ends; they stay in front. */
#include "bits.h"

static int life(int n, int steps, int *board)
{
    int ld = n + 2, alive = 0;
    /* polycc: count[i * n + j] -> count[(i % 2) * n + j]; 2 * n cells instead of n * n */
    int *count = malloc(sizeof(int) * 2 * n);
    for (int step = 0; step < steps; step++) {
        board[0] = board[ld * n + n];
        board[n + 1] = board[ld * n + 1];
        board[ld * (n + 1)] = board[ld + n];
        board[ld * (n + 1) + n + 1] = board[ld + 1];
        for (int i = 1; i <= n; i++)
            board[i] = board[n * ld + i];
        for (int i = 1; i <= n; i++)
            board[(n + 1) * ld + i] = board[ld + i];
        alive = 0;
        if (n >= 1) {
            int *count_0 = &count[n], *count_1 = &count[0];
            for (int i = 1; i <= n + 2; i++) {
                if (i <= n) {
                    board[i * ld] = board[i * ld + n];
                    board[i * ld + n + 1] = board[i * ld + 1];
                }
                if (i >= 2 && i <= n + 1)
                    for (int t = 1; t <= n; t++)
                        count_0[t - 1] = board[(i - 2) * ld + t - 1] + board[(i - 2) * ld + t] + board[(i - 2) * ld + t + 1] + board[(i - 1) * ld + t - 1] + board[(i - 1) * ld + t + 1] + board[i * ld + t - 1] + board[i * ld + t] + board[i * ld + t + 1];
                if (i >= 3) {
                    long board_row = (i - 2) * (long)ld;
                    for (int t = 1; t <= n; t++) {
                        int near = count_1[t - 1];
                        board[board_row + t] = near == 3 || (near == 2 && board[board_row + t] == 1);
                        alive += board[board_row + t];
                    }
                }
                int *count_next = count_1;
                count_1 = count_0, count_0 = count_next;
            }
        }
    }
    free(count);
    return alive;
}

/* polycc: `advection_apart` is `advection` for memory that doesn't overlap */
static void advection_apart(int n, int m, int steps, double u[n + 2][m + 2], double next[n + 2][m + 2])
{
    /* polycc: flux[i][j] -> flux[i % 2][j]; 2 * (m + 2) cells instead of (n + 2) * (m + 2) */
    double flux[2][m + 2];
    for (int step = 0; step < steps; step++) {
        for (int j = 0; j <= m + 1; j++)
            u[0][j] = u[n][j];
        for (int j = 0; j <= m + 1; j++)
            u[n + 1][j] = u[1][j];
        double *flux_0 = flux[0], *flux_1 = flux[1];
        for (int i = 0; i <= n + 1; i++) {
            u[i][0] = u[i][m];
            u[i][m + 1] = u[i][1];
            if (i <= n) {
                for (int j = 1; j <= m; j++)
                    flux_0[j] = 0.5 * (u[i][j] + u[i + 1][j]) - 0.25 * (u[i + 1][j] - u[i][j]);
                if (i >= 1) {
                    for (int j = 1; j <= m; j++)
                        next[i][j] = u[i][j] - 0.1 * (flux_0[j] - flux_1[j]) - 0.05 * (u[i][j] - u[i][j - 1]);
                    for (int j = 1; j <= m; j++)
                        u[i][j] = next[i][j];
                }
            }
            double *flux_next = flux_1;
            flux_1 = flux_0, flux_0 = flux_next;
        }
    }
}

static void advection(int n, int m, int steps, double u[n + 2][m + 2], double next[n + 2][m + 2])
{
    /* polycc: `advection_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(u + ((long)n + 2)) <= (const char *)(next + 1) || (const char *)(next + ((long)n + 1)) <= (const char *)u, 1)) {
        advection_apart(n, m, steps, u, next);
        return;
    }
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
