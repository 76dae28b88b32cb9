# What the engine thinks of moves before it searches: the likeliest comes first, and its features say why.
# Where the network leads there are no priors.
1 tengen-prior b
#? [\? the network leads here.*]
2 tengen-params lead rave
#? []

# White's three stones in atari: Black takes them, White gets away.
tengen-setup ......./.XXX.../XOOO.../.XXX.../......./....O../....... b
3 tengen-prior b
#? [E5 .*]
4 tengen-features b
#? [(.*\n)*E5 capture-3 .*(\n.*)*]
5 tengen-prior w
#? [E5 .*]
6 tengen-features w
#? [(.*\n)*E5 save-3 .*(\n.*)*]

# On the first line White's stone stays in atari.
tengen-setup ......./......./......./......./......./.XXXX../.XO..X. w
7 tengen-features w
#? [(.*\n)*D1 save-fails .*(\n.*)*]

# A ladder: one side works, the other is an atari. White gets out on either side.
tengen-setup ......./......./..X..../.XO..../.X...../......./....... b
8 tengen-features b
#? [(.*\n)*C3 atari-1 .*\n(.*\n)*D4 ladder-1 .*(\n.*)*]
9 tengen-features w
#? [(.*\n)*C3 escape-1 .*\n(.*\n)*D4 escape-1 .*(\n.*)*]
10 tengen-prior w
#? [E4 .*]

# Two white stones wait where the ladder would run.
tengen-setup ......./......./..X..../.XO..../.X....O/....O../....... b
11 tengen-features b
#? [(.*\n)*C3 atari-1 .*\n(.*\n)*D4 atari-1 .*(\n.*)*]

# A stone on the way for Black: the other side catches.
tengen-setup ......./......./..XX.../.XO..../.X...../......./....... b
13 tengen-features b
#? [(.*\n)*C3 ladder-1 .*(\n.*)*]

# Three liberties: after C3 or C5 a ladder would catch the stone, after D4 it gets out.
tengen-setup ......./......./......./.XO.X../......./......./....... b
12 tengen-features b
#? [(.*\n)*C3 threat-1 .*\n(.*\n)*C5 threat-1 .*(\n.*)*]
33 tengen-features b
#? [(.*\n)*D4 presses .*(\n.*)*]

# Farther away: E4 waits where the ladder would run.
tengen-setup ......./......./..X..../.XO..../.X...../......./....... w
34 tengen-features w
#? [(.*\n)*E4 defends-1 .*(\n.*)*]

# A three-point eye in the corner: whoever plays in the middle decides.
tengen-setup X...XO./XXXXXO./OOOOOO./......./......./......./....... w
14 tengen-features w
#? [(.*\n)*C7 .*vital-enemy.*(\n.*)*]
15 tengen-features b
#? [(.*\n)*C7 .*vital-own.*(\n.*)*]

# Two real eyes: nobody plays in them.
tengen-setup .X.X.../XXXX.../OOOO.../......./......./......./....... w
16 tengen-features w
#? [!(.*\n)*[AC]7.*(\n.*)*]
17 tengen-features b
#? [!(.*\n)*[AC]7.*(\n.*)*]

# Good shape: bend, stretch, join, close a mouth.
tengen-setup ......./......./..XO.../......./......./......./....... b
18 tengen-features b
#? [(.*\n)*C4 .*extension.*\nD4 .*hane.*(\n.*)*]
tengen-setup ......./...O.../..X.X../......./......./......./....... b
19 tengen-prior b
#? [D5 .*]
20 tengen-features b
#? [(.*\n)*D4 .*tiger-mouth.*\n(.*\n)*D5 .*joins.*connection.*(\n.*)*]

# Two stones inside that join: a bad self-atari, which saves nothing.
tengen-setup ......./.XXXX../.O.OX../.XXXX../......./......./....... w
21 tengen-features w
#? [(.*\n)*C5 .*self-atari-2.*(\n.*)*]

# An eye in atari: Black fills it to save the stone, White takes the ko.
tengen-setup ......./.XOO.../X.XO.../.XOO.../......./......./....... b
22 tengen-features b
#? [(.*\n)*B5 save-1 .*false-eye.*(\n.*)*]
23 tengen-features w
#? [(.*\n)*B5 capture-1 .*self-atari-ko.*ko.*(\n.*)*]

# The empty board: not on the first line, and near the last move.
boardsize 9
clear_board
24 tengen-prior b
#? [[C-G][3-7] .*]
25 tengen-features b
#? [A1 line-1 open-1\n(.*\n)*.*]
play b E5
26 tengen-features w
#? [(.*\n)*E4 .*last-1 .*\n(.*\n)*.*]
play w E3
27 tengen-features b
#? [(.*\n)*E4 .*last-1 previous-1 .*\n(.*\n)*.*]

28 tengen-features
#? [capture-1 .*]

# The network: six stones in atari get away; it knows 9x9 boards only.
boardsize 9
tengen-setup ........./..XXXX.../.XOOOOX../.XOXXOXO./..X...O../....O.O../......O../..X.O.O../......... w
29 tengen-network w
#? [F5 .*]
boardsize 7
30 tengen-network b
#? [\? the network looks at 9x9 boards only]
