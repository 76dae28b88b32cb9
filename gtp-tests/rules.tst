# Ko, superko, suicide, snapback, captures, undo, handicap.

# The ko: White takes at B4, Black may not retake at C4 at once.
tengen-setup .XO../X.XO./.XO../...../..... w
1 is_legal w B4
#? [1]
play w B4
2 list_stones b
#? [B3 A4 B5]
3 is_legal b C4
#? [0]
4 play b C4
#? [\? illegal move: C4: it retakes the ko]

# White may fill the ko.
5 is_legal w C4
#? [1]

# After an exchange elsewhere Black may retake, and then White may not.
play b E1
play w D1
6 is_legal b C4
#? [1]
play b C4
7 is_legal w B4
#? [0]

# After undo the ko is as it was.
undo
undo
undo
8 is_legal b C4
#? [0]

# Two passes lift the ko, but not the superko: the position would repeat. A controller's word is taken.
play b pass
play w pass
9 is_legal b C4
#? [0]
10 all_legal b
#? [!.*\bC4\b.*]
11 play b C4
#? []

# Suicide of one stone and of a chain.
tengen-setup .O.../O..../...../...OO/..OX. w
12 is_legal b A5
#? [0]
13 play b A5
#? [\? illegal move: A5: it is suicide]
14 is_legal b E1
#? [0]
15 is_legal w E1
#? [1]
16 is_legal w A5
#? [1]

# A capture is no suicide.
tengen-setup .OX../OX.../X..../...../..... b
17 is_legal b A5
#? [1]
play b A5
18 list_stones w
#? []
19 list_stones b
#? [A3 B4 A5 C5]

# Filling the last liberty of a chain takes it, even from a point without liberties.
tengen-setup ...../...../XXXX./OOOX./X.OX. b
20 is_legal b B1
#? [1]
play b B1
21 list_stones w
#? []
22 list_stones b
#? [A1 B1 D1 D2 A3 B3 C3 D3]

# Snapback: White takes the stone on B1 from A1, and Black takes five from B1.
tengen-setup ...../...../XXXX./OOOX./..OX. b
play b B1
23 is_legal w A1
#? [1]
play w A1
24 list_stones b
#? [D1 D2 A3 B3 C3 D3]
25 is_legal b B1
#? [1]
play b B1
26 list_stones w
#? []
27 showboard
#? [(?s:.*Captured by Black: 5.*Captured by White: 1.*)]

# The same color may move twice, and after two passes.
clear_board
play b C3
play b C4
play w pass
play b pass
28 play w D4
#? []
29 list_stones b
#? [C3 C4]

# Handicap
boardsize 9
30 fixed_handicap 5
#? [C3 G3 E5 C7 G7]
31 fixed_handicap 2
#? [\? board not empty]
32 undo
#? [\? cannot undo]
clear_board
33 fixed_handicap 10
#? [\? invalid number of stones]
34 fixed_handicap 1
#? [\? invalid number of stones]
86 fixed_handicap 3
#? [C3 C7 G7]
clear_board
87 fixed_handicap 6
#? [C3 G3 C5 G5 C7 G7]
clear_board
88 fixed_handicap 7
#? [C3 G3 C5 E5 G5 C7 G7]
clear_board
89 fixed_handicap 8
#? [C3 E3 G3 C5 G5 C7 E7 G7]
boardsize 8
90 fixed_handicap 4
#? [C3 F3 C6 F6]
boardsize 7
91 fixed_handicap 4
#? [C3 E3 C5 E5]
clear_board
92 fixed_handicap 5
#? [\? invalid number of stones]
boardsize 9
35 place_free_handicap 12
#? [([A-HJ][1-9] ){11}[A-HJ][1-9]]
clear_board
36 set_free_handicap C3 C3
#? [\? bad vertex list]
37 set_free_handicap C3
#? [\? bad vertex list]
38 set_free_handicap C3 pass
#? [\? bad vertex list]
39 list_stones b
#? []
40 set_free_handicap C3 G7 E5
#? []
41 list_stones b
#? [C3 E5 G7]
42 showboard
#? [(?s:.*To play: White.*)]

# Positions that are none
43 tengen-setup X./.O w
#? [white]
44 tengen-setup XX/XX
#? [\? a chain has no liberty]
45 tengen-setup X./..?
#? [\? .*]
46 list_stones b
#? [A2]

# Sending two, returning one: the stone that would repeat the position takes nothing itself.
tengen-setup ...../...../OOO../OOX../...X. b
play b A1
play w pass
play b B1
play w C1
play b B1
play w pass
47 is_legal b A1
#? [0]
48 all_legal b
#? [!.*\bA1\b.*]

# Stones of a new game, as KataGo sets them up.
boardsize 5
play b C3
49 set_position b A1 w B2 b E5
#? []
50 list_stones b
#? [A1 E5]
51 move_history
#? []
52 showboard
#? [(?s:.*To play: Black.*)]
53 set_position b A1 w A1
#? [\? bad vertex list]
54 set_position b A1 w A2 w B1
#? [\? a chain has no liberty]
55 set_position b A1 w
#? [\? syntax error: a point is missing]
56 list_stones b
#? [A1 E5]
57 set_position
#? []
58 list_stones b
#? []

# The rules as KataGo describes them: what is printed is accepted.
59 kata-get-rules
#? [\{"friendlyPassOk":true,"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N"\}]
60 kata-set-rules {"friendlyPassOk":true,"hasButton":false,"ko":"POSITIONAL","scoring":"TERRITORY","suicide":false,"tax":"SEKI","whiteHandicapBonus":"0"}
#? []
61 gogui-title
#? [Tengen \(Japanese rules.*]
62 kata-set-rules { "scoring" : "AREA", "friendlyPassOk" : false }
#? []
63 gogui-title
#? [Tengen \(Tromp-Taylor rules.*]
64 kata-set-rule friendlyPassOk true
#? []
65 gogui-title
#? [Tengen \(NZ rules.*]
66 kata-set-rule scoring TERRITORY
#? []
67 gogui-title
#? [Tengen \(Japanese rules.*]
68 kata-set-rules {"scoring":"AREA","suicide":true}
#? [\? unsupported rules: suicide]
69 kata-set-rule hasButton true
#? [\? unsupported rules: a button]
70 kata-set-rule tax NONE
#? [\? unsupported rules: territory in seki]
71 kata-set-rule tax ALL
#? [\? unsupported rules: a tax on groups]
72 kata-set-rule whiteHandicapBonus M
#? [\? unsupported rules: whiteHandicapBonus cannot be "M"]
73 kata-set-rule ko NEVER
#? [\? unsupported rules: ko cannot be "NEVER"]
74 kata-set-rule color red
#? [\? unsupported rules: there is no rule 'color']
75 kata-set-rules {"scoring":
#? [\? syntax error: that is no JSON object]
76 gogui-title
#? [Tengen \(Japanese rules.*]
77 kata-set-rules stone-scoring
#? []
78 kata-set-rules TrompTaylor
#? []
79 kata-set-rules aga-button
#? [\? unsupported rules: aga-button]
80 gogui-title
#? [Tengen \(Tromp-Taylor rules.*]

# Names of two words, as records have them.
81 kata-set-rules New Zealand
#? []
82 kata-get-rules
#? [.*"whiteHandicapBonus":"0"\}]
83 kata-set-rules Tromp  Taylor
#? []
84 gogui-title
#? [Tengen \(Tromp-Taylor rules.*]
85 kata-set-rules New York
#? [\? unsupported rules: New York]
