// polycc: --at n=6,m=7
/* Calls of calls, with rows and with numbers; the clones get the lengths of rows, too. */
#include "bits.h"
#include "each_size.h"

#define HALF(x) ((x) / 2)

static void scale(int m, double row[m], double by)
{
    for (int j = 1; j < m; j++)
        row[j] = HALF(row[j] * by) + row[j - 1];
}

/* polycc: `scale` for arrays that start at the offsets */
static void scale_isolated(long row_offset, int m, double row[m], double by)
{
    for (int j = 1; j < m; j++)
        row[j - row_offset] = ((row[j - row_offset] * by) / 2) + row[j - 1 - row_offset];
}

static void shear(int from, int n, int m, double a[n][m], double b[n][m], double by)
{
    for (int i = from; i < n; i++)
        scale(m, a[i], by);
    for (int i = from; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i][j] += a[i - 1][j];
}

/* polycc: `shear` for arrays that start at the offsets */
static void shear_isolated(long a_offset, long a_offset1, long a_width, long b_offset, long b_offset1, long b_width, int from, int n, int m, double a[n][a_width], double b[n][b_width], double by)
{
    for (int i = from; i < n; i++)
        scale_isolated(a_offset1, m, a[i - a_offset], by);
    for (int i = from; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i - b_offset][j - b_offset1] += a[i - 1 - a_offset][j - a_offset1];
}

static void twice(int n, int m, double a[restrict n][m], double b[restrict n][m])
{
    double by = 0.75;
    /* polycc: what follows runs in a memory space of its own */
    {
        (void)shear;
        const int n_local = n, m_local = m;
        const double by_local = by;
        const long a_extent = m == 1 ? n - 2 : n - 1;
        const long b_extent = n == 2 ? m - 1 : m;
        const long a_extent1 = n >= 3 ? m : 1;
        const long b_extent1 = n >= 2 && n + m >= 4 ? m : 1;
        double (*a_local)[n >= 3 ? m : 1] = malloc(n >= 3 ? sizeof(double) * a_extent * m : 1);
        double (*b_local)[n >= 2 && n + m >= 4 ? m : 1] = malloc(n >= 2 && n + m >= 4 ? sizeof(double) * a_extent * m : 1);
        const long b_offset2 = m >= 2 ? 1 : 2;
        if (!a_local || !b_local)
            abort();
        if (n >= 3)
            memcpy(a_local, &a[1], sizeof(double) * a_extent * m);
        if (n >= 2 && n + m >= 4)
            memcpy(b_local, &b[m >= 2 ? 1 : 2], sizeof(double) * a_extent * m);
        {
            shear_isolated(1, 0, a_extent1, b_offset2, 0, b_extent1, 2, n_local, m_local, a_local, b_local, by_local);
            scale_isolated(0, m_local, b_local[1 - b_offset2], 2 * by_local);
        }
        if (n >= 3 && m >= 2)
            for (long row1 = 0; row1 < n - 2; row1++)
                memcpy(&a[row1 + 2][1], &a_local[row1 + 1][1], sizeof(double) * (m - 1));
        if (n >= 2 && n + m >= 4)
            for (long row1 = 0; row1 < a_extent; row1++)
                memcpy(&b[(m >= 2 ? 1 : 2) + row1][n >= 3 ? 0 : 1], &b_local[row1][n >= 3 ? 0 : 1], sizeof(double) * b_extent);
        free(b_local);
        free(a_local);
    }
    /* polycc: what follows runs in a memory space of its own */
    {
        const int m_local = m;
        const double by_local = by;
        double (*a_local)[n >= 1 && m >= 2 ? m : 1] = malloc(n >= 1 && m >= 2 ? sizeof(double) * m : 1);
        if (!a_local)
            abort();
        if (n >= 1 && m >= 2)
            memcpy(a_local, a, sizeof(double) * m);
        scale_isolated(0, m_local, a_local[0], by_local);
        if (n >= 1 && m >= 2)
            memcpy(&a[0][1], &a_local[0][1], sizeof(double) * (m - 1));
        free(a_local);
    }
}

int main(void)
{
    each_width(n) each_width(m) {
        if (n < 2)
            continue;
        double *a = data_f64(n * m, 1), *b = data_f64(n * m, 2);
        twice(n, m, (double(*)[m])a, (double(*)[m])b);
        show("a", a, n * m, sizeof *a);
        show("b", b, n * m, sizeof *b);
        free(a);
        free(b);
    }
    return 0;
}
