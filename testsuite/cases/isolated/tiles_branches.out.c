// polycc: --tile=4
/* Tiles between `if` and `else`, and in loops without braces: loops over tiles get conditions of their own, which no
   `else` may fall to. */
#include "bits.h"
#include "each_size.h"

static void shift(int n, int m, int back, int a[restrict n][m], const int b[restrict n][m])
{
    if (back)
        {
            if (n >= 2 && m >= 2)
                for (long t = 0; t < (long)n; t += 4)
                    for (long t1 = 0; t1 < (long)m; t1 += 4) {
                        /* polycc: what follows runs in a memory space of its own */
                        {
                            const int n_local = n, m_local = m;
                            const long t_local = t, t1_local = t1;
                            const long a_extent = n >= 4 && t == 0 ? 3 : (4 < (n - 1 < n - t ? n - 1 : n - t) ? 4 : (n - 1 < n - t ? n - 1 : n - t));
                            const long a_extent1 = m >= 4 && t1 == 0 ? 3 : (4 < (m - 1 < m - t1 ? m - 1 : m - t1) ? 4 : (m - 1 < m - t1 ? m - 1 : m - t1));
                            int (*a_local)[a_extent1] = malloc(sizeof(int) * a_extent * a_extent1);
                            int (*b_local)[a_extent1] = malloc(sizeof(int) * a_extent * a_extent1);
                            const long a_offset = 1 > t ? 1 : t;
                            const long a_offset1 = 1 > t1 ? 1 : t1;
                            const long b_offset = 0 > t - 1 ? 0 : t - 1;
                            const long b_offset1 = 0 > t1 - 1 ? 0 : t1 - 1;
                            if (!a_local || !b_local)
                                abort();
                            for (long row = 0; row < a_extent; row++)
                                memcpy(a_local[row], &a[(1 > t ? 1 : t) + row][1 > t1 ? 1 : t1], sizeof(int) * a_extent1);
                            for (long row = 0; row < a_extent; row++)
                                memcpy(b_local[row], &b[(0 > t - 1 ? 0 : t - 1) + row][0 > t1 - 1 ? 0 : t1 - 1], sizeof(int) * a_extent1);
                            for (int i = 1 > t_local ? 1 : t_local; i < n_local && i <= t_local + 3; i++)
                                for (int j = 1 > t1_local ? 1 : t1_local; j <= (m_local - 1 < t1_local + 3 ? m_local - 1 : t1_local + 3); j++)
                                    a_local[i - a_offset][j - a_offset1] += b_local[i - 1 - b_offset][j - 1 - b_offset1];
                            for (long row = 0; row < a_extent; row++)
                                memcpy(&a[(1 > t ? 1 : t) + row][1 > t1 ? 1 : t1], a_local[row], sizeof(int) * a_extent1);
                            free(b_local);
                            free(a_local);
                        }
                    }
        }
    else
        a[0][0]++;
    for (int t = 0; t < 2; t++)
        if (n >= 2)
            for (long t1 = ((long)n + 1) % 4 - (long)n - 1; t1 < 1; t1 += 4)
                for (long t2 = 0; t2 < (long)m; t2 += 4) {
                    /* polycc: what follows runs in a memory space of its own */
                    {
                        const long t1_local = t1, t2_local = t2;
                        const int n_local = n, m_local = m, t_local = t;
                        const int has_cells = n + t1 >= -1 && (t2 + 2) % 3 + m >= t2 + 3;
                        const long a_extent = 5 < (n < (2 - t1 < n + t1 + 3 ? 2 - t1 : n + t1 + 3) ? n : (2 - t1 < n + t1 + 3 ? 2 - t1 : n + t1 + 3)) ? 5 : (n < (2 - t1 < n + t1 + 3 ? 2 - t1 : n + t1 + 3) ? n : (2 - t1 < n + t1 + 3 ? 2 - t1 : n + t1 + 3));
                        const long a_extent1 = t2 + 3 >= m ? 1 : (t2 + 2) % 3 - t2 % 3 + 2;
                        const long a_extent2 = m >= t2 + 4 && t2 % 3 == 0 ? (5 < (n < (2 - t1 < n + t1 + 3 ? 2 - t1 : n + t1 + 3) ? n : (2 - t1 < n + t1 + 3 ? 2 - t1 : n + t1 + 3)) ? 5 : (n < (2 - t1 < n + t1 + 3 ? 2 - t1 : n + t1 + 3) ? n : (2 - t1 < n + t1 + 3 ? 2 - t1 : n + t1 + 3))) : 1;
                        const long a_extent3 = 4 < (n - 1 < (1 - t1 < n + t1 + 2 ? 1 - t1 : n + t1 + 2) ? n - 1 : (1 - t1 < n + t1 + 2 ? 1 - t1 : n + t1 + 2)) ? 4 : (n - 1 < (1 - t1 < n + t1 + 2 ? 1 - t1 : n + t1 + 2) ? n - 1 : (1 - t1 < n + t1 + 2 ? 1 - t1 : n + t1 + 2));
                        int (*a_local)[has_cells ? a_extent1 : 1] = malloc(has_cells ? sizeof(int) * a_extent * a_extent1 : 1);
                        const long a_offset = 0 > -t1 - 3 ? 0 : -t1 - 3;
                        const long a_offset1 = t2 - (t2 + 2) % 3 + 2;
                        if (!a_local)
                            abort();
                        if (has_cells)
                            for (long row = 0; row < a_extent2; row++)
                                memcpy(a_local[(t1 >= -3 && m >= t2 + 4 && t2 % 3 == 0 ? 0 : (t1 <= -4 && m >= t2 + 4 && t2 % 3 == 0 ? -t1 - 3 : ((n + t1 <= 1 && (m - 1) % 3 >= 1 && (t2 + 2) % 3 <= 1) || (n + t1 <= 1 && t2 + 3 >= m && (m - 1) % 3 == 0) || (n + t1 <= 1 && m >= t2 + 2 && t2 + 3 >= m && t2 % 3 == 0) || (n + t1 <= 1 && m >= t2 + 5 && t2 % 3 >= 1 && (m - 1) % 3 == 0) ? n - 1 : 1 - t1))) + row - (0 > -t1 - 3 ? 0 : -t1 - 3)], &a[(t1 >= -3 && m >= t2 + 4 && t2 % 3 == 0 ? 0 : (t1 <= -4 && m >= t2 + 4 && t2 % 3 == 0 ? -t1 - 3 : ((n + t1 <= 1 && (m - 1) % 3 >= 1 && (t2 + 2) % 3 <= 1) || (n + t1 <= 1 && t2 + 3 >= m && (m - 1) % 3 == 0) || (n + t1 <= 1 && m >= t2 + 2 && t2 + 3 >= m && t2 % 3 == 0) || (n + t1 <= 1 && m >= t2 + 5 && t2 % 3 >= 1 && (m - 1) % 3 == 0) ? n - 1 : 1 - t1))) + row][t2 - (t2 + 2) % 3 + 2], sizeof(int) * a_extent1);
                        for (int i = n_local - 2 < -t1_local ? n_local - 2 : -t1_local; i >= 0 && i >= -t1_local - 3; i--)
                            for (int j = 3 * ((t2_local + 2) / 3); j <= (m_local - 1 < t2_local + 3 ? m_local - 1 : t2_local + 3); j += 3)
                                a_local[i - a_offset][j - a_offset1] = a_local[i + 1 - a_offset][j - a_offset1] ^ t_local;
                        if (has_cells)
                            for (long row = 0; row < a_extent3; row++)
                                memcpy(&a[(0 > -t1 - 3 ? 0 : -t1 - 3) + row][t2 - (t2 + 2) % 3 + 2], a_local[row], sizeof(int) * a_extent1);
                        free(a_local);
                    }
                }
}

int main(void)
{
    each_width(n) each_width(m) {
        for (int back = 0; back < 2; back++) {
            int *a = data_i32(n * m, 1, 100), *b = data_i32(n * m, 2, 100);
            shift(n, m, back, (int(*)[m])a, (const int(*)[m])b);
            show("a", a, n * m, sizeof *a);
            free(a);
            free(b);
        }
    }
    return 0;
}
