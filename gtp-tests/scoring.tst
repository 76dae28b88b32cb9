# Areas, komi, dead stones.

komi 0
tengen-setup .XO./XXOO/.XO./XXOO
1 final_score
#? [0]
komi 0.5
2 final_score
#? [W\+0\.5]
komi -3
3 final_score
#? [B\+3\.0]
komi 7.5
boardsize 9
4 final_score
#? [W\+7\.5]

# A dead stone is taken off before the count.
komi 0
tengen-setup .X.XO.O/XXXXOOO/.XXOOO./XXXO.OO/..XOOOO/XXXXOO./.OXXO.O
5 final_status_list dead
#? [B1]
6 final_score
#? [B\+1\.0]
7 final_status_list seki
#? []
8 final_status_list alive
#? [(?s:.*\n.*)]
9 final_status_list nonsense
#? [\? syntax error.*]

# Whose points are, whoever moves: the dead stone's is the other color's.
tengen-setup .X.XO.O/XXXXOOO/.XXOOO./XXXO.OO/..XOOOO/XXXXOO./.OXXO.O w
35 tengen-territory
#? [\nb b b b w w w\nb b b b w w w\nb b b w w w w\nb b b w w w w\nb b b w w w w\nb b b b w w w\nb b b b w w w]
36 tengen-ownership
#? [\n1\.00 1\.00 1\.00 1\.00 -1\.00 -1\.00 -1\.00(?s:\n.*\n)1\.00 1\.00 1\.00 1\.00 -1\.00 -1\.00 -1\.00]
37 final_status B1
#? [dead]
38 final_status C1
#? [alive]
39 final_status A1
#? [black_territory]
40 final_status F1
#? [white_territory]
tengen-setup .X.O./.X.O./.X.O./.X.OO/.X.O.
41 final_status C3
#? [dame]
42 tengen-territory
#? [\nb b \? w w\nb b \? w w\nb b \? w w\nb b \? w w\nb b \? w w]

# Everything lives on an empty board.
boardsize 9
10 final_status_list dead
#? []
11 final_status_list alive
#? []

# A lonely invader: everything is Black's.
komi 0
tengen-setup .X.../XXXXX/.X.X./XXXXX/..O.. b
12 final_status_list dead
#? [C1]
13 final_score
#? [B\+25\.0]

# Seki with two shared liberties.
tengen-setup ......../......../......../OOOOOOOO/.O.O.O.O/OOOOOOOO/XXXXXXXX/X.OOOO.X
14 final_status_list seki
#? [(A1 H1 .*H2\nC1 D1 E1 F1|C1 D1 E1 F1\nA1 H1 .*H2)]
15 final_status_list dead
#? []

# The same with two stones fewer is none: White throws three in and plays the middle.
tengen-setup ....../OOOOOO/.O.O.O/OOOOOO/XXXXXX/X.OO.X
16 final_status_list dead
#? [A1 F1 A2 .*F2]
17 final_status_list seki
#? []

# Seki with an eye each.
tengen-setup ...OXXX/OOOOX.X/OOOOXXX/.O.OXX./OOOOXXX/XXXXOOO/.XX.OO.
18 final_status_list seki
#? [B1 C1 A2 B2 C2 D2\nE1 F1 E2 F2 G2]

# Bent four in the corner.
tengen-setup OOOOOO/.O.O.O/OOOOOO/XXOOOO/.XXXXO/OOO.XO
19 final_status_list dead
#? [E1 B2 C2 D2 E2 A3 B3]

# By Chinese and AGA rules White has points for a handicap, whether the stones are placed or played.
kgs-rules chinese
boardsize 5
clear_board
komi 0.5
set_free_handicap B2 D4
20 kata-get-rules
#? [.*"whiteHandicapBonus":"N".*]
21 final_score
#? [B\+22\.5]
kgs-rules aga
22 final_score
#? [B\+23\.5]
kgs-rules japanese
kata-set-rules {"scoring":"AREA","whiteHandicapBonus":"N"}
clear_board
play b B2
play b D4
play b C3
23 final_score
#? [B\+21\.5]
kata-set-rule whiteHandicapBonus 0
24 final_score
#? [B\+24\.5]
kgs-rules new_zealand
25 kata-get-rules
#? [.*"scoring":"AREA".*"whiteHandicapBonus":"0".*]

# The pass after a pass ends the game, which is counted without the dead: it wins nothing that they have, whatever the search is
# used to.
kata-set-rules chinese
tengen-setup .OOOXO.XX/XO.OX..OO/.OOOXO.O./XO.OXOXOX/.OOOX.XOO/XO.OXXXOX/.OOOXXO.X/XO.OX.XX./.OOOXXO.. w
komi -12.5
tengen-params lead rave
play w pass
26 reg_genmove b
#? [!pass]
tengen-params lead network

# The third pass in a row is a first one again: the next one ends the game and wins it.
kata-set-rules chinese
boardsize 5
clear_board
komi 7.5
play b pass
play w pass
play b pass
27 genmove w
#? [pass]

# So do the rules that a record names, and what is saved names them again.
kgs-rules chinese
28 loadsgf sgf/handicap.sgf
#? [white]
29 final_score
#? [B\+22\.5]
30 loadsgf sgf/handicap-aga.sgf
#? [white]
31 kata-get-rules
#? [.*"whiteHandicapBonus":"N-1".*]
32 final_score
#? [B\+23\.5]
clear_board
33 printsgf
#? [.*RU\[AGA\].*]
kgs-rules new_zealand
34 printsgf
#? [.*RU\[NZ\].*]
