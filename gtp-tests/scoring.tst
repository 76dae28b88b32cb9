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
