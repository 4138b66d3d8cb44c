import { createHash } from 'node:crypto';
import type { Analyser } from '../../contracts/analyser.ts';
import type { Chunk, Metadata } from '../../contracts/chunk.ts';
import type { TermHit } from '../../contracts/engine.ts';
import { type ChunkTerms, chunkTerms, termFields } from '../chunk-terms.ts';
import { listProperty, metadataProperty } from './cypher-filter.ts';
import { termProperties } from './neo4j-schema.ts';

/** A chunk as its node holds it. */
export interface ChunkNode {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly terms: ChunkTerms;
}

/** The properties that a chunk is read from, in one list for a row. */
export const chunkColumns = `[chunk.chunk_id, chunk.document_id, chunk.version, chunk.ordinal, chunk.start, chunk.end,
  chunk.content, chunk.title, chunk.heading_path, chunk.page, chunk.tokens, chunk.language, chunk.metadata, chunk.exact]`;

/** What {@link chunkColumns} gives. */
export type ChunkColumns = readonly [
  id: string,
  documentId: string,
  version: number,
  ordinal: number,
  start: number,
  end: number,
  content: string,
  title: string,
  headingPath: readonly string[],
  page: number | null,
  tokens: number,
  language: string,
  metadata: string,
  exact: string | null,
];

/** All that is stored of a chunk but its vectors. */
export function chunkNode(chunk: Chunk, analyser: Analyser): ChunkNode {
  const terms = chunkTerms(chunk, analyser);
  const { id, documentId, version, ordinal, start, end, content, title, headingPath, page, tokens } = chunk;
  const texts = [id, documentId, content, title, ...headingPath];
  return {
    terms,
    properties: {
      chunk_id: id,
      document_id: documentId,
      version: BigInt(version),
      ordinal: BigInt(ordinal),
      start: BigInt(start),
      end: BigInt(end),
      content,
      title,
      heading_path: headingPath,
      ...(page !== undefined && { page: BigInt(page) }),
      tokens: BigInt(tokens),
      language: chunk.language,
      metadata: JSON.stringify(chunk.metadata),
      // Half a surrogate pair has no form in UTF-8; JSON has one for it.
      ...(texts.some((text) => !text.isWellFormed()) && {
        exact: JSON.stringify({ id, documentId, content, title, headingPath }),
      }),
      ...Object.fromEntries(termFields.map((field, at) => [termProperties[at], termText(terms, field)])),
      field_lengths: termFields.map((field) => BigInt(terms[field].length)),
      ...metadataProperties(chunk.metadata),
    },
  };
}

/** Places of the columns that a chunk may do without. */
const pageColumn = 9;
const exactColumn = 13;

/** The chunk of a node, as it was written; undefined for one that was removed while it was read. */
export function chunkOf(columns: ChunkColumns): Chunk | undefined {
  const isWhole = columns.every((column, at) => column !== null || at === pageColumn || at === exactColumn);
  if (!isWhole) return undefined;
  const [id, documentId, version, ordinal, start, end, content, title, headingPath, page, ...rest] = columns;
  const [tokens, language, metadata, exact] = rest;
  return {
    id,
    documentId,
    version,
    ordinal,
    start,
    end,
    content,
    title,
    headingPath,
    ...(page !== null && { page }),
    tokens,
    language,
    metadata: JSON.parse(metadata) as Metadata,
    ...(exact !== null && (JSON.parse(exact) as Partial<Chunk>)),
  };
}

function metadataProperties(metadata: Metadata): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(metadata)) {
    if (value === undefined || value === null) continue;
    if (typeof value === 'object') properties[listProperty(field)] = value;
    else properties[metadataProperty(field)] = value;
  }
  return properties;
}

/** The terms of a field in reading order between spaces: what the full-text index is given, and hits are scored by. */
function termText(terms: ChunkTerms, field: (typeof termFields)[number]): string {
  return terms[field].terms.map(storedTerm).join(' ');
}

/** What a hit is scored by, in the order of `termFields`. */
export const textColumns = termProperties.map((property) => `chunk.${property}`).join(', ');

/** Reads {@link textColumns} and the lengths beside them; undefined where a term is not spelled out. */
export function textsOf(columns: readonly string[], lengths: readonly number[]): TermHit['texts'] {
  if (columns.some((column) => column.includes(digestMark))) return undefined;
  const texts = termFields.map((field, at) => [
    field,
    { terms: storedWords(columns[at] ?? ''), length: lengths[at] ?? 0 },
  ]);
  return Object.fromEntries(texts) as TermHit['texts'];
}

function storedWords(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}

/** The server's analyser cuts longer terms in pieces. */
const longestTerm = 200;

/** Stands before terms that are stored as a digest of themselves. */
const digestMark = '\u0001';

/**
 * A term as the server holds it: itself, but for those that it could not keep as they are, which have a digest.
 * @example storedTerm('dose') // 'dose'
 */
export function storedTerm(term: string): string {
  const isSafe = term !== '' && term.length <= longestTerm && !/[\s\p{Cc}]/u.test(term);
  if (isSafe && term.isWellFormed()) return term;
  return digestMark + createHash('sha256').update(JSON.stringify(term)).digest('hex');
}

/** Whether a stored term is itself and no digest. */
export function isSpelledOut(stored: string): boolean {
  return !stored.startsWith(digestMark);
}

/** The distinct terms of a chunk as they are stored, by field. */
export function distinctTerms(terms: ChunkTerms): readonly string[][] {
  return termFields.map((field) => Array.from(terms[field].frequencies.keys(), storedTerm));
}

/** The same, read from what the full-text index was given. */
export function distinctStoredTerms(texts: readonly string[]): readonly Set<string>[] {
  return texts.map((text) => new Set(storedWords(text)));
}
