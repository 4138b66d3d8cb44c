import { distinctTerms } from '../../../text/distinct-terms.ts';
import type { Question } from '../understand-question.ts';
import type { WordContext } from '../vocabulary.ts';
import { amountsOtherwise, unitsOtherwise } from './amounts-otherwise.ts';
import { datesOtherwise } from './dates-otherwise.ts';
import { numbersOtherwise } from './numbers-otherwise.ts';
import type { OtherWriting } from './other-writing.ts';
import {
  apartOtherwise,
  joinedOtherwise,
  partedOtherwise,
  partsToKnow,
  withoutUmlauts,
  withUmlauts,
} from './words-otherwise.ts';

/** Each costs a search. */
const mostWritings = 6;

/** A question with more words than these was pasted, and is looked for as it is. */
const mostWords = 60;

/** Parting each word costs looking up its pieces. */
const mostParted = 6;

const minParted = 4;

/**
 * How parts of a question may be written in the documents instead: words together or apart, or read as those of another
 * language, days, amounts, decimals, versions and numbered things in another form. Only writings all of whose terms the
 * index holds, a few at most. None for an engine without term statistics. Errors: `aborted`, and those of the engine.
 */
export async function otherWritings(
  { keywords, language: asked, documentLanguage: language, otherLanguages, phrases, recognised }: Question,
  { vocabulary, analyser }: WordContext,
): Promise<readonly OtherWriting[]> {
  const all = keywords.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [];
  // What is quoted is meant as it stands.
  if (phrases.length > 0 || all.length > mostWords) return [];
  const read = new Map<string, ReadonlySet<string>>();
  const termsOf = (text: string, inLanguage = language) => {
    const key = `${inLanguage} ${text}`;
    const terms = read.get(key) ?? distinctTerms(analyser, text, inLanguage);
    read.set(key, terms);
    return terms;
  };
  const learn = (texts: readonly Omit<OtherWriting, 'from'>[]) =>
    vocabulary.learn(texts.flatMap((text) => [...termsOf(text.written, text.language)]));
  const isKnown = (text: string, inLanguage = language) => {
    const terms = termsOf(text, inLanguage);
    return terms.size > 0 && [...terms].every((term) => vocabulary.chunksWith(term) > 0);
  };

  const words = [...new Set(all)];
  const anyway = [
    ...datesOtherwise(keywords, recognised, new Set([asked, language, ...otherLanguages])),
    ...amountsOtherwise(keywords),
    ...unitsOtherwise(keywords),
    ...numbersOtherwise(keywords),
    ...joinedOtherwise(keywords, (word) => termsOf(word).size > 0),
    ...words.flatMap(withoutUmlauts),
  ];
  // The short words too: who looks for the question as it is asks for them next.
  await learn([...anyway, ...words.map((written) => ({ written }))]);
  // What the index holds whole is looked for whole; its pieces are the question's terms as it is.
  const unknown = words.filter((word) => !isKnown(word));
  const missing = unknown
    .filter((word) => word.length >= minParted && termsOf(word).size === 1)
    .slice(0, mostParted);
  // A name is cut otherwise in each language: “Müller” has one stem in German and another in English.
  const inOthers = otherLanguages.flatMap((other) =>
    missing.map((word) => ({ from: word, written: word, language: other })),
  );
  const respelled = missing.flatMap(withUmlauts);
  await learn([...respelled, ...inOthers, ...missing.flatMap(partsToKnow).map((written) => ({ written }))]);

  const seen = new Set<string>();
  return [
    ...anyway,
    ...unknown.flatMap(apartOtherwise),
    ...respelled,
    ...missing.flatMap((word) => partedOtherwise(word, (part) => isKnown(part))),
    ...inOthers,
  ]
    .filter(({ from, written, language: inLanguage }) => {
      // Where a word that is not looked for is one of two, the other would be left alone.
      const inOrder = analyser.terms(written, inLanguage ?? language);
      if (!isKnown(written, inLanguage) || inOrder.length < written.split(' ').length) return false;
      const key = [...termsOf(written, inLanguage)].join(' ');
      if (key === [...termsOf(from)].join(' ') || seen.has(key)) return false;
      seen.add(key);
      return keywords.includes(from);
    })
    .slice(0, mostWritings);
}
