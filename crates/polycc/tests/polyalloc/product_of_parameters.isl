# status: 1
[N] -> { [x] : -N * N < x < N * N }
