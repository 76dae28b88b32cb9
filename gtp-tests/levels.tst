# A level is a parameter: it changes who plays, and 0 is the full engine.

1 tengen-params level
#? [0]
2 tengen-params level 16
#? [\? level must be from 0 to 15]
3 tengen-params level beginner
#? [\? 'beginner' is no value for level, which must be from 0 to 15]
4 kata-set-param level 1
#? []
5 kata-get-param level
#? [1]

# Both colors live, and there are no neutral points: a beginner passes.
tengen-setup .X.XO.O./XXXXOOOO/.XXXO.OO/XXXXOOOO/XXXXOOOO/XXXXOOOO/X.XXOOO./XXXXOOOO b
10 reg_genmove b
#? [pass]
11 reg_genmove w
#? [pass]

# On an empty board it plays a point.
clear_board
kata-set-param level 4
20 reg_genmove b
#? [[A-HJ][1-9]]
