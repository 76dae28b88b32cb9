# Points in the eyes of safe chains: the owner need not fill, the enemy need not enter.

# One-point eyes.
tengen-setup .X.X./XXXXX/OOOOO/...../.....
1 tengen-safe b
#? [A5 C5 E5]
2 tengen-safe w
#? []
tengen-setup .O.O./OOOOO/XXXXX/...../.....
3 tengen-safe w
#? [A5 C5 E5]
tengen-setup .XO../XXO../OOO../...../.....
4 tengen-safe b
#? []
tengen-setup .X./XXX/.X.
5 tengen-safe b
#? [A1 C1 A3 C3]

# Two and one.
tengen-setup ..X.X/XXXXX/OOOOO/...../.....
6 tengen-safe b
#? [A5 B5 D5]

# An eye that is false on the first line.
tengen-setup .X.X./XOXX./OOO../...../.....
7 tengen-safe b
#? []

# Eyes that look false, but all chains around them need and have both.
tengen-setup XXO../X.XO./XX.XO/OXXXO/.OOO.
8 tengen-safe b
#? [C3 B4]
tengen-setup .X/X.
9 tengen-safe b
#? [B1 A2]

# One broken corner away from the first line.
tengen-setup ...../.XXO./.X.X./XXXX./.X...
10 tengen-safe b
#? [A1 C3]

# Six points, empty, and with an enemy stone that may make an eye there.
tengen-setup ...X./...XX/XXXXX/OOOOO/.....
11 tengen-safe b
#? [A4 B4 C4 A5 B5 C5 E5]
tengen-setup .O.X./...XX/XXXXX/OOOOO/.....
12 tengen-safe b
#? []

# Eight points count, nine do not.
tengen-setup ..XX.X/...XXX/...XOO/XXXXO./OOOOO./......
13 tengen-safe b
#? [A4 B4 C4 A5 B5 C5 A6 B6 E6]
tengen-setup ...X.X/...XXX/...XOO/XXXXO./OOOOO./......
14 tengen-safe b
#? []

# A broken corner on the first line, and the same mended.
tengen-setup ..X.X/..XXX/XXOOO/OO.../.....
15 tengen-safe b
#? []
tengen-setup ..X.X/..XXX/XXXOO/OOO../.....
16 tengen-safe b
#? [A4 B4 A5 B5 D5]

# A dead stone in an eye.
tengen-setup .O.X./XXXXX/OOOOO/...../.....
17 tengen-safe b
#? [A5 C5 E5]

boardsize 9
18 tengen-safe w
#? []
19 tengen-safe green
#? [\? syntax error: 'green' is no color]
