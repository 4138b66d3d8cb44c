import type { Chunk } from '../../contracts/chunk.ts';

/** Reads a document version's cleaned text; undefined where it is not stored any more. */
export type DocumentTextLookup = (
  documentId: string,
  version: number,
  options: { readonly signal?: AbortSignal },
) => Promise<string | undefined>;

/**
 * Groups chunks that follow one another in a document version. Groups stand in the order of their first chunk in the
 * list, chunks of a group in the order of the document.
 */
export function adjacentGroups(chunks: readonly Chunk[]): Chunk[][] {
  const groups = new Map<Chunk, Chunk[]>();
  const inOrder = chunks.toSorted((a, b) => byDocument(a, b) || a.ordinal - b.ordinal);
  let group: Chunk[] = [];
  for (const chunk of inOrder) {
    const last = group.at(-1);
    if (!last || byDocument(last, chunk) !== 0 || chunk.ordinal > last.ordinal + 1) group = [];
    group.push(chunk);
    groups.set(chunk, group);
  }
  return [...new Set(chunks.map((chunk) => groups.get(chunk) as Chunk[]))];
}

/**
 * One chunk over the span of several that follow one another, with the id and the metadata of `main`, one of them.
 * What lies between two spans is read from the document. Undefined where that text is gone.
 */
export async function mergeChunks(
  group: readonly Chunk[],
  main: Chunk,
  documentText: DocumentTextLookup,
  options: { readonly signal?: AbortSignal },
): Promise<Chunk | undefined> {
  const [first, ...others] = group;
  if (!first || others.length === 0) return first;
  let { content, end } = first;
  let text: string | undefined;
  for (const next of others) {
    if (next.start > end) {
      text ??= await documentText(first.documentId, first.version, options);
      if (text === undefined) return undefined;
      content += text.slice(end, next.start);
      end = next.start;
    }
    // A chunk may begin before the last one ends, and even end before it.
    if (next.end > end) content += next.content.slice(end - next.start);
    end = Math.max(end, next.end);
  }
  return {
    ...main,
    ordinal: first.ordinal,
    start: first.start,
    end,
    content,
    headingPath: commonPath(group.map(({ headingPath }) => headingPath)),
    ...(first.page !== undefined && { page: first.page }),
    tokens: group.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

function byDocument(a: Chunk, b: Chunk): number {
  if (a.documentId !== b.documentId) return a.documentId < b.documentId ? -1 : 1;
  return a.version - b.version;
}

function commonPath([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  const differs = first.findIndex((heading, depth) => others.some((path) => path[depth] !== heading));
  return differs < 0 ? first : first.slice(0, differs);
}
