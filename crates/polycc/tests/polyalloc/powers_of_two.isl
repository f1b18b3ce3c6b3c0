# args: --power-of-two
{ [x,y] : -2 <= x <= 2 and -4 <= y <= 4 }
