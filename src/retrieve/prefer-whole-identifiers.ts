import type { Analyser } from '../contracts/analyser.ts';
import type { EngineHit, EngineIndex, KeywordQuery } from '../contracts/engine.ts';
import { partsOf } from '../text/analyser/word-forms.ts';
import { distinctTerms } from '../text/distinct-terms.ts';
import { bestFirst } from './candidate.ts';
import type { Question } from './understand-question.ts';
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
 * which they are frequent would stand before the one in which it is explained. Where none holds it as it is written,
 * one in which its words stand side by side counts as one that does, and where there is none of these either, nothing
 * changes. Best first, at most the query's limit. Errors: those of the engine.
 */
export async function preferWholeIdentifiers(
  found: readonly EngineHit[],
  identifiers: readonly Identifier[],
  { index, query }: { readonly index: EngineIndex; readonly query: KeywordQuery },
): Promise<readonly EngineHit[]> {
  const sideBySide = await Promise.all(
    identifiers.map(({ words }) =>
      index.searchKeyword({ ...query, phrases: [...(query.phrases ?? []), words] }),
    ),
  );
  const known = idsOf(found);
  const besides = new Map(sideBySide.flat().map((hit) => [hit.chunkId, hit]));
  const all = [...found, ...[...besides.values()].filter(({ chunkId }) => !known.has(chunkId))];
  let hits = all;
  for (const [place, { whole, parts }] of identifiers.entries()) {
    const holding = idsOf(all.filter((hit) => hit.matchedTerms?.some(({ term }) => term === whole)));
    const beside = idsOf(sideBySide[place] ?? []);
    if (holding.size + beside.size === 0) continue;
    hits = hits.map((hit) => {
      const weight = weightIn(hit, holding, beside);
      return weight === 1 ? hit : weighHit(hit, (term) => (parts.has(term) ? weight : 1));
    });
  }
  if (hits === all) return found;
  return hits.toSorted(bestFirst).slice(0, query.limit);
}

/** What an identifier's words count for in a passage, by those that hold it and those with them side by side. */
function weightIn({ chunkId }: EngineHit, holding: ReadonlySet<string>, beside: ReadonlySet<string>): number {
  const whole = holding.size > 0 ? holding : beside;
  if (whole.has(chunkId)) return 1;
  return beside.has(chunkId) ? sideBySideWeight : apartWeight;
}

function idsOf(hits: readonly EngineHit[]): ReadonlySet<string> {
  return new Set(hits.map(({ chunkId }) => chunkId));
}
