/// The ranks of the levels 1 to 15, as in docs/levels.md.
export const RANKS = '21k 20k 19k 17k 14k 11k 10k 7k 6k 3k 1k 1d 3d 4d 5d'.split(' ');
