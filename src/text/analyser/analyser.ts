import type { Analyser, Term, Vocabulary } from '../../contracts/analyser.ts';
import { LexicalVocabulary } from './lexical-vocabulary.ts';

/**
 * The analyser of documents and questions: normalised text is cut into tokens by the script it is written in,
 * numbers become one term each (`1,234.50` → `1234.5`), words are split, stemmed and folded. Any text is
 * accepted, in time linear in its length. An unknown language is neither stemmed nor stripped of stop words.
 */
export function analyser(): Analyser {
  let current = new LexicalVocabulary();
  const vocabulary = () => {
    if (current.isFull) current = new LexicalVocabulary();
    return current;
  };
  return {
    id: 'lexical-6',
    terms(text, language) {
      const known = vocabulary();
      return termsOf(known, known.numbers(text, language));
    },
    grams(text, language) {
      const known = vocabulary();
      return termsOf(known, known.gramNumbers(text, language));
    },
    vocabulary,
  };
}

function termsOf({ terms }: Vocabulary, numbers: Uint32Array): Term[] {
  const found: Term[] = [];
  for (const number of numbers) found.push(terms[number] as Term);
  return found;
}
