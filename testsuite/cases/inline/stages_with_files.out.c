/* Stages open a file, write what others computed and close it: their statements stand without braces among the caller's, so that the loops are
   in a row. `line` and `f` mean something else there, `count` is of the file, and both calls of `save` have a file each. The rows that `legend`
   writes are large, and so are those of `save`: only one of them has no braces. What is read from a file isn't written before that. */
#include "bits.h"

#define W 96
#define H 70

static int count;

static void save(const char *name, const unsigned char *img, int w, int h)
{
    /* polycc: line[i] -> line; 1 cell instead of 6000 */
    short line = 0;
    FILE *f = fopen(name, "a");
    if (!f) {
        perror(name);
        exit(1);
    }
    int count = w * h;
    fprintf(f, "P2 %d %d %d\n", w, h, count);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            line = img[y * w + x];
            fprintf(f, "%d%c", line, x < w - 1 ? ' ' : '\n');
        }
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

static void draw(const unsigned char *in, int f, const char **names)
{
    /* polycc: out[96 * i + j] -> out[j]; 96 cells instead of H * 96 */
    unsigned char *out = malloc(sizeof(unsigned char[96])), *half = malloc(W * H);
    const char *name = names[0];
    FILE *save_f = fopen(name, "a");
    if (!save_f) {
        perror(name);
        exit(1);
    }
    {
        int save_count;
        /* save */
        save_count = W * H;
        fprintf(save_f, "P2 %d %d %d\n", W, H, save_count);
        for (int y = 0; y < H; y++) {
            for (int x = 0; x < 96; x++) {
                out[x] = f;
                half[96 * y + x] = in[96 * y + x] / 2;
            }
            if (y < H - 1 && y >= 1)
                for (int x = 1; x < 95; x++) {
                    /* edges */
                    int g = in[96 * y + x + 1] - in[96 * y + x - 1] + in[96 * y + x + 96] - in[96 * y + x - 96];
                    out[x] = g < 0 ? -g : g;
                }
            for (int x = 0; x < 96; x++) {
                /* polycc: line[i] -> line; 1 cell instead of 6000 */
                short line = out[x];
                fprintf(save_f, "%d%c", line, x < W - 1 ? ' ' : '\n');
            }
            for (int x = 0; x < 96; x++)
                half[96 * y + x] += f;
        }
        fclose(save_f);
    }
    save("/dev/stdout", half, W, H);
    free(out);
    free(half);
}

static void tell(const double *x, int n)
{
    /* polycc: line[i] -> line[i % 512]; 512 cells instead of n */
    /* polycc: twice[i] -> twice[i % 512]; 512 cells instead of n */
    double *line = malloc(sizeof(double[512])), *twice = malloc(sizeof(double[512]));
    FILE *f = fopen("/dev/stdout", "a");
    if (f == NULL)
        exit(1);
    {
        /* polycc: legend_line[i] -> legend_line[i % 512]; 512 cells instead of 6000 */
        double legend_line[512];
        for (long t = 0; t < (long)n; t += 512) {
            for (int i = t; i <= (n - 1 < t + 511 ? n - 1 : t + 511); i++)
                line[i - t] = x[i] + count;
            for (int i = t; i <= (n - 1 < t + 511 ? n - 1 : t + 511); i++)
                twice[i - t] = line[i - t] * 2;
            for (int i = t; i <= (n - 1 < t + 511 ? n - 1 : t + 511); i++)
                /* legend */
                legend_line[i - t] = twice[i - t] / 2;
            if ((n - 1 < t + 511 ? n - 1 : t + 511) - t + 1 > 0)
                fwrite(legend_line, sizeof(double), (n - 1 < t + 511 ? n - 1 : t + 511) - t + 1, f);
        }
    }
    fclose(f);
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
