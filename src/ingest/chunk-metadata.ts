import { type Chunk, chunkId, type Metadata } from '../contracts/chunk.ts';
import type { ChunkSpan } from '../contracts/chunker.ts';
import { everyone, groupsOf, inProjectsField, projectMarks, visibleToField } from '../contracts/document.ts';
import type { DocumentVersion } from '../contracts/document-records.ts';
import type { FieldTypes } from '../contracts/engine.ts';
import type { Block } from '../contracts/parser.ts';
import { settingInvalid } from '../errors.ts';
import { HeadingTrail, unnamed } from '../text/heading-path.ts';
import { unspacedLetters } from '../text/words.ts';

/** The fields that every chunk has and filters may name. */
const builtInFields: FieldTypes = {
  chapter: 'string',
  has_code: 'boolean',
  has_equations: 'boolean',
  [inProjectsField]: 'list',
  language: 'string',
  page: 'number',
  section: 'string',
  table_header: 'string',
  url: 'string',
  [visibleToField]: 'list',
  word_count: 'number',
};

/** The field of every engine's own that filters may name. */
const documentIdField = 'documentId';

/** The fields of an index: the built-in ones and those declared. Errors: `config_invalid` for one that is both. */
export function indexFields(declared: FieldTypes): FieldTypes {
  const taken = Object.keys(declared).find(
    (name) => Object.hasOwn(builtInFields, name) || name === documentIdField,
  );
  if (taken === undefined) return { ...builtInFields, ...declared };
  throw settingInvalid(
    `metadata.fields: "${taken}" is a field that every passage already has. Choose another name`,
  );
}

/** Where a chunk that begins within a table carries the table's header, which stands outside its span. */
export const tableHeaderField = 'table_header';

/** What the metadata of a document's chunks are made from. */
export interface ChunkedDocument {
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly language: string;
  readonly metadata: Metadata;
}

type Heading = Block & { kind: 'heading' };

/** A heading with the outermost one above it. */
interface Place {
  readonly chapter: string;
  readonly heading: Heading;
  /** From where on it is the nearest: where the heading stands, or behind a panel that has one of its own. */
  readonly start: number;
}

/**
 * Tells the metadata of a span: those of the document, and what can be said of the passage itself. `chapter` is the
 * outermost and `section` the nearest heading over its start; the document's own word on either wins. `url` is the
 * document's with the anchor of that heading, so that it leads to where the passage is; one that no reader should be
 * led to, as of a script or a file, is left out.
 */
export function chunkMetadata(document: ChunkedDocument): (span: ChunkSpan) => Metadata {
  const { path, text, blocks, language, metadata } = document;
  const { url: address, ...own } = metadata;
  const places = placesOf(blocks);
  const code = blocks.filter((block) => block.kind === 'code');
  const visibleTo = groupsOf(metadata) ?? [everyone];
  const inProjects = projectMarks(metadata);
  const equations = blocks.filter((block) => block.kind === 'equation');
  return (span) => {
    const place = places[countUntil(places, ({ start }) => start <= span.start) - 1];
    const content = text.slice(span.start, span.end);
    return {
      ...own,
      chapter: ownWord(metadata.chapter) ?? (place?.chapter || unnamed.chapter),
      section: ownWord(metadata.section) ?? (place?.heading.title || unnamed.section),
      ...(isLinkable(address) && { url: address + fragment(path, place, span.page) }),
      ...(span.page !== undefined && { page: span.page }),
      ...(span.tableHeader !== undefined && { [tableHeaderField]: span.tableHeader }),
      has_code: overlaps(code, span),
      has_equations: overlaps(equations, span) || hasInlineEquation(content),
      word_count: countWords(content),
      [inProjectsField]: inProjects,
      [visibleToField]: visibleTo,
      language,
    };
  };
}

/** A version of a document that was cut into spans. */
export interface CutDocument extends DocumentVersion, ChunkedDocument {
  readonly title: string;
  readonly spans: readonly ChunkSpan[];
}

/** The chunks of a document, of which those of the ordinals `[from, to)`. */
export function documentChunks(document: CutDocument, from = 0, to = document.spans.length): Chunk[] {
  const { documentId, version, title, language, text } = document;
  const metadataOf = chunkMetadata(document);
  return document.spans.slice(from, to).map((span, offset) => ({
    id: chunkId(documentId, version, from + offset),
    documentId,
    version,
    ordinal: from + offset,
    start: span.start,
    end: span.end,
    content: text.slice(span.start, span.end),
    title,
    headingPath: span.headingPath,
    page: span.page,
    tokens: span.tokens,
    language,
    metadata: metadataOf(span),
  }));
}

/** TeX between dollar signs, told from prices as Pandoc does. */
const dollarEquation = /(?<![\\$\w])\$(?=[^\s$])[^$\n]*[\\^_=+{][^$\n]*(?<=[^\s$\\])\$(?![\d$])/;

/** TeX between `\(` and `\)`, as web pages have it; the bound keeps the search linear. */
const bracketEquation = /\\\(([^\n]{1,500}?)\\\)/g;

function hasInlineEquation(content: string): boolean {
  if (dollarEquation.test(content)) return true;
  return [...content.matchAll(bracketEquation)].some(([, tex = '']) => /[\\^_=+{]/.test(tex));
}

const joined = `[[\\p{L}\\p{N}\\p{M}]--[${unspacedLetters}]]+`;

/** A word of letters and digits; in scripts that put no space between words each character counts. */
const word = new RegExp(`[${unspacedLetters}]|${joined}(?:['’\\-]${joined})*`, 'gv');

function countWords(content: string): number {
  let count = 0;
  // A list of them would only be thrown away.
  for (word.lastIndex = 0; word.test(content); ) count += 1;
  return count;
}

function placesOf(blocks: readonly Block[]): Place[] {
  const trail = new HeadingTrail();
  const places: Place[] = [];
  /** The headings that are open, outermost first. */
  let open: Heading[] = [];
  for (const block of blocks) {
    trail.pass(block);
    const still = open.findIndex(({ until = Number.POSITIVE_INFINITY }) => until <= block.start);
    if (still >= 0) open = open.slice(0, still);
    if (block.kind === 'heading') {
      open = [...open.filter(({ level }) => level < block.level), block];
      places.push({ chapter: trail.path[0] ?? '', heading: block, start: block.start });
    } else if (still >= 0) {
      const heading = open.at(-1) ?? { ...block, kind: 'heading', level: 1, title: '', anchor: '' };
      places.push({ chapter: trail.path[0] ?? '', heading, start: block.start });
    }
  }
  return places;
}

function fragment(path: string, place: Place | undefined, page: number | undefined): string {
  // What viewers of PDF files understand; they know no anchors.
  if (page !== undefined && path.toLowerCase().endsWith('.pdf')) return `#page=${page}`;
  return place && place.heading.anchor !== '' ? `#${encodeURIComponent(place.heading.anchor)}` : '';
}

/** Whether an address may stand behind a link, a path of its own site too: what a document says could be a script. */
function isLinkable(address: Metadata[string] | undefined): address is string {
  return typeof address === 'string' && /^(?:https?:\/\/|mailto:|\/)\S+$/i.test(address);
}

/** What the document says of itself, as text. */
function ownWord(value: Metadata[string] | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Whether any of the blocks, which are in order, shares a character with the span. */
function overlaps(blocks: readonly Block[], span: ChunkSpan): boolean {
  const block = blocks[countUntil(blocks, ({ end }) => end <= span.start)];
  return block !== undefined && block.start < span.end;
}

/** How many items at the beginning of a list hold; those that do come before those that do not. */
function countUntil<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(items[middle] as Item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
