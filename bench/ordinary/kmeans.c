/* The nearest of sixteen centres for each point, by way of all distances. */
#include "bits.h"

enum { CENTRES = 16, FEATURES = 4 };

static void nearest(int n, const float points[restrict n][FEATURES], const float centres[restrict CENTRES][FEATURES],
                    int label[restrict n])
{
    float (*distance)[CENTRES] = malloc(sizeof(float[n][CENTRES]));
    for (int i = 0; i < n; i++)
        for (int c = 0; c < CENTRES; c++) {
            float sum = 0;
            for (int f = 0; f < FEATURES; f++)
                sum += (points[i][f] - centres[c][f]) * (points[i][f] - centres[c][f]);
            distance[i][c] = sum;
        }
    for (int i = 0; i < n; i++) {
        float least = distance[i][0];
        label[i] = 0;
        for (int c = 1; c < CENTRES; c++)
            if (distance[i][c] < least) {
                least = distance[i][c];
                label[i] = c;
            }
    }
    free(distance);
}

int main(void)
{
    enum { COUNT = 200000 };
    static float *points, *centres;
    static int *label;
    if (points == NULL) {
        points = data_f32(COUNT * FEATURES, 1);
        centres = data_f32(CENTRES * FEATURES, 2);
        label = data_i32(COUNT, 3, 100);
    }
    nearest(COUNT, (void *)points, (void *)centres, label);
    show("label", label, COUNT, sizeof *label);
    return 0;
}
