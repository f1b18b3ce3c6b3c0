// expect: contracted smooth
// expect: contracted dx
/* Stages that give their results by the address of a pointer, which they obtain in the condition of a check; a place that walks along, set in the header of a
   loop or anew in each row. The last two keep an address, or look at what their caller's pointer holds. */
#include "bits.h"

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
    /* polycc: smooth[610 * i + j] -> smooth[j]; 610 cells instead of 280600 */
    /* polycc: dx[610 * i + j] -> dx[j]; 610 cells instead of 280600 */
    short *smooth, *dx, *next;
    if ((smooth = malloc(sizeof(short[610]))) == NULL) { fprintf(stderr, "no memory for the image\n"); exit(1); }
    if (((dx) = malloc(sizeof(short[610]))) == NULL) { exit(1); }
    for (int c = 0; c < 610; c++)
        smooth[c] = 0;
    for (int k = 0; k < 280600; k++)
        image[k] = values[k];
    for (int r = 0; r < 460; r++) {
        if (r == 459)
            for (int c = 0; c < 610; c++)
                smooth[c] = 0;
        smooth[609] = 0;
        smooth[0] = 0;
        if (r < 459 && r >= 1)
            for (int c = 1; c < 609; c++)
                /* smoothed */
                smooth[c] = image[610 * r + c - 1] + 2 * image[610 * r + c] + image[610 * r + c + 1];
        /* derived */
        dx[0] = smooth[1] - smooth[0];
        for (int c = 1; c < 609; c++)
            dx[c] = smooth[c + 1] - smooth[c - 1];
        dx[609] = smooth[609] - smooth[608];
        for (int c = 0; c < 610; c++)
            /* squared */
            energy[610 * r + c] = dx[c] * dx[c];
    }
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
