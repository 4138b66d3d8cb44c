import type { Filter } from '../contracts/filter.ts';
import type { CollectionHits } from './candidate.ts';
import { documentIds } from './live-hits.ts';
import type { ChunkReader } from './passage.ts';
import type { QuestionRead } from './read-question.ts';
import type { RetrieveContext } from './retrieve.ts';
import { searchLegsOrWords } from './search-legs.ts';
import type { SearchScope } from './search-scope.ts';
import type { Stopwatch } from './stopwatch.ts';

/** What the search of one question works with beside the context of all. */
interface LegSearchContext {
  readonly scope: SearchScope;
  readonly reader: ChunkReader;
  /** The live version of each document that something was found of, by id. */
  readonly liveVersions: (found: readonly CollectionHits[]) => Promise<ReadonlyMap<string, number>>;
  /** Candidates that are read at once. */
  readonly headSize: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Both legs of a question as a function of the filter, within what the caller may see. What the words found is looked
 * up while the question's vector is still in the making: most of the best by words are among the best by both legs, and
 * what was looked up is remembered.
 */
export function legSearch(
  { question, rephrased, embedding }: QuestionRead,
  context: RetrieveContext,
  { scope, reader, liveVersions, headSize, signal }: LegSearchContext,
): (filter: Filter | undefined, stopwatch: Stopwatch) => ReturnType<typeof searchLegsOrWords> {
  const { settings, liveDocuments } = context;
  const prepare = async (found: readonly CollectionHits[]) => {
    const head = found.map((one) => ({ ...one, keyword: one.keyword.slice(0, headSize) }));
    await Promise.all([
      liveVersions(found),
      liveDocuments.paths(documentIds(head), { signal }),
      ...head.map(({ collection, keyword }) => reader.read(collection, keyword)),
    ]);
  };
  return (filter, stopwatch) =>
    searchLegsOrWords(
      question,
      {
        ...context,
        allowed: scope.allowed,
        questionExpansion: { ...context.questionExpansion, rephrased: rephrased.question },
        embedding,
        boosts: { title: settings.titleWeight, headingPath: settings.headingWeight },
        limit: settings.candidates,
        stopwatch,
        prepare,
      },
      { filter, signal },
    );
}
