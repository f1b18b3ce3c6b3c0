/* Read by tests/splice.rs: macros of every shape, so that carrying an edit over is hard. */
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
int marker;
#define N 100
#define TWICE(e) ((e) + (e))
#define REAL double
#define DECLARE(name) REAL name[N];
#define HEIGHT 4
#define BEGIN {
#define END }
#define P x + x
#define IDENTITY(e) e
int IDENTITY(int a);
void kernel(int n, REAL (*row)[N]) BEGIN
	int *p = NULL; int x = N, y[N][N]; /* over
	two lines */ DECLARE(t) /* t */ int z;
	assert(n > N
		&& p
		); x = P + x + P + x;
	x = IDENTITY
		+ 1;
	x = IDENTITY
		(1) + 2; x = TWICE(y[0][N]) + y[0][N];
	x = n
#if 0
		+ 3
#endif
		+ 4; fprintf(stderr, "hi %d"
		"x", IDENTITY(
			HEIGHT
		), HEIGHT); x =
		N + __LINE__; IDENTITY(IDENTITY(
		__LINE__))
		;
	int lo\
ng_name = N, \
		other = long_name;
	for (x = 0; x < N; x++) BEGIN row[x][0] = row[x][0] + row[N][0]; END // all
#pragma scop
	_Pragma("endscop") puts("a"); // continued \
	int hidden;
	IDENTITY(x = N;
		y[0][0] = x) ; for (;;) { x = TWICE(IDENTITY(x)); }
END
