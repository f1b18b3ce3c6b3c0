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
    /* polycc: img[i * w + j] -> img[(i % 2) * w + j]; 2 * w cells instead of h * w */
    unsigned char *img = (__builtin_expect((long)w >= 1, 1) ? malloc(sizeof(unsigned char) * 2 * w) : malloc(w * h)), *smooth = malloc(w * h);
    if (!img || !smooth) {
        free(img);
        free(smooth);
        return 2;
    }
    /* polycc: for sizes as they should be */
    if (__builtin_expect((long)w >= 1, 1)) {
        {
            unsigned char *img_0 = &img[0], *img_1 = &img[w];
            for (int i_0 = 0; i_0 < h; i_0++) {
                long smooth_row = i_0 * (long)w;
                for (int i_1 = 0; i_1 < w; i_1++)
                    img_0[i_1] = fgetc(in);
                for (int x = 0; x < w; x++)
                    smooth[smooth_row + x] = (img_0[x] + (i_0 > 0 ? img_1[x] : 0)) / 2;
                for (int i_1 = 0; i_1 < w; i_1++)
                    smooth[smooth_row + i_1] = smooth[smooth_row + i_1] > 40 ? 255 : smooth[smooth_row + i_1];
                unsigned char *img_next = img_1;
                img_1 = img_0, img_0 = img_next;
            }
            for (int cell_0 = 0; cell_0 < h; cell_0++)
                fwrite(&smooth[cell_0 * w], 1, w, out);
        }
    } else {
        for (int i = 0; i < w * h; i++)
            img[i] = fgetc(in);
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                smooth[y * w + x] = (img[y * w + x] + (y > 0 ? img[(y - 1) * w + x] : 0)) / 2;
        for (int i = 0; i < w * h; i++)
            smooth[i] = smooth[i] > 40 ? 255 : smooth[i];
        fwrite(smooth, 1, w * h, out);
    }
    free(img);
    free(smooth);
    return 0;
}

static void squares(FILE *in, FILE *out)
{
    int rows, cols;
    if (fscanf(in, "%d %d", &cols, &rows) != 2)
        return;
    /* polycc: a[i * cols + j] -> a; 1 cell instead of rows * cols */
    float *a = (__builtin_expect((long)rows >= 1, 1) ? malloc(sizeof *a) : malloc(cols * rows * sizeof(float)));
    /* polycc: t[i * cols + j] -> t[j]; cols cells instead of rows * cols */
    float *t = (__builtin_expect((long)rows >= 1, 1) ? malloc(sizeof(float[cols])) : calloc(cols * rows, sizeof *t));
    /* polycc: for sizes as they should be */
    if (__builtin_expect((long)rows >= 1, 1)) {
        float a = 0;
        for (int y = 0; y < rows; y++) {
            for (int x = 0; x < cols; x++) {
                a = x - y;
                t[x] = a * a;
            }
            float s = 0;
            for (int x = 0; x < cols; x++)
                s += t[x];
            fprintf(out, "%g ", s);
        }
    } else {
        for (int y = 0; y < rows; y++)
            for (int x = 0; x < cols; x++)
                a[y * cols + x] = x - y;
        for (int i = 0; i < cols * rows; i++)
            t[i] = a[i] * a[i];
        for (int y = 0; y < rows; y++) {
            float s = 0;
            for (int x = 0; x < cols; x++)
                s += t[y * cols + x];
            fprintf(out, "%g ", s);
        }
    }
    free(a);
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
