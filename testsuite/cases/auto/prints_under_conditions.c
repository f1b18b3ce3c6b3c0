// polycc: --optimize speed
// expect: contracted cell
// expect: contracted next
/* What is printed depends on data: the calls keep their order, and rows follow one another. */
#include "bits.h"

#define N 60

static void branches(void)
{
    char cell[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            cell[i][j] = (i * 7 + j * 5) % 3;
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            if (cell[i][j])
                printf("#");
            else
                putchar('.');
        }
        printf("\n");
    }
}

static void choices(int seed)
{
    int cell[N][N], next[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            cell[i][j] = (i * seed + j) % 5;
    for (int i = 1; i < N; i++)
        for (int j = 0; j < N; j++)
            next[i][j] = cell[i][j] > cell[i - 1][j];
    for (int i = 1; i < N; i++) {
        for (int j = 0; j < N; j++)
            printf("%s", next[i][j] ? "up " : j % 2 ? "- " : "= ");
        puts("");
    }
}

int main(void)
{
    branches();
    choices(3);
    choices(4);
    return 0;
}
