# Captures and saves, in GNU Go's format: 0 fails; 1 works; 2 works in a ko that the mover takes first; 3 works in a ko
# for which the mover needs the first threat. What the nodes do not decide is an error, never 0.

# One liberty.
tengen-setup ...../..X../.XOX./...../..... b
1 attack C3
#? [1 C2]
# Black catches two stones with three liberties on so small a board.
2 defend C3
#? [0]

# A ladder to the corner, and with a stone in its way.
tengen-setup ......./..X..../.XO..../.X...../......./......./....... b
3 attack C5
#? [1 D5]
# Moved out in time it holds. That no ko is needed for it takes more nodes than a question gets.
4 defend C5
#? [2 D5]
tengen-setup ......./..X..../.XO..../.X...../....O../......./....... b
5 tengen-solve C5 order=1
#? [value: not captured.*]

# The ladder one move later: nothing saves the stone.
tengen-setup ......./..X..../.XOX.../.X...../......./......./....... w
6 defend C5
#? [0]

# Along the edge.
tengen-setup ...../...../...../.XXX./..O.. b
7 attack C1
#? [1 (B1|D1)]

# A ko that Black takes: White needs a threat to take back.
tengen-setup ...../.OX../OX.X./.OX../..... w
8 attack B3
#? [2 C3]

# A chain with two eyes.
tengen-setup ..O../OOO../XXX../...../..... b
9 tengen-solve B4 order=3
#? [value: not captured.*]

# Many liberties.
tengen-setup ...../...../..O../...../..... b
10 tengen-solve C3 order=2
#? [value: not captured.*order: 2.*]

# A net: order 2.
tengen-setup ......./......./..XX.../..XO.../......./....X../.......  b
11 tengen-solve D4 order=2
#? [value: captured.*]

# Refusals.
12 attack A1
#? [\? the point is empty]
13 defend
#? [\? syntax error: a point is missing]
14 tengen-solve D4 order=6
#? [\? order must be from 1 to 5]
25 tengen-solve D4 recurrence=none
#? [\? 'none' is no value for recurrence, which must be one of sound, paper]
15 tengen-solve D4 depth=6
#? [\? there is no parameter 'depth']
16 tengen-solve D4 quickly
#? [\? syntax error: 'quickly' is no key=value]
17 tengen-solve A1
#? [\? the point is empty]

# No ladder captures it, and whether anything does the nodes do not tell.
tengen-setup ........./........./..XX...../.XO....../........./....X..../........./........./......... b
26 tengen-ladder C6
#? [attack: captured C5, defend: escapes]
27 attack C6
#? [1 C5]
28 defend C6
#? [\? unknown: not decided within 20000 nodes]

# Life and death. Who stands around may be taken, G5 here: nothing is claimed.
tengen-setup ......./.OOOOO./.OXXXXO/.OX...X/.OXXXXO/.OOOOO./....... w
18 tengen-solve C4 goal=life
#? [value: unknown.*]
# Three points in a row die if the enemy moves first, and live otherwise.
tengen-setup ......./OOOOOO./OXXXXO./X...XO./XXXXXO./OOOOOO./....... w
19 tengen-solve A4 goal=life
#? [value: dead.*moves: C4.*]
20 tengen-solve A4 goal=life first=defend
#? [value: alive.*moves: C4.*]
# A seki: who fills a shared liberty is taken.
tengen-setup ......../......../......../OOOOOOOO/.O.O.O.O/OOOOOOOO/XXXXXXXX/X.OOOO.X w
21 tengen-solve A2 goal=life ko=attacker-free
#? [value: alive.*ko: false.*]
22 tengen-solve A8 goal=life
#? [\? the point is empty]
23 tengen-solve A2 goal=peace
#? [\? syntax error: 'peace' is not capture or life]
24 tengen-solve A2 goal=life order=2
#? [\? there is no parameter 'order']
