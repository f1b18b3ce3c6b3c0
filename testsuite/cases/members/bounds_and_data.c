// polycc: --at p_n=8
// expect: scalarized row
// expect: kept p_data
// expect: kept p_sum
/* Bounds, data and sums that are members, through a pointer to the structure and through pointers in it. */
#include "bits.h"

struct size { int w, h; };
struct image { struct size size; int count; double *data; double weights[4]; double sum; };

static void smooth(struct image *p, const double *x)
{
    double row[64];
    for (int i = 0; i < p->size.w; i++) {
        row[i] = x[i] * p->weights[0] + x[i + 1] * p->weights[1];
        p->data[i] = row[i] + p->weights[i & 3];
        p->sum += row[i];
    }
    for (int i = p->size.w; i < (*p).count; i++)
        p->data[i] = 0.5;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 9, 64};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(n + 1, 3), *data = data_f64(n + 2, 4);
        struct image image = {{n, 1}, n + 2, data, {0.25, 0.5, 0.75, 1.0}, 0.125};
        smooth(&image, x);
        show("data", data, n + 2, sizeof *data);
        show("sum", &image.sum, 1, sizeof image.sum);
        free(x);
        free(data);
    }
    return 0;
}
