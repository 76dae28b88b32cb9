# What a stone is good for that is in atari at once, or whose chain is.

# A ko offered, and taken. With A3 White takes back with two stones.
tengen-setup ...../.XO../X..O./.XO../..... b
1 tengen-self_atari b C3
#? [ko]
2 tengen-self_atari b B3
#? [none]
tengen-setup ...../.XO../XO.O./.XO../..... b
3 tengen-self_atari b C3
#? [ko]
tengen-setup ...../.XO../O..O./.XO../..... b
4 tengen-self_atari b C3
#? [bad]

# Two stones for one.
tengen-setup OO.O./XXO../...../...../..... b
5 tengen-self_atari b C5
#? [capture]

# White takes B1 at C1 and can be taken back; with a liberty outside he only has fewer than before; with
# two he does not care.
tengen-setup ...../...../XXX../OOOX./O..X. b
6 tengen-self_atari b B1
#? [snapback]
7 tengen-self_atari b C1
#? [none]
tengen-setup ...../...../.XX../OOOX./O..X. b
8 tengen-self_atari b B1
#? [squeeze]
tengen-setup ...../...../..X../OOOX./O..X. b
9 tengen-self_atari b B1
#? [bad]

# An eye of two points. B3 will be a false eye, A3 is a real one.
tengen-setup ...../OOX../..O../OOX../..... b
10 tengen-self_atari b B3
#? [throw-in]
11 tengen-self_atari b A3
#? [bad]
tengen-setup ...../OOO../..O../OOX../..... b
12 tengen-self_atari b B3
#? [bad]
# On the first line one diagonal point is enough.
tengen-setup ...../...../...../OOX../..O.. b
13 tengen-self_atari b B1
#? [throw-in]
# Black takes the eye from D1.
tengen-setup ...../...../.XXX./.XOO./.O..X b
14 tengen-self_atari b C1
#? [bad]

# A race. White has three liberties, and two after B1 and C1; with four he has enough. In the last picture
# he takes two stones and has only their points.
tengen-setup ...../...../XXXX./OOOO./O..OX b
15 tengen-self_atari b B1
#? [squeeze]
tengen-setup ...../...../XXX../OOOO./O..OX b
16 tengen-self_atari b B1
#? [bad]
tengen-setup ...../...../XXXXX/OOOOX/OX..X b
17 tengen-self_atari b C1
#? [squeeze]
18 tengen-self_atari b D1
#? [none]

# Eyes of three and five points: what is taken has to leave one eye. At D4 Black's stone makes two.
tengen-setup XXXXX/XO..X/XXXXX/...../..... w
19 tengen-self_atari w C4
#? [nakade]
20 tengen-self_atari w D4
#? [bad]
tengen-setup XXXXX/XOO.X/XO.XX/XXX../..... w
21 tengen-self_atari w C3
#? [nakade]
22 tengen-self_atari w D4
#? [bad]
tengen-setup XXXXXXX/XOOO..X/XXXXXXX/......./......./......./....... w
23 tengen-self_atari w E6
#? [bad]
# White takes A1 on the way.
tengen-setup ...../...../XXX../OOX../X.X.. w
24 tengen-self_atari w B1
#? [nakade]

# A seki: who fills a shared liberty loses. With three points and not five inside White kills.
tengen-setup ......../......../......../OOOOOOOO/.O.O.O.O/OOOOOOOO/XXXXXXXX/X.OOOO.X w
25 tengen-self_atari w B1
#? [bad]
26 tengen-self_atari b B1
#? [bad]
tengen-setup ......../......../......../OOOOOOOO/.O.O.O.O/OOOOOOOO/XXXXXXXX/XX.OO.XX w
27 tengen-self_atari w C1
#? [nakade]

# Refusals.
28 tengen-self_atari w D1
#? [\? illegal move: D1: the point is occupied]
29 tengen-self_atari w
#? [\? syntax error: a point is missing]
30 tengen-self_atari x A5
#? [\? syntax error: 'x' is no color]
tengen-setup XXXXX/XOO.X/XXXXX/...../..... w
31 tengen-self_atari w D4
#? [\? illegal move: D4: it is suicide]
