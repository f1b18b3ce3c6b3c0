[N] -> { tmp[i,j] : -N < i, j < N }
