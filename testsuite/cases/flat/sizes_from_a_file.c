/* Sizes that only a file tells, so that nothing is known of them where the function starts: a test in front of the loops chooses them, and how
   large blocks are. A block that becomes a variable stays one for the loops that were there. Blocks of a function with a size that it gets too
   late keep theirs, and what others have a hand in is tested as it was. */
#include "bits.h"

static int filtered(FILE *in, FILE *out)
{
    int w, h;
    if (fscanf(in, "%d %d", &w, &h) != 2)
        return 1;
    fgetc(in);
    unsigned char *img = malloc(w * h), *smooth = malloc(w * h);
    if (!img || !smooth) {
        free(img);
        free(smooth);
        return 2;
    }
    for (int i = 0; i < w * h; i++)
        img[i] = fgetc(in);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            smooth[y * w + x] = (img[y * w + x] + (y > 0 ? img[(y - 1) * w + x] : 0)) / 2;
    free(img);
    for (int i = 0; i < w * h; i++)
        smooth[i] = smooth[i] > 40 ? 255 : smooth[i];
    fwrite(smooth, 1, w * h, out);
    free(smooth);
    return 0;
}

static void squares(FILE *in, FILE *out)
{
    int rows, cols;
    if (fscanf(in, "%d %d", &cols, &rows) != 2)
        return;
    float *a = malloc(cols * rows * sizeof(float));
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < cols; x++)
            a[y * cols + x] = x - y;
    float *t = calloc(cols * rows, sizeof *t);
    for (int i = 0; i < cols * rows; i++)
        t[i] = a[i] * a[i];
    free(a);
    for (int y = 0; y < rows; y++) {
        float s = 0;
        for (int x = 0; x < cols; x++)
            s += t[y * cols + x];
        fprintf(out, "%g ", s);
    }
    free(t);
}

static void too_late(FILE *in, FILE *out)
{
    int w = 0, h = 0;
    short *a = malloc(10000 * sizeof *a);
    if (fscanf(in, "%d %d", &w, &h) != 2 || w * h > 10000) {
        free(a);
        return;
    }
    for (int i = 0; i < w * h; i++)
        a[i] = fgetc(in) * 3;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            fprintf(out, "%d ", a[y * w + x] + y);
    free(a);
}

int main(void)
{
    static const int sizes[][2] = {{7, 5}, {1, 1}, {9, 1}, {1, 6}, {0, 4}, {5, 0}, {80, 61}, {-2, -3}, {-4, 3}, {0, -1}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int w = sizes[k][0], h = sizes[k][1];
        static char back[200000];
        for (int which = 0; which < 3; which++) {
            FILE *in = tmpfile(), *out = tmpfile();
            fprintf(in, "%d %d ", w, h);
            for (int i = 0; i < w * h; i++)
                fputc(i * 7 % 251, in);
            rewind(in);
            // where nothing is computed nothing is defined that would be written
            if (which == 0 && w * h >= 0 && w >= 0)
                filtered(in, out);
            if (which == 1 && w * h >= 0)
                squares(in, out);
            if (which == 2 && w * h >= 0)
                too_late(in, out);
            rewind(out);
            show("file", back, fread(back, 1, sizeof back, out), 1);
            fclose(in);
            fclose(out);
        }
    }
    return 0;
}
