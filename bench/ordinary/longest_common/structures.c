/* The length of the longest common subsequence of two texts. */
#include "program.h"

struct text {
    int length;
    unsigned char *letters;
};

struct table {
    int rows, columns;
    int *cells;
};

static int longest(const struct text *a, const struct text *b)
{
    struct table t = {a->length + 1, b->length + 1, NULL};
    t.cells = calloc(t.rows * t.columns, sizeof(int));
    for (int i = 1; i < t.rows; i++)
        for (int j = 1; j < t.columns; j++) {
            int up = t.cells[(i - 1) * t.columns + j], left = t.cells[i * t.columns + j - 1];
            if (a->letters[i - 1] == b->letters[j - 1])
                t.cells[i * t.columns + j] = t.cells[(i - 1) * t.columns + j - 1] + 1;
            else
                t.cells[i * t.columns + j] = up > left ? up : left;
        }
    int result = t.cells[t.rows * t.columns - 1];
    free(t.cells);
    return result;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1), m = size(argc, argv, 2);
    unsigned char *a = bytes(n, 1), *b = bytes(m, 2);
    struct text ta = {n, a}, tb = {m, b};
    printf("%d\n", longest(&ta, &tb));
    free(a);
    free(b);
    return 0;
}
