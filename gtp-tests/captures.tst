# Captures and saves that decide a game.

komi 0
# The stone in the middle is in atari, and so is Black's stone beside it.
tengen-setup ...../.OX../.XO../.OX../..... b
1 reg_genmove b
#? [D3]
tengen-setup ...../.XO../.OX../.XO../..... w
2 reg_genmove w
#? [D3]
tengen-setup ...../..XO./..OX./..XO./..... b
3 reg_genmove b
#? [B3]

# Six white stones in atari: taken by Black, saved by White.
tengen-setup ......./.XXXX../XOOOOX./XOXXOX./.X...O./......./....... b
4 reg_genmove b
#? [E3]
tengen-setup ......./.XXXX../XOOOOX./XOXXOX./.X...O./......./....... w
5 reg_genmove w
#? [E3]
tengen-setup ........./..XXXX.../.XOOOOX../.XOXXOXO./..X...O../....O.O../......O../..X.O.O../......... b
6 reg_genmove b
#? [F5]
tengen-setup ........./..XXXX.../.XOOOOX../.XOXXOXO./..X...O../....O.O../......O../..X.O.O../......... w
7 reg_genmove w
#? [F5]

# Seven black stones are in atari; taking the two stones inside them saves them all.
komi 0
tengen-setup ......./..OOO../.OXXXO./.OXOXO./..XOXO./..O.O../..X.X.. b
8 reg_genmove b
#? [D2]
