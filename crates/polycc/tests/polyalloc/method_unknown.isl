# args: --method magic
# status: 2
{ [x] : -3 < x < 3 }
