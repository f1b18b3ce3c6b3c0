/* Runs a program's `main`, called `program` here, as often as the argument says, and tells on standard error the seconds
   that took on processors. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int program(int argc, char **argv);

int main(int argc, char **argv)
{
    long times = argc > 1 ? atol(argv[1]) : 1;
    char *arguments[] = {argv[0], NULL};
    struct timespec start, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    for (long time = 0; time < times; time++)
        program(1, arguments);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    fprintf(stderr, "%.9f\n", end.tv_sec - start.tv_sec + 1e-9 * (end.tv_nsec - start.tv_nsec));
    return 0;
}
