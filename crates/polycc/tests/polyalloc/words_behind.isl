# status: 1
{ [x] : -3 < x < 3 } where x is small
