# What the engine thinks of moves before it searches: the likeliest comes first, and its features say why.

# White's three stones in atari: Black takes them, White gets away.
tengen-setup ......./.XXX.../XOOO.../.XXX.../......./....O../....... b
1 tengen-prior b
#? [E5 .*]
2 tengen-features b
#? [(.*\n)*E5 capture-3 .*(\n.*)*]
3 tengen-prior w
#? [E5 .*]
4 tengen-features w
#? [(.*\n)*E5 save-3 .*(\n.*)*]

# On the first line White's stone stays in atari.
tengen-setup ......./......./......./......./......./.XXXX../.XO..X. w
5 tengen-features w
#? [(.*\n)*D1 save-fails .*(\n.*)*]

# A ladder: one side works, the other is an atari. White gets out on either side.
tengen-setup ......./......./..X..../.XO..../.X...../......./....... b
6 tengen-features b
#? [(.*\n)*C3 atari-1 .*\n(.*\n)*D4 ladder-1 .*(\n.*)*]
7 tengen-features w
#? [(.*\n)*C3 escape-1 .*\n(.*\n)*D4 escape-1 .*(\n.*)*]
8 tengen-prior w
#? [C3 .*]

# Two white stones wait where the ladder would run.
tengen-setup ......./......./..X..../.XO..../.X....O/....O../....... b
9 tengen-features b
#? [(.*\n)*C3 atari-1 .*\n(.*\n)*D4 atari-1 .*(\n.*)*]

# A stone on the way for Black: the other side catches.
tengen-setup ......./......./..XX.../.XO..../.X...../......./....... b
10 tengen-prior b
#? [C3 .*]
11 tengen-features b
#? [(.*\n)*C3 ladder-1 .*(\n.*)*]

# A three-point eye in the corner: whoever plays in the middle decides.
tengen-setup X...XO./XXXXXO./OOOOOO./......./......./......./....... w
12 tengen-features w
#? [(.*\n)*C7 .*vital-enemy.*(\n.*)*]
13 tengen-features b
#? [(.*\n)*C7 .*vital-own.*(\n.*)*]

# Two real eyes: nobody plays in them.
tengen-setup .X.X.../XXXX.../OOOO.../......./......./......./....... w
14 tengen-features w
#? [!(.*\n)*[AC]7.*(\n.*)*]
15 tengen-features b
#? [!(.*\n)*[AC]7.*(\n.*)*]

# Good shape: bend, stretch, join, close a mouth.
tengen-setup ......./......./..XO.../......./......./......./....... b
16 tengen-features b
#? [(.*\n)*C4 .*extension.*\nD4 .*hane.*(\n.*)*]
tengen-setup ......./...O.../..X.X../......./......./......./....... b
17 tengen-prior b
#? [D5 .*]
18 tengen-features b
#? [(.*\n)*D4 .*tiger-mouth.*\n(.*\n)*D5 .*joins.*connection.*(\n.*)*]

# Two stones inside that join: a bad self-atari, which saves nothing.
tengen-setup ......./.XXXX../.O.OX../.XXXX../......./......./....... w
19 tengen-features w
#? [(.*\n)*C5 .*self-atari-2.*(\n.*)*]

# An eye in atari: Black fills it to save the stone, White takes the ko.
tengen-setup ......./.XOO.../X.XO.../.XOO.../......./......./....... b
20 tengen-features b
#? [(.*\n)*B5 save-1 .*false-eye.*(\n.*)*]
21 tengen-features w
#? [(.*\n)*B5 capture-1 .*self-atari-ko.*ko.*(\n.*)*]

# The empty board: not on the first line, and near the last move.
boardsize 9
clear_board
22 tengen-prior b
#? [[C-G][3-7] .*]
23 tengen-features b
#? [A1 line-1 open-1\n(.*\n)*.*]
play b E5
24 tengen-features w
#? [(.*\n)*E4 .*last-1\n(.*\n)*.*]
play w E3
25 tengen-features b
#? [(.*\n)*E4 .*last-1 previous-1\n(.*\n)*.*]

26 tengen-features
#? [capture-1 .*]

# The network: three stones in atari get away; it knows 9x9 boards only.
boardsize 9
tengen-setup ........./.XXX...../XOOO...../.X.X...../........./......O../........./........./......... b
play b C6
27 tengen-network w
#? [E7 .*]
boardsize 7
28 tengen-network b
#? [\? the network looks at 9x9 boards only]
