// polycc: --optimize speed
// expect: contracted cell
// expect: contracted next
/* What is printed depends on data: the calls keep their order, and rows follow one another. */
#include "bits.h"

#define N 60

static void branches(void)
{
    /* polycc: cell[i][j] -> cell[j]; N cells instead of N * N */
    char cell[N];
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            cell[j] = (i * 7 + j * 5) % 3;
        for (int j = 0; j < N; j++) {
            if (cell[j])
                printf("#");
            else
                putchar('.');
        }
        printf("\n");
    }
}

static void choices(int seed)
{
    /* polycc: cell[i][j] -> cell[i % 2][j]; 2 * N cells instead of N * N */
    /* polycc: next[i][j] -> next[j]; N cells instead of N * N */
    int cell[2][N], next[N];
    {
        int *cell_0 = cell[0], *cell_1 = cell[1];
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++)
                cell_0[j] = (i * seed + j) % 5;
            if (i >= 1) {
                for (int j = 0; j < N; j++)
                    next[j] = cell_0[j] > cell_1[j];
                for (int j = 0; j < N; j++)
                    printf("%s", next[j] ? "up " : j % 2 ? "- " : "= ");
                puts("");
            }
            int *cell_next = cell_1;
            cell_1 = cell_0, cell_0 = cell_next;
        }
    }
}

int main(void)
{
    branches();
    choices(3);
    choices(4);
    return 0;
}
