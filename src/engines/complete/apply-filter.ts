import type { Chunk } from '../../contracts/chunk.ts';
import type { CallOptions, EngineHit } from '../../contracts/engine.ts';
import type { FieldTypes, Filter, FilterScalar } from '../../contracts/filter.ts';
import { ownValue } from '../../values/own-value.ts';
import { documentIdField } from '../check-filter.ts';

/** A filter as two that both must hold. */
export interface DividedFilter {
  /** What the store applies while it searches. */
  readonly byStore: Filter | undefined;
  /** What is left for the core to apply to what was found. */
  readonly byCore: Filter | undefined;
}

/**
 * Divides a filter by what a store can hold of it: as a whole, or of the conditions that must all hold those it can.
 */
export function divideFilter(
  filter: Filter | undefined,
  canFilter: ((filter: Filter) => boolean) | undefined,
): DividedFilter {
  if (filter === undefined) return { byStore: undefined, byCore: undefined };
  if (canFilter?.(filter)) return { byStore: filter, byCore: undefined };
  if (!canFilter || !('and' in filter)) return { byStore: undefined, byCore: filter };
  const parts = filter.and.map((part) => divideFilter(part, canFilter));
  const join = (side: keyof DividedFilter): Filter | undefined => {
    const held = parts.map((part) => part[side]).filter((part) => part !== undefined);
    return held.length > 1 ? { and: held } : held[0];
  };
  return { byStore: join('byStore'), byCore: join('byCore') };
}

/**
 * Whether a filter, which has been checked against the fields, lets a chunk through: what `Filter` says, chunk by
 * chunk.
 */
export function letsThrough(filter: Filter, chunk: Chunk, fields: FieldTypes): boolean {
  if ('and' in filter) return filter.and.every((part) => letsThrough(part, chunk, fields));
  if ('or' in filter) return filter.or.some((part) => letsThrough(part, chunk, fields));
  if ('not' in filter) return !letsThrough(filter.not, chunk, fields);
  const { field, op } = filter;
  const isDate = ownValue(fields, field) === 'date';
  const stored = field === documentIdField ? chunk.documentId : ownValue(chunk.metadata, field);
  const held: readonly FilterScalar[] =
    stored === undefined || stored === null ? [] : Array.isArray(stored) ? stored : [stored as FilterScalar];
  const wanted = op === 'in' ? filter.value : [filter.value];
  return held.some((value) =>
    wanted.some((other) => {
      if (typeof value !== typeof other) return false;
      // A month stands for all of its days.
      if (isDate && op !== 'gte' && String(value).startsWith(String(other))) return true;
      if (op === 'gte') return value >= other;
      return op === 'lte' ? value <= other : value === other;
    }),
  );
}

/** A search whose hits the core filters. */
export interface FilteredSearch<Hit> {
  /** The best so many; fewer only where there are no more. */
  readonly search: (limit: number) => Promise<readonly Hit[]>;
  readonly get: (chunkIds: readonly string[], options: CallOptions) => Promise<readonly Chunk[]>;
  readonly filter: Filter;
  readonly fields: FieldTypes;
  readonly limit: number;
  readonly signal: AbortSignal | undefined;
}

/** The first search asks for so many times the limit, each further one for so many times more. */
const widening = 4;

/**
 * The best `limit` hits that a filter lets through, of a store that cannot apply it: asks for more until there are
 * enough or no more. Each chunk is looked at once.
 */
export async function searchAndFilter<Hit extends EngineHit>({
  search,
  get,
  filter,
  fields,
  limit,
  signal,
}: FilteredSearch<Hit>): Promise<readonly Hit[]> {
  const verdicts = new Map<string, boolean>();
  for (let asked = widening * limit; ; asked *= widening) {
    const hits = await search(asked);
    const unseen = hits.map(({ chunkId }) => chunkId).filter((id) => !verdicts.has(id));
    const chunks = new Map((await get(unseen, { signal })).map((chunk) => [chunk.id, chunk]));
    for (const id of unseen) {
      const chunk = chunks.get(id);
      verdicts.set(id, chunk !== undefined && letsThrough(filter, chunk, fields));
    }
    const passing = hits.filter(({ chunkId }) => verdicts.get(chunkId));
    if (passing.length >= limit || hits.length < asked) return passing.slice(0, limit);
  }
}
