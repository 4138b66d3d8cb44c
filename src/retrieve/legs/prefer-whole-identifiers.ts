import type { Analyser } from '../../contracts/analyser.ts';
import type { EngineHit, KeywordQuery, SearchIndex } from '../../contracts/engine.ts';
import type { Question } from '../../question/question.ts';
import { partsOf } from '../../text/analyser/word-terms.ts';
import { distinctTerms } from '../../text/words.ts';
import { bestFirst } from '../candidate.ts';
import { weighHit } from './weigh-hit.ts';

/** A name that is written as one word and made of several: `max_connections`, `unwrapOrElse`. */
export interface Identifier {
  /** Its words, as a phrase. */
  readonly words: string;
  /** The term of all its words in one. */
  readonly whole: string;
  /** The terms of its words that the question has nowhere else. */
  readonly parts: ReadonlySet<string>;
}

/** An underscore, or a hump. A hyphen or a digit joins what is often written apart as well: "COVID-19". */
const isOneWord = /^[\p{L}\p{N}_]+$/u;
const isMadeOfSeveral = /_|\p{Ll}\p{Lu}/u;

/** Each costs a search. */
const mostIdentifiers = 3;

/** What words of an identifier count for in passages without it, where others have it. */
const sideBySideWeight = 0.5;
const apartWeight = 0.2;

/** The identifiers of a question that are made of several words. */
export function identifiersOf(
  {
    keywords,
    documentLanguage: language,
    recognised,
  }: Pick<Question, 'keywords' | 'documentLanguage' | 'recognised'>,
  analyser: Analyser,
): Identifier[] {
  const names = recognised.flatMap(({ kind, text }) =>
    kind === 'identifier' && isOneWord.test(text) && isMadeOfSeveral.test(text) ? [text] : [],
  );
  return [...new Set(names)].slice(0, mostIdentifiers).flatMap((name) => {
    const words = partsOf(name).join(' ');
    const whole = analyser.terms(name, language).at(-1)?.text;
    const elsewhere = distinctTerms(analyser, keywords.replaceAll(name, ' '), language);
    const parts = [...distinctTerms(analyser, words, language)].filter((term) => !elsewhere.has(term));
    return whole === undefined || parts.length < 2 ? [] : [{ words, whole, parts: new Set(parts) }];
  });
}

/**
 * What a keyword search found, with less of it for the words of an identifier of the question in passages that do not
 * hold it, where others do: half where they stand side by side, a fifth where they stand apart. Without, passages in
 * which they are frequent would stand before the one in which it is explained. One that no passage holds has its words
 * looked for as another writing. Best first, at most the query's limit. Errors: those of the engine.
 */
export async function preferWholeIdentifiers(
  found: readonly EngineHit[],
  identifiers: readonly Identifier[],
  { index, query }: { readonly index: SearchIndex; readonly query: KeywordQuery },
): Promise<readonly EngineHit[]> {
  const held = identifiers.filter(({ whole }) => found.some((hit) => holds(hit, whole)));
  if (held.length === 0) return found;
  const sideBySide = await Promise.all(
    held.map(({ words }) => index.keywords.search({ ...query, phrases: [...(query.phrases ?? []), words] })),
  );
  const all = [...new Map([...sideBySide.flat(), ...found].map((hit) => [hit.chunkId, hit])).values()];
  const weighed = held.reduce<readonly EngineHit[]>((hits, { whole, parts }, place) => {
    const besides = new Set(sideBySide[place]?.map(({ chunkId }) => chunkId));
    return hits.map((hit) => {
      if (holds(hit, whole)) return hit;
      const weight = besides.has(hit.chunkId) ? sideBySideWeight : apartWeight;
      return weighHit(hit, (term) => (parts.has(term) ? weight : 1));
    });
  }, all);
  return weighed.toSorted(bestFirst).slice(0, query.limit);
}

function holds({ matchedTerms }: EngineHit, whole: string): boolean {
  return matchedTerms?.some(({ term }) => term === whole) ?? false;
}
