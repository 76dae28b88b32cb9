/// The ranks of the levels 1 to 15, as in docs/levels.md.
export const RANKS = '19k 18k 16k 15k 13k 11k 10k 8k 6k 4k 2k 1k 2d 4d 6d'.split(' ');
