# The protocol itself: answers, refusals, and state that stays.

1 protocol_version
#? [2]
2 name
#? [Tengen]
3 version
#? [\d+\.\d+\.\d+]
4 known_command genmove
#? [true]
5 known_command nonsense
#? [false]
6 known_command
#? [\? syntax error.*]
7 nonsense
#? [\? unknown command]
8 list_commands
#? [(?s:.*\bgenmove\b.*\bfinal_score\b.*)]
9 NAME
#? [\? unknown command]
10 gogui-analyze_commands
#? [.*string/Ladder/tengen-ladder %p\n.*]

# Blanks, tabs, comments
   11	 play   b	e5   # the center
#? []
12 list_stones black
#? [E5]
13 list_stones b # comment
#? [E5]

# Upper and lower case
14 play WHITE d4
#? []
15 play W D4
#? [\? illegal move: D4: the point is occupied]
16 play b PASS
#? []
17 play white Pass
#? []
18 list_stones W
#? [D4]

# Points that are none, and arguments that are missing
19 play b i5
#? [\? syntax error: 'i5' is no point of this board]
20 play b e0
#? [\? syntax error.*]
21 play b e10
#? [\? syntax error.*]
22 play b e05
#? [\? syntax error.*]
23 play b
#? [\? syntax error: a move is missing]
24 play green e5
#? [\? syntax error: 'green' is no color]
25 genmove
#? [\? syntax error: a color is missing]
26 play b resign
#? []
27 list_stones black
#? [E5]

# Sizes
28 boardsize 19
#? [\? unacceptable size]
29 boardsize 1
#? [\? unacceptable size]
30 boardsize -5
#? [\? unacceptable size]
31 boardsize nine
#? [\? syntax error.*]
32 boardsize
#? [\? syntax error.*]
33 list_stones black
#? [E5]
34 boardsize 9 9
#? []
35 list_stones black
#? []
36 boardsize 5:5
#? []
37 play b E5
#? []
38 play b F5
#? [\? syntax error.*]

# The komi survives boardsize and clear_board
39 komi 6.5
#? []
40 boardsize 9
#? []
41 clear_board
#? []
42 get_komi
#? [6\.5]
43 komi nan
#? [\? syntax error.*]
44 komi inf
#? [\? syntax error.*]
45 komi
#? [\? syntax error.*]
46 get_komi
#? [6\.5]
47 komi -3.5
#? []
48 get_komi
#? [-3\.5]
49 komi 1e1
#? []
50 get_komi
#? [10]
komi 7.5

# Time is accepted at any point of a game
51 time_settings 300 0 0
#? []
52 time_left b 12.5 0
#? []
53 time_left w -1 0
#? []
54 time_settings 0 1 0
#? []
55 time_settings 1
#? [\? syntax error.*]
56 time_left b x 0
#? [\? syntax error.*]

# Undo to the start and not beyond
57 undo
#? [\? cannot undo]
58 play b c3
#? []
59 play b c4
#? []
60 undo
#? []
61 list_stones b
#? [C3]
62 undo
#? []
63 undo
#? [\? cannot undo]

# Files
64 loadsgf
#? [\? syntax error.*]
65 loadsgf no-such-file.sgf
#? [\? cannot load file: .*]
66 loadsgf sgf/illegal.sgf
#? [\? cannot load file: move 3 \(Black E5\) is illegal: the point is occupied]
67 loadsgf sgf/large-board.sgf
#? [\? cannot load file: the board is 19 by 19.*]
68 list_stones b
#? []
69 loadsgf sgf/short.sgf
#? [white]
70 list_stones b
#? [C3 E5 G7]
71 loadsgf "sgf/short.sgf" 2
#? [white]
72 list_stones b
#? [E5]
73 get_komi
#? [5\.5]

# Parameters
74 tengen-params rave_final
#? [2500]
75 tengen-params rave_final 3000
#? []
76 tengen-params rave_final
#? [3000]
77 tengen-params rave_final 0
#? [\? rave_final must be from .*]
78 tengen-params nonsense
#? [\? there is no parameter 'nonsense']
79 tengen-params
#? [(?s:.*expand_visits 3.*)]
80 tengen-stats
#? [no search yet]
81 reg_genmove b
#? [[A-HJ][1-9]|pass]
82 tengen-stats
#? [(?s:playouts: 2000.*)]
83 list_stones b
#? [E5]

# Ids beyond the protocol's, and help for people
4294967296 name
#? [Tengen]
12345678901234567890 name
#? [\? unknown command]
84 help
#? [(?s:.*\ngenmove COLOR: chooses a move and plays it: a vertex, pass or resign\n.*)]
85 komi 1e999
#? [\? syntax error: '1e999' is too large]
850 komi -400.5
#? [\? syntax error: the komi must be from -400 to 400]

# KataGo's settings: limits and threads by its names, parameters by their own
86 kata-list-params
#? [maxVisits maxPlayouts maxTime numSearchThreads .*\bresign_rate\b.*]
87 kata-get-param maxVisits
#? [2000]
88 kata-set-param maxPlayouts 100
#? []
89 reg_genmove b
#? [[A-HJ][1-9]|pass]
90 tengen-stats
#? [(?s:playouts: 100\n.*)]
genmove b
#? [[A-HJ][1-9]|pass]
4290 tengen-lines 3
#? [(?s:[A-HJpas1-9 \n]+)]
4292 gogui-play_sequence w A1 b A1
#? [\? illegal move: A1: the point is occupied]
4293 tengen-lines 3
#? [(?s:[A-HJpas1-9 \n]+)]
undo
4291 tengen-lines 0
#? [\? syntax error: the number of lines is from 1 to 1000000]
91 kata-set-param maxTime 0.5
#? []
92 kata-get-param maxTime
#? [0\.5]
93 kata-set-param maxTime 0
#? []
94 kata-get-param maxTime
#? [0]
95 kata-set-param numSearchThreads 2
#? []
96 kata-get-param numSearchThreads
#? [2]
97 kata-set-param numSearchThreads 0
#? [\? syntax error: '0' is not from 1 to 1024]
98 kata-set-param maxTime nan
#? [\? syntax error: 'nan' is not a number of seconds from 0 \(no limit\) to 86400]
99 kata-set-param playoutDoublingAdvantage 1
#? [\? there is no parameter 'playoutDoublingAdvantage']
100 kata-get-param playoutDoublingAdvantage
#? [\? there is no parameter 'playoutDoublingAdvantage']
101 kata-set-param resign_rate 0.1
#? []
102 kata-set-param allowResignation false
#? []
103 kata-get-param resign
#? [0]
104 kata-get-param allowResignation
#? [false]
105 kata-set-param allowResignation true
#? []
106 kata-get-param resign_rate
#? [0\.1]
107 kata-get-param allowResignation
#? [true]
# Who allows it means it: a rate of 0, which is never, becomes the usual one.
108 kata-set-param resign_rate 0
#? []
109 kata-get-param allowResignation
#? [false]
110 kata-set-param allowResignation true
#? []
111 kata-get-param resign_rate
#? [0\.05]
112 kata-set-param ponderingEnabled true
#? []
113 kata-get-param ponder
#? [1]
114 kata-set-param ponderingEnabled false
#? []
115 kata-get-param ponderingEnabled
#? [false]
116 kata-set-param maxVisits
#? [\? syntax error: a value is missing]

# A number that is too large is as impossible as one that is a little too large; moves count from 1.
117 boardsize 99999999999999999999
#? [\? unacceptable size]
118 place_free_handicap 5000000000
#? [\? invalid number of stones]
119 gg-undo 5000000000
#? [\? cannot undo]
120 loadsgf sgf/short.sgf 0
#? [\? syntax error: '0' is no move number; .*]
121 loadsgf sgf/short.sgf 99999999999999999999
#? [black|white]

# KataGo's search: a move that is not played, with nothing known from before. One line tells what was found.
kata-set-param numSearchThreads 1
kata-set-param maxPlayouts 100
clear_board
122 gomill-explain_last_move
#? [no search yet]
123 kata-search b
#? [[A-HJ][1-9]]
124 list_stones b
#? []
125 gomill-explain_last_move
#? [\d+\.\d % after 100 playouts in \d+\.\d\d s: [A-HJ][1-9]( [A-HJ][1-9]| pass)*]
126 kata-search
#? [\? syntax error: a color is missing]

# Small services of test suites and match tools
127 get_random_seed
#? [1]
set_random_seed 18446744073709551615
128 get_random_seed
#? [18446744073709551615]
129 set_random_seed 18446744073709551616
#? [\? syntax error: '18446744073709551616' is no seed]
130 gomill-describe_engine
#? [Tengen \d+\.\d+\.\d+\nChinese rules, komi 5\.5, seed 18446744073709551615]
131 gomill-cpu_time
#? [\d+\.\d{3}]
132 echo Aji  keshi # a comment
#? [Aji keshi]
133 echo
#? []

# Nothing known from before: nor for how long the game has looked lost, so that a move is named where `genmove` resigns
clear_board
komi 60
kata-set-param resign_playouts 1
kata-set-param resign_stones 0
genmove b
genmove b
134 kata-search b
#? [[A-HJ][1-9]]
135 genmove b
#? [resign]
