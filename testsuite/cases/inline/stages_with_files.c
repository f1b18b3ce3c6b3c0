/* Stages open a file, write what others computed and close it: their statements stand without braces among the caller's, so that the loops are
   in a row. `line` and `f` mean something else there, `count` is of the file, and both calls of `save` have a file each. The rows that `legend`
   writes are large, and so are those of `save`: only one of them has no braces. What is read from a file isn't written before that. */
#include "bits.h"

#define W 96
#define H 70

static int count;

static void save(const char *name, const unsigned char *img, int w, int h)
{
    short line[6000];
    FILE *f = fopen(name, "a");
    if (!f) {
        perror(name);
        exit(1);
    }
    int count = w * h;
    fprintf(f, "P2 %d %d %d\n", w, h, count);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            line[y] = img[y * w + x];
            fprintf(f, "%d%c", line[y], x < w - 1 ? ' ' : '\n');
        }
    fclose(f);
}

static void legend(const char *name, const double *x, int n)
{
    double line[6000];
    FILE *f = fopen(name, "a");
    if (f == NULL)
        exit(1);
    for (int i = 0; i < n; i++)
        line[i] = x[i] / 2;
    fwrite(line, sizeof(double), n, f);
    fclose(f);
}

static void load(const char *name, unsigned char *img, int n)
{
    FILE *f = fopen(name, "r");
    if (!f)
        exit(1);
    count++;
    for (int i = 0; i < n; i++)
        img[i] = fgetc(f) + i;
    fclose(f);
}

static void edges(const unsigned char *in, unsigned char *out, int w, int h)
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            int g = in[y * w + x + 1] - in[y * w + x - 1] + in[(y + 1) * w + x] - in[(y - 1) * w + x];
            out[y * w + x] = g < 0 ? -g : g;
        }
}

static void draw(const unsigned char *in, int f, const char **names)
{
    unsigned char *out = malloc(W * H), *half = malloc(W * H);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            out[y * W + x] = f;
            half[y * W + x] = in[y * W + x] / 2;
        }
    edges(in, out, W, H);
    save(names[0], out, W, H);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            half[y * W + x] += f;
    save("/dev/stdout", half, W, H);
    free(out);
    free(half);
}

static void tell(const double *x, int n)
{
    double *line = malloc(sizeof(double) * n), *twice = malloc(sizeof(double) * n);
    for (int i = 0; i < n; i++)
        line[i] = x[i] + count;
    for (int i = 0; i < n; i++)
        twice[i] = line[i] * 2;
    legend("/dev/stdout", twice, n);
    free(line);
    free(twice);
}

int main(void)
{
    unsigned char *in = malloc(W * H), *read = malloc(W * H);
    double *x = data_f64(500, 3);
    int16_t *noise = data_i16(W * H, 5, 255);
    for (int k = 0; k < W * H; k++)
        in[k] = noise[k];
    draw(in, 7, &(const char *){"/dev/stdout"});
    tell(x, 500);
    for (int k = 0; k < W * H; k++)
        read[k] = in[k] * 3;
    load("/dev/null", read, W * H);
    save("/dev/stdout", read, W, H);
    free(in);
    free(read);
    free(noise);
    free(x);
    return 0;
}
