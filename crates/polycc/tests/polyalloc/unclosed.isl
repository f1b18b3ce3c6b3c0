# status: 1
[N] -> { [x] : -N < x < N
