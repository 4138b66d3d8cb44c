import type { Chunk } from '../../contracts/chunk.ts';
import type { SourceTextLookup } from '../../contracts/document.ts';
import type { SearchIndex } from '../../contracts/engine.ts';
import type { FoundPassage } from '../passage.ts';
import { adjacentGroups, mergeChunks, withoutShared } from './merge-chunks.ts';

/** The settings of `retrieval` that say what is read around the hits. */
export interface ExpansionSettings {
  /**
   * The chunk behind a hit, those on both sides of it, those under the same headings, those of the same document, or
   * nothing.
   */
  readonly expansion: 'none' | 'next' | 'neighbours' | 'section' | 'document';
  /** Tokens that all expansions of a search may add together, by the chunker's tokenizer. */
  readonly expansionTokens: number;
}

/** How far from a hit each kind of expansion looks, in chunks. */
const reach = {
  next: { before: 0, after: 1 },
  neighbours: { before: 1, after: 1 },
  section: { before: 20, after: 20 },
  document: { before: 50, after: 50 },
};

/** A span of a result. */
export interface ExpandedSpan {
  readonly chunk: Chunk;
  readonly collection: string;
  /** The best passage in the span; undefined for what was added around hits. */
  readonly passage: FoundPassage | undefined;
  /** Ids of the other chunks that the span covers. */
  readonly merged: readonly string[];
}

/** What expansion works on. */
export interface ExpansionContext {
  readonly settings: ExpansionSettings;
  /** The indexes that passages were found in, by the name of their collection. */
  readonly indexes: ReadonlyMap<string, SearchIndex>;
  readonly sourceText: SourceTextLookup;
}

/**
 * Adds what stands around the hits, the nearest of all hits first, as far as the budget goes. Hits that follow one
 * another become one span at the place of the best of them, and so do additions, which stand after all hits in the
 * order of the hits that they belong to: an addition never takes a hit's place, and says nothing that a span before
 * it says. Without expansion every hit is a span of its own.
 */
export async function expand(
  hits: readonly FoundPassage[],
  { settings, indexes, sourceText }: ExpansionContext,
  options: { readonly signal?: AbortSignal },
): Promise<ExpandedSpan[]> {
  if (settings.expansion === 'none') {
    return hits.map((passage) => ({
      chunk: passage.chunk,
      collection: collectionOf(passage),
      passage,
      merged: [],
    }));
  }
  const range = reach[settings.expansion];
  const around = new Map<FoundPassage, readonly Chunk[]>();
  await Promise.all(
    Array.from(Map.groupBy(hits, collectionOf), async ([collection, found]) => {
      const ids = found.map(({ chunk }) => chunk.id);
      const near = (await indexes.get(collection)?.neighbours(ids, range, options)) ?? [];
      for (const [place, chunks] of near.entries()) around.set(found[place] as FoundPassage, chunks);
    }),
  );
  const collections = new Map(hits.map((passage) => [passage.chunk.documentId, collectionOf(passage)]));
  const passages = new Map(hits.map((passage) => [passage.chunk.id, passage]));
  const spans: ExpandedSpan[] = [];
  for (const chunks of [hits.map(({ chunk }) => chunk), withinBudget(hits, around, settings)]) {
    for (const group of adjacentGroups(chunks)) {
      for (const { chunk, merged } of await joinGroup(group, chunks, sourceText, options)) {
        const passage = passages.get(chunk.id);
        const said = spans.map((span) => span.chunk);
        const unsaid = passage ? chunk : withoutShared(chunk, said);
        const collection = collections.get(chunk.documentId) ?? '';
        if (unsaid) spans.push({ chunk: unsaid, collection, passage, merged });
      }
    }
  }
  return spans;
}

function collectionOf({ ranked: { candidate } }: FoundPassage): string {
  return candidate.collection;
}

/** One chunk for a group, with the id of the first in the list, or each for itself where the text between is gone. */
async function joinGroup(
  group: readonly Chunk[],
  list: readonly Chunk[],
  sourceText: SourceTextLookup,
  options: { readonly signal?: AbortSignal },
): Promise<Pick<ExpandedSpan, 'chunk' | 'merged'>[]> {
  const main = list.find((chunk) => group.includes(chunk)) as Chunk;
  const chunk = await mergeChunks(group, main, sourceText, options);
  if (!chunk) return group.map((one) => ({ chunk: one, merged: [] }));
  return [{ chunk, merged: group.filter((one) => one !== main).map(({ id }) => id) }];
}

/**
 * The chunks around the hits that fit the budget: those next to a hit before those farther off. One that does not fit
 * ends its side of its hit alone.
 */
function withinBudget(
  hits: readonly FoundPassage[],
  around: ReadonlyMap<FoundPassage, readonly Chunk[]>,
  { expansion, expansionTokens }: ExpansionSettings,
): Chunk[] {
  const taken = new Set(hits.map(({ chunk }) => chunk.id));
  const offers = hits.flatMap((passage, rank) => {
    const { chunk: hit } = passage;
    return (around.get(passage) ?? [])
      .filter((chunk) => expansion !== 'section' || isSamePath(chunk.headingPath, hit.headingPath))
      .map((chunk) => ({
        chunk,
        rank,
        distance: Math.abs(chunk.ordinal - hit.ordinal),
        isBefore: chunk.ordinal < hit.ordinal,
      }));
  });
  offers.sort((a, b) => a.distance - b.distance || a.rank - b.rank || a.chunk.ordinal - b.chunk.ordinal);
  let tokensLeft = expansionTokens;
  const added: typeof offers = [];
  /** Sides of hits on which nothing more is taken, since there would be a gap. */
  const ended = new Set<string>();
  for (const offer of offers) {
    const side = `${offer.rank} ${offer.isBefore}`;
    if (taken.has(offer.chunk.id) || ended.has(side)) continue;
    if (offer.chunk.tokens > tokensLeft) {
      ended.add(side);
      continue;
    }
    tokensLeft -= offer.chunk.tokens;
    taken.add(offer.chunk.id);
    added.push(offer);
  }
  return added
    .toSorted((a, b) => a.rank - b.rank || a.chunk.ordinal - b.chunk.ordinal)
    .map(({ chunk }) => chunk);
}

function isSamePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((heading, depth) => heading === b[depth]);
}
