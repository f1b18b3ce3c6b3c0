# status: 1
{ [x] : -N < x < N }
