import type { SearchIndex } from '../../contracts/search-index.ts';
import type { SourceTextLookup } from '../../contracts/source-text.ts';
import type { AskedPlace } from '../../question/conditions.ts';
import type { RankedCandidate } from '../rank-candidates.ts';
import type { AskedTerms, ThresholdResult } from '../relevance.ts';
import { spansOfPlace } from './spans-of-place.ts';

/** What is looked at to hold a search to a place. */
export interface HoldToPlaceContext {
  /** The indexes that candidates were found in, by the name of their collection. */
  readonly indexes: ReadonlyMap<string, SearchIndex>;
  readonly sourceText: SourceTextLookup;
}

/** Documents that the place is looked for in: those of the best candidates. */
const documentsRead = 10;

/** More chunks than any document has. */
const anyNumber = 1_000_000;

/** Candidates before and after the threshold, of which all that passed lie at a place. */
export interface HeldToPlace extends Pick<ThresholdResult, 'passed' | 'failed'> {
  /** What would have passed and lies elsewhere. */
  readonly elsewhere: readonly RankedCandidate[];
}

/**
 * Leaves of what passed the threshold what lies at a place of its document, in its order, and adds what else stands
 * there in the documents of the best. A question for nothing but a place holds nothing that could pass: it means that
 * of the document which bears most on it, of those in its language if there are any. Undefined where none of these
 * documents has such a place.
 */
export async function holdToPlace(
  { passed, failed }: ThresholdResult,
  { terms }: AskedTerms,
  { place, language }: { readonly place: AskedPlace; readonly language: string },
  context: HoldToPlaceContext,
  options: { readonly signal?: AbortSignal | undefined },
): Promise<HeldToPlace | undefined> {
  const isAllAsked = terms.every(({ term }) => place.number.includes(term));
  const ranked = isAllAsked ? [...passed, ...failed] : passed;
  const there = await candidatesAt(place, ranked, context, options);
  const [first] = there;
  if (!first) return undefined;
  const { documentId } = (there.find((one) => one.language === language) ?? first).ranked.candidate;
  const held = there
    .map((one) => one.ranked)
    .filter(({ candidate }) => !isAllAsked || candidate.documentId === documentId);
  const elsewhere = ranked.filter((one) => !held.includes(one));
  return { passed: held, failed: isAllAsked ? [] : failed, elsewhere };
}

/** What is said where passages were found and no document of the best has the page asked for. */
export function placeMissing(
  { kind, text }: AskedPlace,
  { passed }: Pick<ThresholdResult, 'passed'>,
): string[] {
  if (kind === 'section' || passed.length === 0) return [];
  return [`No document about this has a ${text}, so the passages come from elsewhere.`];
}

/** A candidate at the place, with the language of its document. */
interface CandidateAt {
  readonly ranked: RankedCandidate;
  readonly language: string;
}

async function candidatesAt(
  place: AskedPlace,
  ranked: readonly RankedCandidate[],
  { indexes, sourceText }: HoldToPlaceContext,
  options: { readonly signal?: AbortSignal | undefined },
): Promise<readonly CandidateAt[]> {
  const byDocument = Map.groupBy(ranked, ({ candidate }) => candidate.documentId);
  const held = await Promise.all(
    [...byDocument.values()].slice(0, documentsRead).map(async (found) => {
      const [best] = found as [RankedCandidate];
      const { collection, chunkId, documentId, version } = best.candidate;
      const source = await sourceText(documentId, version, options);
      const spans = spansOfPlace(source?.blocks ?? [], place);
      const index = indexes.get(collection);
      if (spans.length === 0 || !index) return [];
      const [own, [others = []]] = await Promise.all([
        index.get([chunkId], options),
        index.neighbours([chunkId], { before: anyNumber, after: anyNumber }, options),
      ]);
      const there = [...own, ...others]
        .filter((chunk) => spans.some(({ start, end }) => start < chunk.end && chunk.start < end))
        .toSorted((a, b) => a.ordinal - b.ordinal);
      const known = new Map(found.map((one) => [one.candidate.chunkId, one]));
      return there.map(({ id, language }) => {
        return { ranked: known.get(id) ?? unfound(id, best, found.at(-1) ?? best), language };
      });
    }),
  );
  const ranks = new Map(ranked.map((one, at) => [one, at]));
  const rankOf = (one: CandidateAt) => ranks.get(one.ranked) ?? ranked.length;
  return held.flat().toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** A chunk that neither leg found, no better than the last of its document that one did. */
function unfound(chunkId: string, { candidate }: RankedCandidate, last: RankedCandidate): RankedCandidate {
  return {
    candidate: { ...candidate, chunkId, vector: null, keyword: null, matchedTerms: [], gramScore: 0 },
    vectorShare: 0,
    keywordShare: 0,
    documentSupport: last.documentSupport,
    score: last.score,
  };
}
