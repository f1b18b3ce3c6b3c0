[N] -> { [x,y] : N < x < N }
