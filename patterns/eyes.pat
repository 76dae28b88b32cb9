// Own eyes: all points next to the center are own stones.
// In the middle the enemy needs two diagonal points to make an eye false, on the edge one.

real-eye 0.1 in the middle, the enemy has at most one diagonal point
    %
  ? X x
% X * X %
  x X x
    %

real-eye 0.1 on the edge, the enemy has no diagonal point
    %
  x X x
% X * X %
  # # #
    #

real-eye 0.1 in the corner, the enemy has no diagonal point
    %
  # X x
# # * X %
  # # #
    #

false-eye 0.5 in the middle, two diagonal points side by side
    %
  O X O
% X * X %
  ? X ?
    %

false-eye 0.5 in the middle, two diagonal points across
    %
  O X ?
% X * X %
  ? X O
    %

false-eye 0.5 on the edge
    %
  O X ?
% X * X %
  # # #
    #

false-eye 0.5 in the corner
    %
  # X O
# # * X %
  # # #
    #

// The points meant: '!' is empty and decides, '@' is an enemy stone whose capture decides.

convertible-eye 0.1 the last diagonal point, the enemy's one beside it
    %
  O X !
% X * X %
  X X X
    %

convertible-eye 0.1 the last diagonal point, the enemy's one across
    %
  O X X
% X * X %
  X X !
    %

convertible-eye 0.1 the second diagonal point on the edge
    %
  X X !
% X * X %
  # # #
    #

convertible-eye 0.1 the only diagonal point in the corner
    %
  # X !
# # * X %
  # # #
    #

convertible-eye 0.1 capture of one of two diagonal stones side by side
    %
  @ X @
% X * X %
  X X X
    %

convertible-eye 0.1 capture of one of two diagonal stones across
    %
  @ X X
% X * X %
  X X @
    %

convertible-eye 0.1 capture of the diagonal stone on the edge
    %
  @ X X
% X * X %
  # # #
    #

convertible-eye 0.1 capture of the diagonal stone in the corner
    %
  # X @
# # * X %
  # # #
    #
