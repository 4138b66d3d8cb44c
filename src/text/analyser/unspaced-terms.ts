import type { Term } from '../../contracts/analyser.ts';

/** Han and Kana: every character and every pair of neighbours, in reading order. */
export function hanTerms(run: string): readonly Term[] {
  const terms: Term[] = [];
  let previous = '';
  for (const character of run) {
    if (previous) terms.push(wordTerm(previous + character));
    terms.push(wordTerm(character));
    previous = character;
  }
  return terms;
}

/** Hangul: the pairs of neighbours of a word; a word of one syllable is a term by itself. */
export function hangulTerms(word: string): readonly Term[] {
  const terms: Term[] = [];
  const syllables = Array.from(word);
  if (syllables.length === 1) terms.push(wordTerm(word));
  for (let position = 1; position < syllables.length; position++) {
    terms.push(wordTerm(`${syllables[position - 1]}${syllables[position]}`));
  }
  return terms;
}

/** Runs between spaces are short in real text; the limit keeps hostile ones from filling the memory. */
const maxRunLength = 1024;

let segmenter: Intl.Segmenter | undefined;

/** Thai, Lao, Khmer and Burmese: words by ICU's dictionaries, which it chooses by script. */
export function dictionaryTerms(run: string): readonly Term[] {
  const terms: Term[] = [];
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' });
  for (let start = 0; start < run.length; start += maxRunLength) {
    for (const { segment, isWordLike } of segmenter.segment(run.slice(start, start + maxRunLength))) {
      if (isWordLike) terms.push(wordTerm(segment));
    }
  }
  return terms;
}

function wordTerm(text: string): Term {
  return { text, isNumber: false };
}
