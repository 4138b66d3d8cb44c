import { unspacedLetters } from '../../text/unspaced-scripts.ts';

/** A letter of a script that puts no spaces between its words. */
export const withoutSpaces = new RegExp(`[${unspacedLetters}]`, 'u');

/** What only joins words: endings and particles of Japanese, and the commonest particles and auxiliaries of Chinese. */
const joining =
  /^[\p{scx=Hira}ー]+$|^[的了是在和与與及为為也都就将將被把之其会會因而并並有到该該此这這那们們个個地得着著过過以由于於可能要时時上下中一]$/u;

/**
 * What states something in such a run: each character that does not only join, since words are not told from each other
 * and may stand in another order; in Thai and the like each term.
 */
export function wordPieces(terms: readonly string[]): readonly string[] {
  const single = terms.filter((term) => term.length === 1);
  return (single.length > 0 ? single : terms).filter((term) => !joining.test(term));
}

/** Characters that stand together in a run, put together again. */
export function joinedPieces(pieces: readonly string[], run: string): readonly string[] {
  const runs: string[] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    if (last !== undefined && run.includes(last + piece)) runs[runs.length - 1] = last + piece;
    else runs.push(piece);
  }
  return runs;
}
