import type { Analyser } from '../../contracts/analyser.ts';
import { type Chunk, isOfPassage } from '../../contracts/chunk.ts';
import type { EngineHit } from '../../contracts/engine.ts';
import type { WeightedTerm } from '../../contracts/generator.ts';
import { bestFirst, type CollectionHits } from '../candidate.ts';

/** What metadata are matched with. */
interface MatchedBy {
  /** The terms of the question. */
  readonly terms: readonly WeightedTerm[];
  readonly analyser: Analyser;
  /** The chunks that were found, by id. */
  readonly chunks: ReadonlyMap<string, Chunk>;
}

/**
 * What the legs found, with the terms of the question that stand in what a document says of itself and not in the
 * passage: “team blue” finds the budget of the document whose field `team` is `blue`. Each counts as a word that the
 * passage holds once, by its rarity; what only the vectors found is found by these words too.
 */
export function withMetadataTerms(
  found: readonly CollectionHits[],
  { terms, analyser, chunks }: MatchedBy,
): readonly CollectionHits[] {
  const termsIn = new Map<Chunk['metadata'], ReadonlySet<string>>();
  const saidOf = ({ metadata, language }: Chunk) => {
    const known = termsIn.get(metadata) ?? metadataTerms(metadata, language, analyser);
    termsIn.set(metadata, known);
    return known;
  };
  const withTerms = (hit: EngineHit, score: number, held: EngineHit['matchedTerms'] = []): EngineHit => {
    const chunk = chunks.get(hit.chunkId);
    const said = chunk && saidOf(chunk);
    const added = terms
      .filter(({ term }) => said?.has(term) && !held.some((one) => one.term === term))
      .map(({ term, weight }) => ({ term, score: weight }));
    if (added.length === 0) return hit;
    const sum = added.reduce((total, one) => total + one.score, 0);
    const matchedTerms = [...held, ...added].toSorted((a, b) => b.score - a.score);
    return { ...hit, score: score + sum, matchedTerms };
  };
  return found.map(({ collection, vector, keyword }) => {
    const byWords = keyword.map((hit) => withTerms(hit, hit.score, hit.matchedTerms));
    const known = new Set(keyword.map(({ chunkId }) => chunkId));
    const byMetadata = vector
      .filter(({ chunkId }) => !known.has(chunkId))
      .flatMap((hit) => {
        const matched = withTerms(hit, 0);
        return matched === hit ? [] : [matched];
      });
    return { collection, vector, keyword: [...byWords, ...byMetadata].toSorted(bestFirst) };
  });
}

/** The terms of the values of a document's own fields, and of the names of these. */
function metadataTerms(
  metadata: Chunk['metadata'],
  language: string,
  analyser: Analyser,
): ReadonlySet<string> {
  const values = Object.entries(metadata)
    .filter(([field]) => !isOfPassage(field))
    .map(([field, value]) => `${field}\n${Array.isArray(value) ? value.join('\n') : String(value)}`);
  return new Set(analyser.terms(values.join('\n'), language).map(({ text }) => text));
}
