import type { SourceTextLookup } from '../contracts/document.ts';
import type { DocumentVersion } from '../contracts/document-records.ts';
import { isFootnoteError } from '../errors.ts';
import type { Retrieval } from './retrieve.ts';

/** What looking for malformed passages works with. */
export interface ExcludeMalformedContext {
  /** Asked for each passage, so it had better remember. */
  readonly sourceText: SourceTextLookup;
  /** Has documents ingested anew; returns the paths of those that are still live. */
  readonly queue: (versions: readonly DocumentVersion[]) => Promise<readonly string[]>;
}

/**
 * A search without the passages that are not letter for letter what stands at their place in their document, as in a
 * store that was damaged. Their documents, and those of passages that could not be read at all, are queued to be
 * ingested again and named in a warning. Requirement row C8. Errors: those of reading texts, `aborted`.
 */
export async function excludeMalformed(
  retrieval: Retrieval,
  { sourceText, queue }: ExcludeMalformedContext,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Retrieval> {
  const { result, chunks, lost = [] } = retrieval;
  const isWhole = await Promise.all(
    chunks.map(async (chunk) => {
      const stored = sourceText(chunk.documentId, chunk.version, options);
      const text = await stored.then((source) => source?.text, damagedText);
      // A version that was replaced since is none to complain about.
      return text === undefined || text.slice(chunk.start, chunk.end) === chunk.content;
    }),
  );
  const malformed = [...lost, ...chunks.filter((_, place) => !isWhole[place])];
  if (malformed.length === 0) return retrieval;
  // That the search was relevant may have been due to what is gone: the rest must have words of the question itself.
  const isKept = isWhole.map(
    (whole, place) => whole && result.hits[place]?.explain.matchedTerms.length !== 0,
  );
  return {
    question: retrieval.question,
    chunks: chunks.filter((_, place) => isKept[place]),
    result: {
      ...result,
      hits: result.hits.filter((_, place) => isKept[place]),
      relevance: { ...result.relevance, relevant: result.relevance.relevant && isKept.includes(true) },
      warnings: [...result.warnings, ...(await queueAll(malformed, queue))],
    },
  };
}

/** Searches for one question while documents that were found are replaced before their text is read. */
const mostSearches = 3;

/**
 * A search whose documents are there to be quoted: where one of them was replaced before its text was read, it is
 * searched once more. `sourceText` had better remember.
 */
export async function searchQuotable(
  search: () => Promise<Retrieval>,
  sourceText: SourceTextLookup,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Retrieval> {
  for (let tries = 1; ; tries++) {
    const retrieval = await search();
    const texts = await Promise.all(
      retrieval.chunks.map(({ documentId, version }) =>
        sourceText(documentId, version, options).catch(damagedText),
      ),
    );
    if (tries === mostSearches || !texts.includes(undefined)) return retrieval;
  }
}

/** What stands in a text that failed to be read: nothing, where it is damaged itself. Else throws the error. */
export function damagedText(error: unknown): string {
  if (!isFootnoteError(error) || error.code !== 'store_corrupt') throw error;
  return '';
}

async function queueAll(
  versions: readonly DocumentVersion[],
  queue: ExcludeMalformedContext['queue'],
): Promise<readonly string[]> {
  const each = new Map(versions.map(({ documentId, version }) => [documentId, { documentId, version }]));
  const leftOut = 'passages that do not match the document were left out';
  try {
    const paths = await queue([...each.values()]);
    return paths.map((path) => `${path}: ${leftOut}; the next ingest reads the file again.`);
  } catch (error) {
    if (!isFootnoteError(error)) throw error;
    return [`Some ${leftOut}, and their files could not be queued to be read again: ${error.message}`];
  }
}
