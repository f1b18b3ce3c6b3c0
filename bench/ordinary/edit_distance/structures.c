/* The number of edits between two texts. */
#include "program.h"

#define MIN(a, b) ((a) < (b) ? (a) : (b))

typedef struct {
    int length;
    char *chars;
} text;

static int distance(const text *a, const text *b)
{
    int n = a->length, m = b->length, w = m + 1;
    int *d = malloc((n + 1) * w * sizeof(int));
    int result;
    for (int i = 0; i <= n; i++)
        d[i * w] = i;
    for (int j = 0; j <= m; j++)
        d[j] = j;
    for (int i = 1; i <= n; i++) {
        for (int j = 1; j <= m; j++) {
            int cost = a->chars[i - 1] == b->chars[j - 1] ? 0 : 1;
            d[i * w + j] = MIN(MIN(d[(i - 1) * w + j] + 1, d[i * w + j - 1] + 1), d[(i - 1) * w + j - 1] + cost);
        }
    }
    result = d[n * w + m];
    free(d);
    return result;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1), m = size(argc, argv, 2);
    text a = {n, bytes(n, 1)}, b = {m, bytes(m, 2)};
    printf("%d\n", distance(&a, &b));
    free(a.chars);
    free(b.chars);
    return 0;
}
