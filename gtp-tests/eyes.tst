# One-point eyes: real, false, convertible (one capture makes them real).

# In the center an eye bears one enemy stone on the diagonals.
tengen-setup ...../.XXX./.X.X./.XXX./.....
1 tengen-eyes b
#? [C3 real]
tengen-setup ...../.XXO./.X.X./.XXX./.....
2 tengen-eyes b
#? [C3 real]
tengen-setup ...../.OXO./.X.X./.XXX./.....
3 tengen-eyes b
#? [C3 false]

# On the first line none.
tengen-setup ...../...../...../.XXX./.X.X.
4 tengen-eyes b
#? [C1 real]
tengen-setup ...../...../...../.OXX./.X.X.
5 tengen-eyes b
#? [C1 false]
tengen-setup ...../...../...../XX.../.X...
6 tengen-eyes b
#? [A1 real]
tengen-setup ...../...../...../X..../.X...
7 tengen-eyes b
#? [A1 real]
tengen-setup ...../...../...../XO.../.X...
8 tengen-eyes b
#? [A1 false]

# A stone in atari on the diagonal: taking it makes the eyes real.
tengen-setup ...../...../...../XOXX./.X.X.
9 tengen-eyes b
#? [A1 convertible C1 convertible]
tengen-setup ..X../XOXO./.X.X./.XXX./.....
10 tengen-eyes b
#? [C3 convertible]

# One capture is not enough.
tengen-setup ..X../XOXO./.X.X./.XXO./.....
11 tengen-eyes b
#? [C3 false]

# Several, row by row.
tengen-setup .X.X./XXXXX/...../...../.....
12 tengen-eyes b
#? [A5 real C5 real E5 real]
tengen-setup .X/X.
13 tengen-eyes b
#? [B1 real A2 real]

# White's.
tengen-setup ...../.OOO./.O.O./.OOO./.....
14 tengen-eyes w
#? [C3 real]
15 tengen-eyes b
#? []

# A two-point eye is no one-point eye.
tengen-setup ...../XXXX./X..X./XXXX./.....
16 tengen-eyes b
#? []
boardsize 9
17 tengen-eyes b
#? []
18 tengen-eyes
#? [\? syntax error: a color is missing]
