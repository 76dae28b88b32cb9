// One stone given away: it will have at most one liberty. X throws in at the center.

takes-eye 2 both far diagonal points
    %
  X O X
% O * O %
  ? . ?
    %

takes-eye 2 both diagonal points of one side
    %
  X O ?
% O * O %
  X . ?
    %

takes-eye 2 diagonal points across
    %
  X O ?
% O * O %
  ? . X
    %

takes-eye 2 both near diagonal points
    %
  ? O ?
% O * O %
  X . X
    %

takes-eye 3 on the edge, the diagonal point behind
    %
  X O ?
% O * . %
  # # #
    #

takes-eye 3 on the edge, the diagonal point before
    %
  ? O X
% O * . %
  # # #
    #

takes-eye 3 in the corner
    %
  # O X
# # * . %
  # # #
    #

captures-back 2 the capturing stone joins one side
    %
  ? O O
% O * . X
  ? O X
    %

captures-back 2 the capturing stone joins the far side
    %
  ? O X
% O * . O
  ? O X
    %

captures-back 3 on the edge, the capturing stone joins the wall
    %
  ? O O
% O * . X
  # # #
    #

captures-back 2 on the edge, the capturing stone joins the first line
    %
  ? O X
% O * . O
  # # #
    #

captures-back 3 in the corner
    %
  # O O
# # * . X
  # # #
    #

ko 2 offers a ko
    %
  ? O X
% O * . X
  ? O X
    %

ko 3 takes a ko
    %
  ? O X
% O * O X
  ? O X
    %

ko 2 offers a ko on the edge
    %
  ? O X
% O * . X
  # # #
    #

ko 3 takes a ko on the edge
    %
  ? O X
% O * O X
  # # #
    #

ko 3 takes a ko downward on the edge
    X
  X O X
% O * O %
  # # #
    #

ko 2 offers a ko in the corner
    %
  # O X
# # * . X
  # # #
    #

ko 3 takes a ko in the corner
    %
  # O X
# # * O X
  # # #
    #

kills 4 the middle of three in a row
    %
  O O O
O . * . O
  O O O
    %

kills 4 the middle of three in a row on the edge
    %
  O O O
O . * . O
  # # #
    #

kills 4 the middle of three in a row at the corner
    %
  O O O
# . * . O
  # # #
    #

kills 4 the bend of three
    O
  O . O
% O * . O
  % O O
    %

kills 4 the bend of three on the edge
    O
  O . O
% O * . O
  # # #
    #

kills 4 the bend of three in the corner
    O
  # . O
# # * . O
  # # #
    #

kills 4 the middle of a pyramid
    O
  O . O
O . * . O
  O O O
    %

kills 4 the middle of a pyramid on the edge
    O
  O . O
O . * . O
  # # #
    #

kills 4 the middle of a cross
    O
  O . O
O . * . O
  O . O
    O
