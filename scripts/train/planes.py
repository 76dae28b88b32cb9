"""What the network sees of a position, as src/network.rs has it; `test_planes.py` and a test there compare both with one file."""

import numpy as np
from sgfmill import boards

SIZE = 9
POINTS = SIZE * SIZE

# As in src/network.rs.
PLANES = 16
KOMI_PLANE, KOMI_UNIT = 10, 10.0


class Game:
    """A board with the things the network sees beside the stones."""

    def __init__(self, komi):
        self.komi = komi
        self.board = boards.Board(SIZE)
        self.ko = None
        self.last = [None, None]

    def play(self, color, point):
        """Plays a point (row and column from the upper left corner) or, for None, a pass."""
        self.ko = self.board.play(SIZE - 1 - point[0], point[1], color) if point else None
        self.last = [point, self.last[0]]

    def stones(self):
        """Rows from the top."""
        return [[self.board.get(SIZE - 1 - row, column) for column in range(SIZE)] for row in range(SIZE)]

    def codes(self, color):
        """A number for each point: 0 empty, 1 to 3 own chains by liberties, 4 to 6 the enemy's, plus 8 for the last move, 16 for the
        one before it, 32 where a ko forbids."""
        stones = self.stones()
        codes = np.zeros((SIZE, SIZE), np.uint8)
        for row in range(SIZE):
            for column in range(SIZE):
                if stones[row][column] and not codes[row, column]:
                    chain, liberties = chain_at(stones, row, column)
                    code = min(len(liberties), 3) + (0 if stones[row][column] == color else 3)
                    for point in chain:
                        codes[point] = code
        for point, code in zip(self.last, (8, 16)):
            if point:
                codes[point] |= code
        if self.ko:
            codes[SIZE - 1 - self.ko[0], self.ko[1]] |= 32
        return codes.reshape(-1)


def chain_at(stones, row, column):
    """The points and the liberties of a chain."""
    color, chain, liberties, open_ends = stones[row][column], {(row, column)}, set(), [(row, column)]
    while open_ends:
        row, column = open_ends.pop()
        for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if not (0 <= near[0] < SIZE and 0 <= near[1] < SIZE) or near in chain:
                continue
            if stones[near[0]][near[1]] == color:
                chain.add(near)
                open_ends.append(near)
            elif not stones[near[0]][near[1]]:
                liberties.add(near)
    return chain, liberties


def planes_of(codes, komi):
    """The planes of src/network.rs."""
    codes = codes.reshape(-1, SIZE, SIZE)
    stones = codes & 7
    planes = np.zeros((len(codes), PLANES, SIZE, SIZE), np.float32)
    for plane in range(6):
        planes[:, plane] = stones == plane + 1
    for plane, code in ((6, 8), (7, 16), (8, 32)):
        planes[:, plane] = codes & code > 0
    planes[:, 9] = 1
    planes[:, KOMI_PLANE] = (komi / KOMI_UNIT)[:, None, None]
    planes[:, 11] = (stones > 0) & (stones < 4)
    planes[:, 12] = stones > 3
    return planes
