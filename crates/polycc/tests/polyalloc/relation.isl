# status: 1
[N] -> { A[x] -> A[y] : 0 <= x < y < N }
