import type { Analyser, Term } from '../../contracts/analyser.ts';
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
    id: 'lexical-1',
    terms(text, language) {
      const known = vocabulary();
      return Array.from(known.numbers(text, language), (number) => known.terms[number] as Term);
    },
    vocabulary,
  };
}
