# What a ladder does to a chain, if the attacker moves first and if its owner does.

# The stairs lead from C5 down to the right; nothing is there.
tengen-setup ......./..X..../.XO..../.X...../......./......./....... b
1 tengen-ladder C5
#? [attack: captured D5, defend: escapes]
tengen-setup ......./..O..../.OX..../.O...../......./......./....... b
2 tengen-ladder C5
#? [attack: captured D5, defend: escapes]

# A friend on the stairs, near and far; beside them; an enemy on them.
tengen-setup ......./..X..../.XO..../.X...../....O../......./....... b
3 tengen-ladder C5
#? [attack: escapes, defend: escapes]
tengen-setup ......./..X..../.XO..../.X...../......./.....O./....... b
4 tengen-ladder C5
#? [attack: escapes, defend: escapes]
tengen-setup ......./..X..../.XO..../.X...../......./......./O...... b
5 tengen-ladder C5
#? [attack: captured D5, defend: escapes]
tengen-setup ......./..X..../.XO..O./.X...../......./......./....... b
6 tengen-ladder C5
#? [attack: captured D5, defend: escapes]
tengen-setup ......./..X..../.XO..../.X...../....X../......./....... b
7 tengen-ladder C5
#? [attack: captured D5, defend: escapes]

# One move later.
tengen-setup ......./..X..../.XOX.../.X...../......./......./....... w
8 tengen-ladder C5
#? [attack: captured C4, defend: captured]
tengen-setup ......./..X..../.XOX.../.X...../....O../......./....... w
9 tengen-ladder C5
#? [attack: captured C4, defend: escapes C4]
# Black's D5 has one liberty left: when he heads White off at C3, White takes it from D4.
tengen-setup ......./..XO.../.XOXO../.X...../......./......./....... w
10 tengen-ladder C5
#? [attack: captured C4, defend: escapes C4]

# Along the edge, and into the corner.
tengen-setup ...../...../...../.XXX./..O.. b
11 tengen-ladder C1
#? [attack: captured [BD]1, defend: escapes]
tengen-setup ...../...../...../.XX../..O.. b
12 tengen-ladder C1
#? [attack: captured [BD]1, defend: escapes]
tengen-setup ...../...../...../XX.../.O... b
13 tengen-ladder B1
#? [attack: captured [AC]1, defend: escapes]
# Three liberties.
tengen-setup ...../...../...../.X.../..O.. b
14 tengen-ladder C1
#? [attack: escapes, defend: escapes]

# White takes B2 from B1, and Black may play neither A1 nor B2 then. Without C2 nothing is in atari.
tengen-setup ...../X..../XO.../OXO../..... w
15 tengen-ladder A2
#? [attack: captured A1, defend: escapes B1]
tengen-setup ...../X..../XO.../OX.../..... w
16 tengen-ladder A2
#? [attack: captured A1, defend: captured]

# A connection.
tengen-setup ...../..X../.XOX./...../..O.. w
17 tengen-ladder C3
#? [attack: captured C2, defend: escapes C2]

# A ko: White takes it, Black has to wait.
tengen-setup ...../.OX../OX.X./.OX../..... w
18 tengen-ladder B3
#? [attack: captured C3, defend: escapes C3]
play w C3
19 tengen-ladder C3
#? [attack: escapes, defend: escapes B3]
play b E1
play w E5
20 tengen-ladder C3
#? [attack: captured B3, defend: escapes B3]

# Refusals.
21 tengen-ladder A1
#? [\? the point is empty]
22 tengen-ladder
#? [\? syntax error: a point is missing]
23 tengen-ladder F6
#? [\? syntax error: 'F6' is no point of this board]
