// expect: kept cells
/* What a condition reads, and its branch looks at: without a number in the file the last one counts again. */
#include <stdio.h>

static void take(FILE *in, int *cells, int n)
{
    int data = 7;
    for (int i = 0; i < n; i++)
        if (fscanf(in, "%d,", &data) == 1 || i % 3 == 0)
            cells[i] = data;
    for (int i = 0; i < n; i++)
        if (fscanf(in, "%d", &data) == 1)
            cells[i] += data;
}

int main(void)
{
    int cells[30] = {0};
    FILE *file = tmpfile();
    if (!file)
        return 1;
    for (int i = 0; i < 20; i++)
        fprintf(file, "%d,", i * i);
    rewind(file);
    take(file, cells, 30);
    fclose(file);
    for (int i = 0; i < 30; i++)
        printf("%d\n", cells[i]);
    return 0;
}
