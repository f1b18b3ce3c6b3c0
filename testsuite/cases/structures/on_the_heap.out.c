// expect: contracted t_data
/* Structures on the heap, obtained and released here or by functions of the file; and those of which more is known. */
#include "bits.h"

typedef struct image {
    int w, h;
    double *data;
} image;

static image *new_image(int w, int h)
{
    image *im = malloc(sizeof *im);
    if (!im)
        return NULL;
    im->w = w;
    im->h = h;
    im->data = malloc(sizeof(double) * im->w * im->h);
    if (im->data == NULL) {
        free(im);
        return NULL;
    }
    return im;
}

static void free_image(image *im)
{
    if (!im)
        return;
    free(im->data);
    free(im);
}

/* obtained and released by functions */
static int by_functions(const image *in, double *restrict out)
{
    /* polycc: t->data[i * in->w + j] -> t->data[(i % 2) * in->w + j]; 2 * in->w cells instead of in->h * in->w */
    image *t = new_image(in->w, in->h);
    if (!t)
        return -1;
    for (int y = 0; y < in->h; y++) {
        double *t_data_0 = &t->data[(y % 2) * in->w];
        for (int x = 1; x < in->w - 1; x++)
            t_data_0[x] = in->data[y * in->w + x - 1] + in->data[y * in->w + x + 1];
        if (y >= 1) {
            const double *t_data_1 = &t->data[((y - 1) % 2) * in->w];
            for (int x = 1; x < in->w - 1; x++)
                out[y * in->w + x] = t_data_0[x] - t_data_1[x];
        }
    }
    free_image(t);
    return 0;
}

/* here */
static int by_itself(int w, int h, const double *restrict in, double *restrict out)
{
    image *t = malloc(sizeof *t);
    if (t == NULL)
        return -1;
    t->w = w;
    t->h = h;
    /* polycc: t->data[i * t->w + j] -> t->data[(i % 2) * t->w + j]; 2 * t->w cells instead of h * t->w */
    t->data = malloc(sizeof(double) * 2 * t->w);
    if (!t->data) {
        free(t);
        return -1;
    }
    {
        double *t_data_0 = &t->data[0], *t_data_1 = &t->data[t->w];
        for (int y = 0; y < h; y++) {
            for (int x = 1; x < w - 1; x++)
                t_data_0[x] = in[y * w + x - 1] + in[y * w + x + 1];
            if (y >= 1)
                for (int x = 1; x < w - 1; x++)
                    out[y * w + x] = t_data_0[x] - t_data_1[x];
            double *t_data_next = t_data_1;
            t_data_1 = t_data_0, t_data_0 = t_data_next;
        }
    }
    int result = t->w * t->h;
    free(t->data);
    free(t);
    return result;
}

/* a size that changes behind the call */
static void changed(int w, int h, const double *restrict in, double *restrict out)
{
    image *t = new_image(w, h);
    w = w / 2;
    for (int y = 0; y < h; y++)
        for (int x = 1; x < t->w - 1; x++)
            t->data[y * t->w + x] = in[y * t->w + x - 1] + in[y * t->w + x + 1];
    for (int y = 1; y < h; y++)
        for (int x = 1; x < w; x++)
            out[y * w + x] = x < t->w - 1 ? t->data[y * t->w + x] - t->data[(y - 1) * t->w + x] : 0;
    free_image(t);
}

static image *kept;

/* kept elsewhere */
static image *kept_image(int w, int h)
{
    image *im = malloc(sizeof *im);
    im->w = w;
    im->h = h;
    im->data = malloc(sizeof(double) * (w * h + 1));
    kept = im;
    return im;
}

static double elsewhere(int w, int h, const double *restrict in, double *restrict out)
{
    image *t = kept_image(w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t->data[y * t->w + x] = 2 * in[y * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t->data[y * t->w + x] - t->data[(y - 1) * t->w + x];
    double sum = w > 0 && h > 0 ? kept->data[0] : 0;
    free_image(t);
    return sum;
}

/* released too early for one use, and another pointer to it */
static double others(int w, int h, const double *restrict in, double *restrict out)
{
    image *t = new_image(w, h), *u = t;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t->data[y * t->w + x] = 2 * in[y * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t->data[y * t->w + x] - t->data[(y - 1) * t->w + x];
    double sum = w > 0 && h > 0 ? u->data[0] : 0;
    free_image(t);
    return sum;
}

/* a function that says what it does, and one with an effect in between */
static int made;

static image *counted_image(int w, int h)
{
    image *im = malloc(sizeof *im);
    im->w = w;
    im->h = h;
    im->data = malloc(sizeof(double) * (w * h + 1));
    made++;
    return im;
}

static void counts(int w, int h, const double *restrict in, double *restrict out)
{
    image *t = counted_image(w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t->data[y * t->w + x] = 2 * in[y * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t->data[y * t->w + x] - t->data[(y - 1) * t->w + x];
    free_image(t);
}

/* one for each iteration, of another size each */
static void each(int w, int h, const double *restrict in, double *restrict out)
{
    for (int k = 0; k < 3 && k < w; k++) {
        image *t = new_image(w - k, h);
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w - k; x++)
                t->data[y * t->w + x] = 2 * in[y * w + x];
        for (int y = 1; y < h; y++)
            for (int x = 0; x < w - k; x++)
                out[y * w + x] = t->data[y * t->w + x] - t->data[(y - 1) * t->w + x];
        free_image(t);
    }
}

/* what comes from before stays */
static double zeros(int w, int h, const double *restrict in, double *restrict out)
{
    image *t = calloc(1, sizeof *t);
    t->data = calloc(w * h + 1, sizeof(double));
    t->w += w;
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            t->data[y * t->w + x] = in[y * w + x - 1] + in[y * w + x + 1];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t->data[y * t->w + x] - t->data[(y - 1) * t->w + x];
    double sum = t->h;
    free(t->data);
    free(t);
    return sum;
}

/* a call with an effect as an argument */
static int next(int n) { made++; return n; }

static void effects(int w, int h, const double *restrict in, double *restrict out)
{
    int n = w;
    image *t = new_image(next(w), h), *u = new_image(n++, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t->data[y * t->w + x] = u->data[y * u->w + x] = 2 * in[y * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t->data[y * t->w + x] - u->data[(y - 1) * u->w + x];
    free_image(t);
    free_image(u);
}

/* another block in a member of it, which the function would release as well */
static void exchanged(int w, int h, const double *restrict in, double *restrict out)
{
    image *t = new_image(w, h);
    free(t->data);
    t->data = malloc((w * h + 1) * sizeof(double));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t->data[y * t->w + x] = 2 * in[y * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t->data[y * t->w + x] - t->data[(y - 1) * t->w + x];
    free_image(t);
}

/* narrow parameters */
static image *narrow_image(unsigned char w, int h)
{
    image *im = calloc(1, sizeof(image));
    im->w = w;
    im->data = malloc(sizeof(double) * w * h);
    return im;
}

static double narrow(int w, int h, const double *restrict in, double *restrict out)
{
    image *t = narrow_image(w + 256, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t->data[y * t->w + x] = 2 * in[y * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t->data[y * t->w + x] - t->data[(y - 1) * t->w + x];
    double sum = t->w + t->h;
    free_image(t);
    return sum;
}

int main(void)
{
    int sizes[] = {0, 1, 2, 3, 4, 5, 6, 7, 12};
    double *in = data_f64(200, 5), *out = data_f64(200, 6);
    double sum = 0;
    for (int a = 0; a < 9; a++)
        for (int b = 0; b < 9; b++) {
            int w = sizes[a], h = sizes[b];
            image source = {w, h, in}, *t;
            sum += by_functions(&source, out);
            sum += by_itself(w, h, in, out);
            show("out", out, 200, sizeof *out);
            changed(w, h, in, out);
            /* polycc: t->data[i * w + j] -> t->data[(i % 2) * w + j]; 2 * w cells instead of h * w */
            t = new_image(w, h);
            if (w >= 1) {
                for (int y = 0; y < h; y++) {
                    double *t_data_0 = &t->data[(y % 2) * w];
                    for (int x = 0; x < w; x++)
                        /* given */
                        t_data_0[x] = 2 * in[y * w + x];
                    if (y >= 1) {
                        const double *t_data_1 = &t->data[((y - 1) % 2) * w];
                        for (int x = 0; x < w; x++)
                            out[y * w + x] = t_data_0[x] - t_data_1[x];
                    }
                    else
                        sum += w > 0 && h > 0 ? t->data[0] : 0;
                }
                if (h <= 0)
                    sum += w > 0 && h > 0 ? t->data[0] : 0;
            }
            else
                sum += w > 0 && h > 0 ? t->data[0] : 0;
            free_image(t);
            sum += elsewhere(w, h, in, out);
            sum += others(w, h, in, out);
            counts(w, h, in, out);
            show("out", out, 200, sizeof *out);
            each(w, h, in, out);
            sum += zeros(w, h, in, out);
            effects(w, h, in, out);
            exchanged(w, h, in, out);
            sum += narrow(w, h, in, out);
            show("out", out, 200, sizeof *out);
        }
    sum += made;
    show("sum", &sum, 1, sizeof sum);
    free(in);
    free(out);
    return 0;
}
