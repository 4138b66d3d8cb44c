import type { SimilarTerm } from '../../contracts/engine.ts';
import type { UnknownWord } from './expand-question.ts';
import type { Expansion } from './expansion.ts';
import type { Vocabulary, WordContext } from './vocabulary.ts';

/** Shorter words resemble too many others. */
const minLength = 4;

/** Longer words resemble no other by chance after one edit. */
const certainLength = 8;

/** From this length on a term, which has no ending any more, is still told by its letters after two edits. */
const lengthForTwoEdits = 7;

/** Corrections of one word. */
const maxCorrections = 2;

/** What a correction counts for, by its edits: the word itself is nowhere, but it need not be what was meant. */
const weights: readonly number[] = [1, 0.8, 0.5];

/** Whether what a word was corrected to may as well be another word: of a short one, or after two edits. */
export function isUncertain({ kind, from, weight }: Expansion): boolean {
  return kind === 'spelling' && (from.length < certainLength || weight < (weights[1] ?? 0));
}

/**
 * The terms of the index that unknown words may have been meant as: only those of fewest edits, the most common
 * first. Stemming takes more or less of a misspelt word than of the right one: `invers` is the term of `inverse`, while
 * its own is `inver`, and `estudaintes` keeps what `estudiantes` loses. Nothing for an engine that knows no terms.
 */
export async function correctSpelling(
  words: readonly UnknownWord[],
  language: string,
  { vocabulary, analyser }: WordContext,
): Promise<Expansion[]> {
  const long = words.filter(({ word }) => word.length >= minLength);
  if (long.length === 0) return [];
  await vocabulary.learn(long.map(({ word }) => word.toLowerCase()));
  const corrections = await Promise.all(
    long.map(async ({ word, term }) => {
      const written = new Set(
        slipsIn(word.toLowerCase()).flatMap((slip) => {
          const [meant, ...others] = analyser.terms(slip, language);
          return meant && others.length === 0 ? [meant.text] : [];
        }),
      );
      const similar = await similarTo({ word: word.toLowerCase(), term }, written, vocabulary);
      return similar
        .filter(({ edits }) => edits === similar[0]?.edits)
        .map(({ term: meant, edits }): Expansion => {
          return {
            kind: 'spelling',
            from: word,
            standsFor: [term],
            term: meant,
            weight: weights[edits] ?? 0,
          };
        });
    }),
  );
  return corrections.flat().filter(({ weight }) => weight > 0);
}

/** The terms that resemble a word, fewest edits first; `written` are those of what may have been meant by it. */
async function similarTo(
  { word, term }: UnknownWord,
  written: ReadonlySet<string>,
  vocabulary: Vocabulary,
): Promise<readonly Pick<SimilarTerm, 'term' | 'edits'>[]> {
  if (vocabulary.chunksWith(word) > 0) return [{ term: word, edits: 1 }];
  const maxEdits = term.length < minLength ? 0 : term.length < lengthForTwoEdits ? 1 : 2;
  const similar =
    maxEdits === 0 ? [] : await vocabulary.similarTerms(term, { maxEdits, limit: maxCorrections });
  if (similar[0]?.edits === 1) return similar;
  await vocabulary.learn(written);
  const known = [...written].filter((meant) => vocabulary.chunksWith(meant) > 0);
  const commonest = known.toSorted((a, b) => vocabulary.chunksWith(b) - vocabulary.chunksWith(a));
  return commonest.length === 0
    ? similar
    : commonest.slice(0, maxCorrections).map((meant) => ({ term: meant, edits: 1 }));
}

/** What a word is where two of its letters were swapped, or one was typed too many. */
function slipsIn(word: string): readonly string[] {
  const letters = Array.from(word);
  return letters.flatMap((letter, at) => {
    const [before, after] = [letters.slice(0, at), letters.slice(at + 1)];
    const [next, ...rest] = after;
    const isDoubled = letter === next;
    const without = isDoubled || after.length + before.length < minLength ? [] : [[...before, ...after]];
    const swapped = next === undefined || isDoubled ? [] : [[...before, next, letter, ...rest]];
    return [...without, ...swapped].map((one) => one.join(''));
  });
}
