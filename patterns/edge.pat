// Good shape on the first and second line. X plays in the center.

edge,hane 2 bends on the first line
    %
  X O %
% . * . %
  # # #
    #

edge,hane 3 takes the way under a stone between two own
    %
  X O X
% . * . %
  # # #
    #

edge,turn 2 turns on the first line
    %
  X O ?
% X * . %
  # # #
    #

edge 3 blocks on the first line
    %
  ? X ?
% O * x %
  # # #
    #

edge 2 stops a stone that crawls on the first line
    %
  X . ?
% O * . %
  # # #
    #

edge,extension 1.5 descends beside an enemy
    %
  O X .
% . * . %
  # # #
    #

edge,cut 1.5 cuts on the first line
    %
  ? O X
% . * O %
  # # #
    #

edge,connection 3 joins along the first line
    %
  ? O ?
% X * X %
  # # #
    #

edge,connection 2.5 joins the edge stone to the wall
    %
  O X ?
% X * o %
  # # #
    #

edge 2.5 answers a bend on the first line
    %
  X X O
% . * O %
  # # #
    #

edge 2 makes the eye in the corner
    %
  X X ?
# . * o %
  # # #
    #

edge 2 spoils the eye in the corner
    %
  O O ?
# . * X %
  # # #
    #

edge 1.5 makes an eye on the edge
    %
  X . X
% . * . %
  # # #
    #

edge 1.5 spoils an eye on the edge
    %
  O . O
% . * . %
  # # #
    #

edge,hane 2 bends on the second line
    %
  X O ?
% . * . %
  ? . ?
    #

edge 2.5 stops a stone that crawls on the second line
    %
  X . ?
% O * . %
  ? . ?
    #

edge,extension 1.2 crawls on the second line
    %
  O . ?
% X * . %
  ? . ?
    #

edge 1.2 slides under a stone on the third line
    %
  . O .
X . * . .
  . . .
    #

edge,extension 1.3 comes down to the second line
    %
  O X ?
% . * . %
  . . .
    #

edge 2.5 blocks on the second line
    %
  ? X ?
% O * . %
  ? . ?
    #

edge,cut 3 cuts on the second line
    %
  X O ?
% O * . %
  ? . ?
    #

edge,connection 2 closes the gap to the edge
    %
  ? X ?
% O * X %
  O . ?
    #

edge,tiger-mouth 2 hangs on the second line under a push
    %
  X O ?
X . * . %
  ? . ?
    #

edge 1.5 the point where both corner lines meet
    %
  x X ?
# . * X %
  . . x
    #
