// expect: unchanged
/* Loops with conditions on counters that stay as they are: a bound that the body may change, a loop that is left early, one that each
 * iteration waits for, one that is short, a condition in the middle, an address, a pragma. */
#include "bits.h"

struct image {
    int width, height;
    int *data;
};

/* the cells may be the width, and nobody knows which ones are written */
static void may_change(const struct image *in, struct image *out, const int *place)
{
    for (int y = 0; y < in->height; y++)
        for (int x = 0; x < in->width; x++) {
            int sum = in->data[y * in->width + x];
            if (x > 0)
                sum += in->data[y * in->width + x - 1];
            if (x < in->width - 1)
                sum += in->data[y * in->width + x + 1];
            out->data[place[y * in->width + x]] = sum;
        }
}

static int left_early(int n, const double *u, double *v)
{
    int i;
    for (i = 0; i < n; i++) {
        double sum = u[i];
        if (i > 0)
            sum += u[i - 1];
        if (i < n - 1)
            sum += u[i + 1];
        if (sum > 2.5)
            break;
        v[i] = sum;
    }
    return i;
}

static void waits(int n, double *u)
{
    for (int i = 0; i < n; i++) {
        double sum = u[i];
        if (i > 0)
            sum += 0.5 * u[i - 1];
        if (i < n - 1)
            sum += 0.5 * u[i + 1];
        u[i] = sum;
    }
}

static void is_short(const double *u, double *v)
{
    for (int i = 0; i < 8; i++) {
        double sum = u[i];
        if (i > 0)
            sum += u[i - 1];
        if (i < 7)
            sum += u[i + 1];
        v[i] = sum;
    }
}

static void in_the_middle(int n, int m, const double *u, double *v)
{
    for (int i = 0; i < n; i++) {
        double sum = u[i];
        if (i < n - m)
            sum += u[i + m];
        v[i] = sum + (i == n / 2 ? u[0] : u[n - 1]);
    }
}

static void twice(int *count)
{
    *count *= 2;
}

static void has_address(int n, const double *u, double *v)
{
    int last = n;
    for (int i = 0; i < last; i++) {
        if (i == 0)
            twice(&last);
        v[i % n] = u[i % n] + (i < last - 1 ? u[(i + 1) % n] : 0);
    }
}

/* nobody calls it: a variable is given a value that it has itself */
void of_itself(struct image *image)
{
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++) {
            int at = at + x;
            image->data[at] = image->data[at] * 3 + 1;
        }
}

static void run(int n)
{
    struct image in = {n, 2, data_i32(2 * n, 3, 50)}, out = {n, 2, block(2 * n, sizeof(int))};
    double *u = data_f64(n + 8, 3), *v = block(n + 8, sizeof *v);
    int *place = block(2 * n, sizeof *place);
    for (int i = 0; i < 2 * n; i++)
        place[i] = 2 * n - 1 - i;
    may_change(&in, &out, place);
    show("out", out.data, 2 * n, sizeof(int));
    int last = left_early(n, u, v);
    show("last", &last, 1, sizeof last);
    is_short(u, v);
    show("v", v, n + 8, sizeof *v);
    in_the_middle(n, n / 3, u, v);
    show("v", v, n, sizeof *v);
    has_address(n, u, v);
    show("v", v, n, sizeof *v);
    waits(n, u);
    show("u", u, n, sizeof *u);
    free(place);
    free(in.data);
    free(out.data);
    free(u);
    free(v);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 8, 50};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        run(sizes[k]);
    return 0;
}
