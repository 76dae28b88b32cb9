# What the diamond around an empty point says of it: classes, weight and, for a convertible eye, the points
# that settle it.

# Black bends under White's stone or stretches; White the same the other way round.
tengen-setup ........./........./...XO..../........./........./........./........./........./......... b
1 tengen-pattern b E6
#? [hane: weight 2]
2 tengen-pattern b D6
#? [extension: weight 1.5]
3 tengen-pattern w D6
#? [hane: weight 2]
4 tengen-pattern w E6
#? [extension: weight 1.5]
5 tengen-pattern w A1
#? [none: weight 1]
# The second line has shapes of its own.
6 tengen-pattern w D8
#? [hane edge: weight 2]

# The head of a stone between two.
tengen-setup ......./......./..XOX../......./......./......./....... b
7 tengen-pattern b D4
#? [hane: weight 3]

# A cut for one is a connection for the other.
tengen-setup ......./......./..XO.../..O..../......./......./....... b
8 tengen-pattern b D4
#? [cut: weight 4]
9 tengen-pattern w D4
#? [connection: weight 2]
tengen-setup ......./......./...O.../..X.X../...O.../......./....... b
10 tengen-pattern b D4
#? [cut connection: weight 4]
11 tengen-pattern w D4
#? [cut connection: weight 4]

# Turning around the end of a contact.
tengen-setup ......./......./..XO.../..X..../......./......./....... b
12 tengen-pattern b D4
#? [turn: weight 2]

# A peep: the joint, and the tiger's mouth behind it.
tengen-setup ......./...O.../..X.X../......./......./......./....... b
13 tengen-pattern b D5
#? [connection: weight 3]
14 tengen-pattern b D4
#? [tiger-mouth: weight 3]

# The first line.
tengen-setup ......./......./......./......./......./..XO.../....... b
15 tengen-pattern b D1
#? [hane edge: weight 2]
16 tengen-pattern w C1
#? [hane edge: weight 2]

# Eyes in the corner: real but not settled, real, false unless the stone at B4 is taken.
tengen-setup .X.../X..../OO.../...../..... b
17 tengen-pattern b A5
#? [real-eye convertible-eye: weight 0.1 B4]
tengen-setup .X.../XX.../OO.../...../..... b
18 tengen-pattern b A5
#? [real-eye: weight 0.1]
19 tengen-pattern w A5
#? [none: weight 1]
tengen-setup .X.../XO.../OO.../...../..... b
20 tengen-pattern b A5
#? [false-eye convertible-eye: weight 0.5 B4]

# Eyes in the middle, with one and two of four diagonal points White's.
tengen-setup ......./..OXX../..X.X../..XX.../......./......./....... b
21 tengen-pattern b D5
#? [real-eye convertible-eye: weight 0.1 E4]
tengen-setup ......./..OXX../..X.X../..XXO../......./......./....... b
22 tengen-pattern b D5
#? [false-eye convertible-eye: weight 0.5 E4 C6]
tengen-setup ......./..OXX../..X.X../..OX.../......./......./....... b
23 tengen-pattern b D5
#? [false-eye: weight 0.5]

# Black takes the stone at D3 in a ko; White's point C3 is a false eye.
tengen-setup ......./......./...X.../..OX.../.O.OX../..OX.../....... b
24 tengen-pattern b C3
#? [ko: weight 3]
25 tengen-pattern w C3
#? [.*false-eye.*]

# The middle of three empty points on the edge, and the bend in the corner.
tengen-setup ......./......./......./......./.XXX.../.X.OOO./.XO...O b
26 tengen-pattern b E1
#? [kills: weight 4]
tengen-setup ......./......./......./......./O....../.O...../..O.... b
27 tengen-pattern b A1
#? [kills: weight 4]

# Throwing in on the first line: White's eye at D1 becomes false.
tengen-setup ......./......./......./......./......./..XO.../..O..X. b
28 tengen-pattern b D1
#? [cut edge takes-eye: weight 3]

# A snapback: the capture at E1 would join the wall, which D1 takes again.
tengen-setup ......./......./......./......./.XXXX../.XOOO../..O..X. b
29 tengen-pattern b D1
#? [captures-back: weight 3]

# Refusals.
30 tengen-pattern b C2
#? [\? the point is not empty]
31 tengen-pattern b
#? [\? syntax error: a point is missing]
32 tengen-pattern b H9
#? [\? syntax error: 'H9' is no point of this board]
33 tengen-pattern x A1
#? [\? syntax error: 'x' is no color]
