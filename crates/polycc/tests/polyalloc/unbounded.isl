# status: 1
[N] -> { [x,y] : -N <= x <= N }
