/* The most valuable load of a knapsack. */
#include "program.h"

struct item {
    int weight, value;
};

struct load {
    int n, capacity;
    struct item *items;
};

static int knapsack(const struct load *load)
{
    int n = load->n, columns = load->capacity + 1;
    int *best = calloc((n + 1) * columns, sizeof(int));
    int result;
    for (int i = 1; i <= n; i++) {
        const struct item *item = &load->items[i - 1];
        for (int c = 0; c < columns; c++) {
            best[i * columns + c] = best[(i - 1) * columns + c];
            if (item->weight <= c) {
                int with = best[(i - 1) * columns + c - item->weight] + item->value;
                if (with > best[i * columns + c])
                    best[i * columns + c] = with;
            }
        }
    }
    result = best[n * columns + load->capacity];
    free(best);
    return result;
}

int main(int argc, char **argv)
{
    struct load load = {size(argc, argv, 1), size(argc, argv, 2), NULL};
    int *weight = ints(load.n, 1, 90), *value = ints(load.n, 2, 1000);
    load.items = malloc((load.n + 1) * sizeof(struct item));
    for (int i = 0; i < load.n; i++) {
        load.items[i].weight = weight[i];
        load.items[i].value = value[i];
    }
    printf("%d\n", knapsack(&load));
    free(load.items);
    free(weight);
    free(value);
    return 0;
}
