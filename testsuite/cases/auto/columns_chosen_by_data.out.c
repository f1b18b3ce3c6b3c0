/* Cells of a row that data choose, in tables of which few rows are alive: knapsacks, coins, ways through states, counts. */
#include "bits.h"

/* any cell of the row before may be read: two rows */
static int knapsack(int n, int room, const int *size, const int *value)
{
    /* polycc: best[i][j] -> best[i % 2][j]; 2 * (room + 1) cells instead of (n + 1) * (room + 1) */
    int best[2][room + 1];
    for (int i = 0; i <= n; i++)
        for (int w = 0; w <= room; w++)
            if (i == 0 || w == 0)
                best[i % 2][w] = 0;
            else if (size[i - 1] <= w) {
                int with = best[(i - 1) % 2][w - size[i - 1]] + value[i - 1];
                best[i % 2][w] = with > best[(i - 1) % 2][w] ? with : best[(i - 1) % 2][w];
            } else
                best[i % 2][w] = best[(i - 1) % 2][w];
    return best[n % 2][room];
}

/* any cell of its own row that is there, and the one above: one row */
static unsigned ways(int n, int sum, const int *coin)
{
    /* polycc: ways[i][j] -> ways[j]; (sum + 1) cells instead of (n + 1) * (sum + 1) */
    unsigned ways[sum + 1];
    ways[0] = 1;
    for (int j = 1; j <= sum; j++)
        ways[j] = 0;
    for (int i = 1; i <= n; i++)
        for (int j = 0; j <= sum; j++)
            ways[j] = ways[j] + (coin[i - 1] <= j ? ways[j - coin[i - 1]] : 0);
    return ways[sum];
}

/* of rows that are longer than what is used of them */
static int is_sum(int n, int sum, const int *part)
{
    /* polycc: is[i][j] -> is[i % 2][j]; 200 cells instead of (n + 1) * 100 */
    char (*is)[100] = malloc(sizeof(char[2][100]));
    if (is == NULL)
        return -1;
    for (int j = 0; j <= sum; j++)
        is[0][j] = j == 0;
    for (int i = 1; i <= n; i++)
        for (int j = 0; j <= sum; j++)
            is[i % 2][j] = is[(i - 1) % 2][j] || (j >= part[i - 1] && is[(i - 1) % 2][j - part[i - 1]]);
    int result = is[n % 2][sum];
    free(is);
    return result;
}

/* what chooses is chosen itself, and shrinks */
static void walk(int steps, int states, const int *next, double *out)
{
    /* polycc: place[i][j] -> place[i % 2][j]; 2 * states cells instead of (steps + 1) * states */
    int place[2][states];
    /* polycc: sum[i][j] -> sum[i % 2][j]; 2 * states cells instead of (steps + 1) * states */
    double sum[2][states];
    for (int s = 0; s < states; s++) {
        place[0][s] = next[s];
        sum[0][s] = s;
    }
    for (int t = 1; t <= steps; t++)
        for (int s = 0; s < states; s++) {
            place[t % 2][s] = place[(t - 1) % 2][place[(t - 1) % 2][s]];
            sum[t % 2][s] = sum[(t - 1) % 2][place[t % 2][s]] * 0.5 + sum[(t - 1) % 2][place[(t - 1) % 2][place[t % 2][s]]];
        }
    for (int s = 0; s < states; s++)
        out[s] = sum[steps % 2][s];
}

/* the best way into each state, from three that a table names */
static void ways_into(int steps, int states, const int *next, const int *cost, int *out)
{
    /* polycc: best[i][j] -> best[i % 2][j]; 2 * states cells instead of (steps + 1) * states */
    int from[3][states], best[2][states];
    for (int k = 0; k < 3; k++)
        for (int s = 0; s < states; s++)
            from[k][s] = (next[s] + k) % states;
    for (int s = 0; s < states; s++)
        best[0][s] = cost[s];
    for (int t = 1; t <= steps; t++)
        for (int s = 0; s < states; s++) {
            int least = best[(t - 1) % 2][from[0][s]];
            for (int k = 1; k < 3; k++)
                if (best[(t - 1) % 2][from[k][s]] < least)
                    least = best[(t - 1) % 2][from[k][s]];
            best[t % 2][s] = least + cost[s] * t % 7;
        }
    for (int s = 0; s < states; s++)
        out[s] = best[steps % 2][s];
}

/* counts of each row, in one row of counters */
static void counts(int h, int w, const int *image, int *out)
{
    /* polycc: count[i][j] -> count[j]; 4 cells instead of (h + 1) * 4 */
    int count[4];
    for (int y = 0; y < h; y++) {
        for (int k = 0; k < 4; k++)
            count[k] = 0;
        for (int x = 0; x < w; x++)
            count[image[y * w + x]]++;
        out[y] = 0;
        for (int k = 0; k < 4; k++)
            out[y] = out[y] * 16 + count[k];
    }
}

/* a chosen cell of each row is written, in rows that have values already */
static int scattered(int n, int m, const int *back)
{
    /* polycc: t[i][j] -> t[i % 2][j]; 2 * (m + 1) cells instead of (n + 1) * (m + 1) */
    int t[2][m + 1];
    int result_;
    {
        int *t_0 = t[0], *t_1 = t[1];
        for (int i = 0; i <= n; i++) {
            for (int j = 0; j <= m; j++)
                t_0[j] = j;
            if (i >= 1)
                for (int j = 0; j <= m; j++)
                    t_0[(j * 2 + back[i]) % (m + 1)] = t_1[j] + i;
            int *t_next = t_1;
            t_1 = t_0, t_0 = t_next;
        }
        result_ = t[n % 2][m];
    }
    return result_;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (size_t l = 0; l < sizeof sizes / sizeof *sizes; l++) {
            int n = sizes[k], m = sizes[l] > 0 ? sizes[l] : 1;
            int *a = data_i32(n + 1, 1, 4), *b = data_i32(n + 1, 2, 9), *next = data_i32(m, 3, m);
            int *cost = data_i32(m, 4, 7), *image = data_i32((long)n * m, 5, 4);
            double *sum = data_f64(m, 6);
            int *into = data_i32(m, 7, 2), *count = data_i32(n, 8, 2);
            for (int i = 0; i <= n; i++)
                a[i]++;
            int found[] = {knapsack(n, m, a, b), (int)ways(n, m, a), is_sum(n, m % 100, a),
                           scattered(n, m, b)};
            walk(n, m, next, sum);
            ways_into(n, m, next, cost, into);
            counts(n, m, image, count);
            show("found", found, 4, sizeof *found);
            show("sum", sum, m, sizeof *sum);
            show("into", into, m, sizeof *into);
            show("count", count, n, sizeof *count);
            free(a);
            free(b);
            free(next);
            free(cost);
            free(image);
            free(sum);
            free(into);
            free(count);
        }
    return 0;
}
