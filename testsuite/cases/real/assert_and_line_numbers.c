// polycc: --optimize speed
// expect: contracted t
/* `assert` and macros that make names and strings of line numbers stand in functions whose lines move; so do the
   macros for the file and the time of compilation. All of them are left to the compiler. */
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include "bits.h"

#define STRING_OF(x) #x
#define STRING(x) STRING_OF(x)
#define JOINED_OF(a, b) a##b
#define JOINED(a, b) JOINED_OF(a, b)
#define HOLDS(condition) typedef char JOINED(holds_at_, __LINE__)[(condition) ? 1 : -1]
#define PLACE __FILE__ ":" STRING(__LINE__)

HOLDS(sizeof(int) == 4);

static const char *smooth(int n, double x[restrict n][n], double y[restrict n][n])
{
    double t[n][n];
    assert(n > 0 && x != y);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            t[i][j] = x[i][j] * 2;
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n; j++)
            y[i][j] = t[i][j] + t[i - 1][j];
    assert(y[0] ==
           y[0]);
    return PLACE;
}

HOLDS(sizeof(char) == 1);

int main(void)
{
    static const char date[] = __DATE__ " " __TIME__ " " __TIMESTAMP__;
    int sizes[] = {1, 2, 5, 8};
    for (int k = 0; k < 4; k++) {
        int n = sizes[k];
        double x[n][n], y[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                x[i][j] = i - 2.5 * j;
                y[i][j] = 0;
            }
        const char *place = smooth(n, x, y);
        assert(strchr(place, ':') && __LINE__ > 40);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                printf("%a\n", y[i][j]);
    }
    printf("%zu\n", sizeof date);
    return 0;
}
