/* `load` reads the sizes of an image where its caller has them, and the image; `save` opens a file by a name that it is handed, and writes to it,
   or comes back where there is none. What is between them becomes a row: of a known width, since only `fscanf` gets the addresses of `w` and `h`. */
#include "bits.h"

static unsigned char *load(FILE *f, int *w, int *h)
{
    int most;
    if (fscanf(f, "%d %d %d", w, h, &most) != 3) {
        fclose(f);
        exit(1);
    }
    fgetc(f);
    unsigned char *img = malloc(*w * *h);
    if (!img)
        exit(1);
    for (int i = 0; i < *w * *h; i++)
        img[i] = fgetc(f) % most;
    fclose(f);
    return img;
}

static void save(const char *name, const unsigned char *img, int w, int h)
{
    FILE *fp;
    fp = fopen(name, "a");
    if (fp == NULL) {
        fprintf(stderr, "cannot write %s\n", name);
        return;
    }
    fprintf(fp, "P2 %d %d\n", w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            fprintf(fp, "%d%c", img[y * w + x], x < w - 1 ? ' ' : '\n');
    fclose(fp);
}

static void blur(const unsigned char *in, unsigned char *out, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int sum = 0, n = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    int yy = y + dy, xx = x + dx;
                    if (yy >= 0 && yy < h && xx >= 0 && xx < w) {
                        sum += in[yy * w + xx];
                        n++;
                    }
                }
            out[y * w + x] = sum / n;
        }
}

static void blurred(FILE *f, char **names)
{
    int w, h;
    unsigned char *in = load(f, &w, &h);
    unsigned char *out = malloc(w * h);
    blur(in, out, w, h);
    save(names[1], out, w, h);
    free(in);
    free(out);
}

static FILE *image(int w, int h)
{
    FILE *f = tmpfile();
    int16_t *noise = data_i16((long)w * h, 5, 255);
    fprintf(f, "%d %d 250\n", w, h);
    for (int k = 0; k < w * h; k++)
        fputc(noise[k], f);
    rewind(f);
    free(noise);
    return f;
}

int main(void)
{
    char *names[] = {"", "/dev/stdout"}, *nowhere[] = {"", "/dev/null/nowhere"};
    blurred(image(41, 30), names);
    blurred(image(1, 9), names);
    blurred(image(8, 2), names);
    blurred(image(8, 2), nowhere);
    return 0;
}
