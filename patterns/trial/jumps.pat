// On trial: moves that keep own stones together from afar, which the thesis names as its next step. X plays in the center.
// Of a bamboo joint, two stones beside two, the diamond sees three: the fourth is at distance three.

extension 1.3 jumps one point into the open
    .
  . . .
X . * . .
  . . .
    .

extension 1.5 jumps one point away from a pressed stone
    ?
  o . .
X . * . .
  O . .
    ?

extension 1.5 jumps one point beside an enemy
    ?
  . O ?
X . * . ?
  . . .
    ?

extension 1.3 moves diagonally into the open
    .
  X . .
. . * . .
  . . .
    .

extension 1.5 moves diagonally from a touched stone
    .
  X . .
O . * . ?
  ? . ?
    ?

extension 2 moves diagonally around a corner of the enemy
    ?
  X O ?
? . * . ?
  . . .
    ?

connection 2 the bamboo joint: two stones beside two, the point between them still free
    X
  . . ?
? X * ? ?
  ? ? ?
    ?

connection 3 the bamboo joint before the enemy cuts
    X
  . . O
? X * ? ?
  ? ? ?
    ?
