import { unspacedLetters } from '../../text/unspaced-scripts.ts';

/** A title that a model wrote must share this much of its letter pairs with one that was given. */
const minSimilarity = 0.5;

/**
 * The place of the title that a model meant, among those given: the same but for case, else one that contains it or
 * is contained in it by whole words, else the most similar one above one half; undefined where none is. The first of
 * equals. A part of a word says too little: what is a third of a title or more is similar to it.
 */
export function matchTitle(written: string, titles: readonly string[]): number | undefined {
  const wanted = folded(written);
  if (wanted === '') return undefined;
  const given = titles.map(folded);
  const same = given.indexOf(wanted);
  if (same >= 0) return same;
  const within = given.findIndex((title) => holdsWords(title, wanted) || holdsWords(wanted, title));
  if (within >= 0) return within;
  const similarities = given.map((title) => diceSimilarity(wanted, title));
  const most = Math.max(...similarities);
  return most > minSimilarity ? similarities.indexOf(most) : undefined;
}

/** A letter or digit of a script that parts its words. */
const wordPart = new RegExp(String.raw`[[\p{L}\p{N}]--[${unspacedLetters}]]`, 'v');

/** Whether a text holds these words, and not only as parts of others. */
function holdsWords(text: string, words: string): boolean {
  if (words === '') return false;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const around = text.charAt(at - 1) + text.charAt(at + words.length);
    if (!wordPart.test(around)) return true;
  }
  return false;
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/**
 * Twice the pairs of neighbouring letters that two texts share over all their pairs, in [0, 1].
 * Source: Dice, "Measures of the Amount of Ecologic Association Between Species", Ecology 26(3), 1945.
 */
function diceSimilarity(left: string, right: string): number {
  const pairs = new Map<string, number>();
  const size = Math.max(0, left.length - 1) + Math.max(0, right.length - 1);
  if (size === 0) return left === right ? 1 : 0;
  for (let at = 0; at < left.length - 1; at += 1) {
    const pair = left.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  let shared = 0;
  for (let at = 0; at < right.length - 1; at += 1) {
    const pair = right.slice(at, at + 2);
    const left = pairs.get(pair) ?? 0;
    if (left === 0) continue;
    pairs.set(pair, left - 1);
    shared += 1;
  }
  return (2 * shared) / size;
}
