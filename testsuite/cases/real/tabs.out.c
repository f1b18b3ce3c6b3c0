// polycc: --at n=20,m=30
// bytes: 4800 -> 240
// expect: contracted	line
/* Tabs for indentation and inside of lines;	spaces at the ends of some. */
#include "bits.h"

static	void	fold(int	n, int	m,	double in[n][m], double out[n][m])
{
	/* polycc: line[i][j] -> line[j]; m cells instead of n * m */
	double	line[m];   
#pragma	scop
	for (int i = 0;	i < n;	i++) {	
		for (int j = 0; j < m; j++)
			line[j]	=	in[i][j]	+	1.0;
	  	for (int j = 0; j < m; j++)
	        	out[i][j] = line[m - j - 1]	*	line[j];	
	}
#pragma	endscop  
}	

int main(void)
{
	static const int sizes[][2] = {{1, 1}, {2, 3}, {5, 4}};
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
		int n = sizes[s][0], m = sizes[s][1];
		double *in = data_f64(n * m, 105), *out = data_f64(n * m, 106);
		fold(n, m, (void *)in, (void *)out);
		show("out", out, n * m, sizeof *out);
		free(in);
		free(out);
	}
	return 0;
}
