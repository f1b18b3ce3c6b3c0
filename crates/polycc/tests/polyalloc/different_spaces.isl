# status: 1
{ A[x] : 0 <= x < 3; B[x] : x = 5 }
