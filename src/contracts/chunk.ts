/** A scalar or list that can be filtered on. Dates are ISO 8601 strings, which sort as text. */
export type MetadataValue = string | number | boolean | readonly string[];

/** Plain data about a document, copied onto each of its chunks so that engines can filter by it. */
export type Metadata = Readonly<Record<string, MetadataValue>>;

/**
 * A span of one document's cleaned text, as an engine stores it and gives it back.
 * `text.slice(start, end) === content` holds for the text of that document version, always.
 */
export interface Chunk {
  /** Unique in its index; see {@link chunkId}. Opaque to all but the functions beside that. */
  readonly id: string;
  readonly documentId: string;
  /** The document version the span belongs to; only the records say which version is live. */
  readonly version: number;
  /** Position among the document version's chunks: 0-based, without gaps. */
  readonly ordinal: number;
  /** First UTF-16 code unit of the span in the cleaned text. */
  readonly start: number;
  /** One past the last UTF-16 code unit of the span. */
  readonly end: number;
  readonly content: string;
  /** The document's title, repeated here because keyword legs score it as a field of its own. */
  readonly title: string;
  /** Headings above the span, outermost first; empty where there are none. */
  readonly headingPath: readonly string[];
  /** 1-based page, slide or sheet of the span's start, where the format has one. */
  readonly page?: number;
  /** Length of `content` in tokens of the tokenizer that the chunker counted with. */
  readonly tokens: number;
  /** BCP 47 primary language subtag that the analyser should use, for example `en`. */
  readonly language: string;
  readonly metadata: Metadata;
}

/** The document that {@link chunkId} was made of. */
export function documentOf(id: string): string {
  return id.replace(/\.\d+\.\d+$/, '');
}

/** The version that {@link chunkId} was made of. */
export function versionOf(id: string): number {
  return Number(id.split('.').at(-2));
}

/** The position that {@link chunkId} was made of, 0-based. */
export function ordinalOf(chunkId: string): number {
  return Number(chunkId.slice(chunkId.lastIndexOf('.') + 1));
}

/** The id of the chunk at `ordinal` of one document version: stable, so that a repeated write is an upsert. */
export function chunkId(documentId: string, version: number, ordinal: number): string {
  return `${documentId}.${version}.${ordinal}`;
}

/** Fields that every passage has: they say nothing that its headings do not, or nothing of what it is about. */
const passageFields: ReadonlySet<string> = new Set([
  'chapter',
  'has_code',
  'has_equations',
  'language',
  'page',
  'section',
  'table_header',
  'url',
  'in_projects',
  'visible_to',
  'word_count',
]);

/** Whether a field of metadata is told of every passage, rather than by its document of itself. */
export function isOfPassage(field: string): boolean {
  return passageFields.has(field);
}
