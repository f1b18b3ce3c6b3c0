// expect: contracted smooth
// expect: contracted dx
/* Stages that give their results by the address of a pointer, which they obtain in the condition of a check; a place that walks along, set in the header of a
   loop or anew in each row. The last two keep an address, or look at what their caller's pointer holds. */
#include "bits.h"

static void smoothed(const unsigned char *image, int rows, int columns, short **smooth)
{
    if ((*smooth = calloc((size_t)rows * columns, sizeof(short))) == NULL) {
        fprintf(stderr, "no memory for the image\n");
        exit(1);
    }
    for (int r = 1; r < rows - 1; r++)
        for (int c = 1; c < columns - 1; c++)
            (*smooth)[r * columns + c] = image[r * columns + c - 1] + 2 * image[r * columns + c] + image[r * columns + c + 1];
}

static void derived(const short *smooth, int rows, int columns, short **dx)
{
    int r, c, place;
    if (((*dx) = (short *)calloc((size_t)rows * columns, sizeof(short))) == NULL) {
        exit(1);
    }
    for (r = 0; r < rows; r++) {
        place = r * columns;
        (*dx)[place] = smooth[place + 1] - smooth[place];
        place++;
        for (c = 1; c < columns - 1; c++, place++)
            (*dx)[place] = smooth[place + 1] - smooth[place - 1];
        (*dx)[place] = smooth[place] - smooth[place - 1];
    }
}

static void squared(const short *dx, int rows, int columns, int *energy)
{
    int r, c, place;
    for (r = 0, place = 0; r < rows; r++)
        for (c = 0; c < columns; c++, place++)
            energy[place] = dx[place] * dx[place];
}

static short **last;

static void remembered(const short *from, int n, short **to)
{
    last = to;
    *to = malloc(n * sizeof(short));
    for (int i = 0; i < n; i++)
        (*to)[i] = from[i] + 1;
}

static void replaced(short *from, int n, short **to)
{
    short *other = malloc(n * sizeof(short));
    for (int i = 0; i < n; i++)
        other[i] = from[n - 1 - i] * 2;
    *to = other;
    for (int i = 0; i < n; i++)
        (*to)[i] += from[i];
    free(from);
}

int main(void)
{
    int rows = 460, columns = 610;
    int *values = data_i32((long)rows * columns, 5, 256), *energy = calloc((size_t)rows * columns, sizeof *energy);
    unsigned char *image = malloc((size_t)rows * columns);
    short *smooth, *dx, *next;
    for (int k = 0; k < rows * columns; k++)
        image[k] = values[k];
    smoothed(image, rows, columns, &smooth);
    derived(smooth, rows, columns, &dx);
    squared(dx, rows, columns, energy);
    show("energy", energy, (long)rows * columns, sizeof *energy);
    free(smooth);
    free(dx);
    short *first = malloc(columns * sizeof *first), *second;
    for (int k = 0; k < columns; k++)
        first[k] = image[k];
    remembered(first, columns, &second);
    short *kept = second;
    *last = first;
    remembered(second == first ? first : second, columns, &next);
    show("next", next, columns, sizeof *next);
    /* the pointer that it gets is the one that it sets */
    replaced(next, columns, &next);
    show("replaced", next, columns, sizeof *next);
    free(first);
    free(kept);
    free(next);
    free(values);
    free(energy);
    free(image);
    return 0;
}
