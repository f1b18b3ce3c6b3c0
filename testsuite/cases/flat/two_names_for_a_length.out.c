// expect: contracted a
/* Rows are as long as what one layer gives and what the next takes: two members, which only a run knows to be equal. Where
   they aren't, or where there is nothing, the function runs as it was. */
#include "bits.h"

struct layer { int inputs, outputs; float *weights; };

/* polycc: `forward_apart` is `forward` for sizes as they should be, in memory that doesn't overlap */
static void forward_apart(const struct layer *first, const struct layer *second, const float *x, float *y, int batch)
{
    /* polycc: a[i * first->outputs + j] -> a[j]; first->outputs cells instead of batch * first->outputs */
    float *a = malloc(sizeof(float[first->outputs]));
    for (int s = 0; s < batch; s++) {
        for (int j = 0; j < first->outputs; j++) {
            float sum = 0;
            for (int i = 0; i < first->inputs; i++)
                sum += x[s * first->inputs + i] * first->weights[j * first->inputs + i];
            a[j] = sum > 0 ? sum : 0;
        }
        for (int j = 0; j < second->outputs; j++) {
            float sum_2 = 0;
            for (int i = 0; i < first->outputs; i++)
                sum_2 += a[i] * second->weights[j * second->inputs + i];
            y[s * second->outputs + j] = sum_2;
        }
    }
    free(a);
}

static void forward(const struct layer *first, const struct layer *second, const float *x, float *y, int batch)
{
    /* polycc: `forward_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect(((long)batch >= 1) && ((long)second->inputs == (long)first->outputs) && ((long)first->outputs >= 1) && ((long)first->inputs >= 1) && ((long)second->outputs >= 1) && ((const char *)(x + ((long)batch * (long)first->inputs)) <= (const char *)y || (const char *)(y + ((long)batch * (long)second->outputs)) <= (const char *)x) && ((const char *)(first->weights + ((long)first->outputs * (long)first->inputs)) <= (const char *)y || (const char *)(y + ((long)batch * (long)second->outputs)) <= (const char *)first->weights) && ((const char *)(second->weights + ((long)second->outputs * (long)second->inputs)) <= (const char *)y || (const char *)(y + ((long)batch * (long)second->outputs)) <= (const char *)second->weights), 1)) {
        forward_apart(first, second, x, y, batch);
        return;
    }
    float *a = malloc(batch * first->outputs * sizeof(float));
    for (int s = 0; s < batch; s++)
        for (int j = 0; j < first->outputs; j++) {
            float sum = 0;
            for (int i = 0; i < first->inputs; i++)
                sum += x[s * first->inputs + i] * first->weights[j * first->inputs + i];
            a[s * first->outputs + j] = sum > 0 ? sum : 0;
        }
    for (int s = 0; s < batch; s++)
        for (int j = 0; j < second->outputs; j++) {
            float sum = 0;
            for (int i = 0; i < second->inputs; i++)
                sum += a[s * second->inputs + i] * second->weights[j * second->inputs + i];
            y[s * second->outputs + j] = sum;
        }
    free(a);
}

int main(void)
{
    static const int shapes[][5] = {{3, 2, 5, 5, 2}, {1, 1, 1, 1, 1}, {4, 3, 6, 5, 2}, {4, 3, 6, 3, 2}, {0, 2, 5, 5, 2}};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        int batch = shapes[k][0], ends = shapes[k][4];
        struct layer first = {shapes[k][1], shapes[k][2], data_f32(shapes[k][1] * shapes[k][2], 3)};
        struct layer second = {shapes[k][3], ends, data_f32(shapes[k][3] * ends, 4)};
        float *x = data_f32(batch * first.inputs, 5), *y = data_f32(batch * ends, 6);
        forward(&first, &second, x, y, batch);
        show("y", y, batch * ends, sizeof *y);
        free(first.weights);
        free(second.weights);
        free(x);
        free(y);
    }
    struct layer nothing = {0, 0, NULL};
    forward(&nothing, NULL, NULL, NULL, 0);
    return 0;
}
