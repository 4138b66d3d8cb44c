import type { Chunk } from '../../contracts/chunk.ts';
import type { SourceTextLookup } from '../../contracts/document.ts';

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
 * Its text is read from the document, since more may lie between two spans. Undefined where that is gone.
 */
export async function mergeChunks(
  group: readonly Chunk[],
  main: Chunk,
  sourceText: SourceTextLookup,
  options: { readonly signal?: AbortSignal },
): Promise<Chunk | undefined> {
  const [first] = group;
  if (!first || group.length === 1) return first;
  const source = await sourceText(first.documentId, first.version, options);
  if (!source) return undefined;
  // A chunk may begin before the last one ends, and even end before it.
  const end = Math.max(...group.map((chunk) => chunk.end));
  return {
    ...main,
    ordinal: first.ordinal,
    start: first.start,
    end,
    content: source.text.slice(first.start, end),
    headingPath: commonPath(group.map(({ headingPath }) => headingPath)),
    ...(first.page !== undefined && { page: first.page }),
    tokens: group.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

/**
 * The part of a chunk that none of the others says, from its first to its last such character: chunks that follow one
 * another may share text. Undefined where they say all of it.
 */
export function withoutShared(chunk: Chunk, others: readonly Chunk[]): Chunk | undefined {
  let { start, end } = chunk;
  const sharing = others.filter((other) => byDocument(chunk, other) === 0);
  for (const other of sharing.toSorted((a, b) => a.start - b.start)) {
    if (other.start <= start && other.end > start) start = other.end;
  }
  for (const other of sharing.toSorted((a, b) => b.end - a.end)) {
    if (other.end >= end && other.start < end) end = other.start;
  }
  if (start === chunk.start && end === chunk.end) return chunk;
  const words = chunk.content.slice(start - chunk.start, Math.max(start, end) - chunk.start);
  const content = words.trim();
  if (content === '') return undefined;
  start += words.length - words.trimStart().length;
  return { ...chunk, start, end: start + content.length, content };
}

function byDocument(a: Chunk, b: Chunk): number {
  if (a.documentId !== b.documentId) return a.documentId < b.documentId ? -1 : 1;
  return a.version - b.version;
}

function commonPath([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  const differs = first.findIndex((heading, depth) => others.some((path) => path[depth] !== heading));
  return differs < 0 ? first : first.slice(0, differs);
}
