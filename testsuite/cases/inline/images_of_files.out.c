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

static void blurred(FILE *f, char **names)
{
    int w, h;
    unsigned char *in = load(f, &w, &h);
    /* polycc: out[i * w + j] -> out[j]; w cells instead of h * w */
    unsigned char *out = malloc(sizeof(unsigned char[w]));
    const char *name = names[1];
    FILE *fp;
    fp = fopen(name, "a");
    if (fp == NULL) {
        fprintf(stderr, "cannot write %s\n", name);
        goto save_end;
    }
    {
        int save_w;
        int save_h;
        /* save */
        save_w = w;
        save_h = h;
        fprintf(fp, "P2 %d %d\n", save_w, save_h);
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w && (x < 1 || y < 1 || y >= h - 1); x++) {
                /* blur */
                int sum = 0;
                int n = 0;
                for (int dy = -1 > -y ? -1 : -y; dy < 2 && dy < h - y; dy++)
                    for (int dx = -1 > -x ? -1 : -x; dx < 2 && dx < w - x; dx++) {
                        sum += in[(dy + y) * w + dx + x];
                        n++;
                    }
                out[x] = sum / n;
            }
            if (y >= 1 && y < h - 1) {
                for (int x = 1; x < w - 1; x++) {
                    int sum = 0;
                    int n = 0;
                    for (int dy = -1; dy < 2; dy++)
                        for (int dx = -1; dx < 2; dx++) {
                            sum += in[(dy + y) * w + dx + x];
                            n++;
                        }
                    out[x] = sum / n;
                }
                for (int x = 1 > w - 1 ? 1 : w - 1; x < w; x++) {
                    int sum = 0;
                    int n = 0;
                    for (int dy = -1 > -y ? -1 : -y; dy < 2 && dy < h - y; dy++)
                        for (int dx = -1 > -x ? -1 : -x; dx < 2 && dx < w - x; dx++) {
                            sum += in[(dy + y) * w + dx + x];
                            n++;
                        }
                    out[x] = sum / n;
                }
            }
            for (int x = 0; x < w; x++)
                fprintf(fp, "%d%c", out[x], x < save_w - 1 ? ' ' : '\n');
        }
    }
    fclose(fp);
    save_end: ;
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
