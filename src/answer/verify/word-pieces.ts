import { unspacedLetters } from '../../text/unspaced-scripts.ts';

/** A letter of a script that puts no spaces between its words. */
export const withoutSpaces = new RegExp(`[${unspacedLetters}]`, 'u');

/** What only joins words: endings and particles of Japanese, and the commonest particles of Chinese. */
const joining = /^[\p{scx=Hira}ー]+$|[的了是在和与與及为為也都就将將被把之其]/u;

/** Of the terms of such a run those that state something: words, or pairs of characters where nobody tells words. */
export function wordPieces(terms: readonly string[]): readonly string[] {
  const longer = terms.filter((term) => term.length > 1);
  return (longer.length > 0 ? longer : terms).filter((term) => !joining.test(term));
}

/** Pieces of a run in their order, put together where one goes on with the end of the other. */
export function joinedPieces(pieces: readonly string[]): readonly string[] {
  const runs: string[] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    if (last?.at(-1) === piece[0]) runs[runs.length - 1] = last + piece.slice(1);
    else runs.push(piece);
  }
  return runs;
}
