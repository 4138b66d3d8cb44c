import { byLanguage } from '../../language/language-packs.ts';
import { wholeWords } from '../../text/whole-words.ts';
import { ownValue } from '../../values/own-value.ts';

/** What a question wants side by side or one after the other: what to do, several things, or how things differ. */
export type AskedList = 'steps' | 'items' | 'comparison';

/** How a question asks for either, by language. */
const written = byLanguage(({ asking }) => asking?.lists);

const patterns = new Map(
  Object.entries(written).map(([language, { steps, items }]) => [
    language,
    { steps: wholeWords(steps, language), items: wholeWords(items, language) },
  ]),
);

/**
 * What a question asks for that a whole list answers better than an item of it; undefined where it asks for one thing.
 */
export function asksForList(question: string, language: string): AskedList | undefined {
  if (frameOfComparison(question, language) !== '') return 'comparison';
  const asked = patterns.get(language);
  if (asked?.steps.test(question)) return 'steps';
  return asked?.items.test(question) ? 'items' : undefined;
}

/** How a question says that it asks how things differ. By BCP 47 primary subtag. */
const comparisons = byLanguage(({ asking }) => asking?.comparison);

/** In whatever language: "pumps vs. valves". */
const versus = /(?<=\S\s)(?:vs\.?|versus)(?=\s)/iu;

/**
 * The words of a question that only say that a comparison is wanted, and not of what: "differ from" of "How do pumps
 * differ from rotors?" Empty where there are none.
 */
export function frameOfComparison(question: string, language: string): string {
  const frame = ownValue(comparisons, language)?.exec(question) ?? versus.exec(question);
  return frame?.[0] ?? '';
}
