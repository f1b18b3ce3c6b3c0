# status: 1
{ [x] : -3 < x < 3 }
{ [x] : x = 5 or x = -5 }
