/// The ranks of the levels 1 to 15, as in docs/levels.md.
export const RANKS = '19k 18k 17k 15k 12k 10k 9k 6k 4k 3k 1k 1d 2d 3d 6d'.split(' ');
