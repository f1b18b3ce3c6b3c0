// polycc: --optimize speed
// expect: contracted path
// expect: scalarized pay
// expect: kept marks
/* Functions that compute a number of a structure that they get by value are known as others are, as long as nothing changes the structure
   meanwhile. */
#include "bits.h"

typedef struct option {
    int is_put;
    double strike, rate;
} option;

static double payoff(option o, double s)
{
    double v = o.is_put ? o.strike - s : s - o.strike;
    return v > 0 ? v : 0;
}

double price(option o, int paths, int steps, double start)
{
    /* polycc: path[i * steps + j] -> path[j]; steps cells instead of paths * steps */
    /* polycc: pay[i] -> pay[0]; 1 cell instead of paths */
    double *path = malloc(sizeof(double[steps])), *pay = malloc(sizeof(double)), sum = 0;
    if (!path || !pay) {
        perror("price");
        exit(1);
    }
    for (int p = 0; p < paths; p++) {
        double s = start;
        for (int t = 0; t < steps; t++) {
            s *= 1 + o.rate * ((p * 7 + t) % 13 - 6);
            path[t] = s;
        }
        double mean = 0;
        for (int t = 0; t < steps; t++)
            mean += path[t];
        pay[0] = payoff(o, mean / steps);
        sum += pay[0];
    }
    free(path);
    free(pay);
    return sum / paths;
}

/* each turn asks with another structure */
double marked(option o, int n, double start)
{
    double *marks = malloc(sizeof(double) * n), sum = 0;
    for (int i = 0; i < n; i++) {
        o.strike += i;
        marks[i] = payoff(o, start);
    }
    for (int i = 0; i < n; i++)
        sum += marks[i] * i;
    free(marks);
    return sum;
}

int main(void)
{
    static const int lengths[] = {1, 2, 3, 17, 40};
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < 5; b++) {
            option o = {a % 2, 100, 0.01};
            double value = price(o, lengths[a], lengths[b], 99), other = marked(o, lengths[b], 120);
            show("value", &value, 1, sizeof value);
            show("other", &other, 1, sizeof other);
        }
    return 0;
}
