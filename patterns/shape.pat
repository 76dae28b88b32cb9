// Good shape away from the edge: contact fights. X plays in the center.

hane 3 takes the head of a stone between two own
    %
  X O X
% . * . %
  x . x
    %

hane 2 bends under a stone
    %
  X O .
% . * . %
  x . x
    %

hane 4 bends at the head of two stones
    O
  X O .
% . * . %
  x . x
    %

hane 1.5 bends under two stones, with support
    %
  X O O
% . * . %
  X . x
    %

hane 1.5 bends under two stones without a weakness behind
    %
  X O O
% . * . %
  . . .
    %

hane 2.5 double hane
    %
  X O .
% . * O %
  x . X
    %

hane 1.3 caps a stone from a one-point jump
    %
  . O .
X . * . %
  . . .
    %

cut 3.5 cuts a corner between two friends
    %
  X O .
% O * . %
  X . .
    %

cut 3 cuts two stones that touch at a corner
    %
  X O ?
% O * x %
  ? x ?
    %

cut 2 cuts with one way out
    %
  X O ?
% O * O %
  ? . ?
    %

cut 4 cuts and keeps a way out on both sides
    %
  X O .
. O * . .
  . . .
    .

cut,connection 4 joins two stones through two enemies
    %
  % O %
% X * X %
  % O %
    %

cut 2.5 pushes between two stones
    %
  ? O ?
% X * . %
  ? O ?
    %

cut 4 pushes between two stones to a friend
    %
  ? O ?
% X * . X
  ? O ?
    %

cut 1.5 wedges into a one-point jump
    %
  . O .
X . * . ?
  . O .
    %

cut 2 cuts a knight's move at the waist
    %
  ? O ?
% X * . %
  ? . O
    %

cut 1.5 cuts a knight's move with a friend at the corner
    %
  . O ?
% . * . %
  X . O
    %

cut 1.5 peeps at a corner cut
    %
  x O .
% X * O %
  ? X x
    %

turn 2 turns at the end of a contact
    %
  X O .
% X * . %
  ? . ?
    %

turn 3 turns at the head of two stones
    O
  X O .
% X * . %
  ? . ?
    %

turn 1.5 turns under a wall
    %
  X O O
% X * . %
  ? . ?
    %

turn 2.5 turns between two stones of a gap
    %
  X O .
% X * . O
  ? . ?
    %

turn 2 turns outward along the own wall
    %
  X O .
X X * . %
  . . .
    %

connection 2 solid at a corner cut
    %
  O X ?
% X * o %
  ? o ?
    %

connection 3 solid against a peep
    %
  O X ?
% X * O %
  ? o ?
    %

connection 3 joins a one-point jump that is peeped at
    %
  ? O ?
% X * X %
  ? . ?
    %

connection 2 joins two stones under an enemy
    %
  ? O ?
% X * X %
  x x x
    %

connection 2.5 fills the waist of the own knight's move
    %
  ? O X
% X * . %
  ? . ?
    %

connection 4 leads a stone in atari to a friend
    %
  O ? ?
O X * X %
  O ? ?
    %

connection 2 leads a stone between two enemies to a friend
    %
  O . ?
. X * X %
  O . ?
    %

connection 1.2 joins a one-point jump between two enemies
    %
  O . O
% X * X %
  . . .
    %

connection 2 joins at the corner when both sides are pressed
    %
  O X O
% X * ? %
  O ? ?
    %

extension 1.5 stretches before the enemy takes the head
    %
  O . .
% X * . %
  ? . ?
    %

extension 2 stretches under a hane
    %
  O O .
% X * . %
  ? . ?
    %

extension 2 stretches out of a crosscut
    %
  O . ?
O X * . .
  ? . ?
    %

extension 2 stretches out of atari
    %
  O . ?
O X * . .
  O . ?
    %

extension 2.5 stretches between two enemies
    %
  O . O
. X * . %
  ? . ?
    %

extension 1.5 stands up against a stone at the shoulder
    %
  . . .
. X * . .
  O . .
    .

tiger-mouth 1.5 closes a mouth from below
    .
  X . X
% . * . %
  ? ? ?
    %

tiger-mouth 3 closes a mouth before the enemy enters
    O
  X . X
% ? * ? %
  ? ? ?
    %

tiger-mouth 3 closes a mouth on the side where the enemy stands
    X
  X . O
% ? * ? %
  ? ? ?
    %

tiger-mouth 1.5 closes a mouth on the open side
    X
  X . .
% . * ? %
  ? ? ?
    %

tiger-mouth 2 hangs over a cut beside an enemy
    X
  X . ?
% O * . %
  ? . ?
    %
