import { isOfPassage, type Metadata, type MetadataValue } from '../contracts/chunk.ts';
import type { AddedDocument, DocumentChange, DocumentEdits } from '../contracts/document.ts';
import type { FieldTypes } from '../contracts/engine.ts';
import { FootnoteError, throwIfAborted } from '../errors.ts';
import { endingOf } from '../files/media-types.ts';
import { fileEnding } from '../formats/file-kinds.ts';
import { oneLine } from '../values/one-line.ts';
import { requireFields, requireObject, requireText, unusable } from '../values/require-arguments.ts';
import { valueOfType } from './document-metadata.ts';

/** Fields that can be written over one document, and what stands in one, in UTF-16 code units. */
const maxFields = 100;
const maxValueLength = 10_000;

/** Passages tell these of themselves, and documents may say them of themselves all the same. */
const ownWords: ReadonlySet<string> = new Set(['chapter', 'section', 'url']);

/** Refuses what no document can be given. Errors: `request_invalid`, naming the field, the limit and the remedy. */
export function checkChange({ title, metadata = {} }: DocumentChange, declared: FieldTypes): void {
  if (title === undefined && Object.keys(metadata).length === 0)
    throw unusable('change', 'nothing is changed. Give a title, or fields of metadata');
  if (typeof title === 'string' && oneLine(title) === '')
    throw unusable('title', 'it is empty. Give null for the one that the document has itself');
  for (const [name, value] of Object.entries(metadata)) {
    const field = `metadata.${name}`;
    if (name.trim() === '' || name.length > 100 || name !== name.trim())
      throw unusable(field, 'a field has 1 to 100 characters, and no space before or behind them');
    if (isOfPassage(name) && !ownWords.has(name))
      throw unusable(field, 'every passage has this field of itself. Choose another name');
    if (value === null) continue;
    if ([value].flat().some((one) => String(one).length > maxValueLength))
      throw unusable(field, `a value has at most ${maxValueLength} characters. Shorten it`);
    const type = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (type !== undefined && valueOfType(value, type) === undefined)
      throw unusable(field, `it is declared as ${type}. Give a ${type}, or null for the document's own`);
  }
}

/** What is written over a document once this change is made. Errors: `request_invalid` where that is too much. */
export function withChange(
  edits: DocumentEdits,
  { title = edits.title, metadata = {} }: DocumentChange,
): DocumentEdits {
  const fields = new Map<string, MetadataValue>(Object.entries(edits.metadata));
  for (const [name, value] of Object.entries(metadata)) {
    if (value === null) fields.delete(name);
    else fields.set(name, value);
  }
  if (fields.size > maxFields)
    throw unusable('metadata', `at most ${maxFields} fields of a document can be written. Take some back`);
  return {
    title: title === null ? null : oneLine(title),
    metadata: metadataOf(Object.fromEntries(fields), 'metadata'),
  };
}

/** Longest name of a document that is put in, in characters. */
const maxNameLength = 500;

/** Longest metadata of a document that is put in, in characters of JSON. */
const maxMetadataLength = 65_536;

/** A document that can be put in. */
export interface Addable {
  readonly name: string;
  readonly title: string | undefined;
  readonly metadata: Metadata;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/**
 * Holds a document to what {@link AddedDocument} says. Errors: `request_invalid`, which names the field as
 * `documents.0.name`.
 */
export function addable(document: AddedDocument, field: string): Addable {
  const fields = ['name', 'bytes', 'text', 'mediaType', 'title', 'url', 'metadata'];
  requireFields(field, document, fields);
  const { bytes, text, mediaType, title, url } = document;
  for (const [name, value] of Object.entries({ mediaType, title, url, text }))
    if (value !== undefined) requireText(`${field}.${name}`, value);
  if ((bytes === undefined) === (text === undefined))
    throw unusable(field, 'it must have either bytes or text');
  if (title !== undefined && !isLine(title))
    throw unusable(`${field}.title`, `it must be 1–${maxNameLength} characters on one line`);
  if (url !== undefined && !isPage(url))
    throw unusable(`${field}.url`, 'it must be an address that begins with http: or https:');
  const metadata = {
    ...metadataOf(document.metadata, `${field}.metadata`),
    ...(url !== undefined && { url }),
  };
  const name = nameOf(document.name, `${field}.name`, mediaType);
  return {
    name,
    title,
    metadata,
    pieces: piecesOf(text === undefined ? bytes : new TextEncoder().encode(text), field),
  };
}

/**
 * The name that a document goes by. Letters and their accents are one character each, as most programs write them, so
 * that one name is not two. Errors: `request_invalid`.
 */
export function nameOf(given: unknown, field: string, mediaType?: string): string {
  requireText(field, given);
  const ending = endingOf(mediaType ?? '');
  const name = given.normalize('NFC') + (fileEnding(given) === '' ? ending : '');
  if (!isLine(name))
    throw unusable(
      field,
      `it must be 1–${maxNameLength} characters without control characters, those of direction included`,
    );
  if (/^[a-z]:[\\/]|[\\]/i.test(name) || name.split('/').some((part) => ['', '.', '..'].includes(part)))
    throw unusable(field, 'it must be parts between slashes, none of them empty, "." or ".."');
  return name;
}

/** Whether a text is one line without characters that no name has, nor any by which it would read as another. */
function isLine(text: string): boolean {
  return (
    text.trim() !== '' &&
    text.length <= maxNameLength &&
    text.isWellFormed() &&
    !/\p{Cc}|\p{Zl}|\p{Zp}|[\u202A-\u202E\u2066-\u2069]/u.test(text)
  );
}

function isPage(url: string): boolean {
  return url.length <= 2000 && /^https?:$/.test(URL.parse(url)?.protocol ?? '');
}

/** Errors: `request_invalid`. */
export function metadataOf(given: unknown, field: string): Metadata {
  if (given === undefined) return {};
  requireObject(field, given);
  if (Array.isArray(given)) throw unusable(field, 'it must be an object');
  for (const [name, value] of Object.entries(given)) {
    if (!isText(name) || name === '__proto__')
      throw unusable(field, `no field can be called ${JSON.stringify(name)}. Choose another name`);
    if (!isMetadataValue(value))
      throw unusable(`${field}.${name}`, 'it must be a string, a number, a boolean or a list of strings');
  }
  if (JSON.stringify(given).length > maxMetadataLength)
    throw unusable(field, `it must be at most ${maxMetadataLength} characters of JSON`);
  return given as Metadata;
}

function isMetadataValue(value: unknown): boolean {
  const list = Array.isArray(value) ? value : [value];
  return list.every(isText) || typeof value === 'boolean' || Number.isFinite(value);
}

async function* piecesOf(content: unknown, field: string): AsyncGenerator<Uint8Array> {
  if (content instanceof Uint8Array) yield content;
  else if (typeof content === 'object' && content !== null && Symbol.asyncIterator in content)
    for await (const piece of content as AsyncIterable<unknown>) {
      if (!(piece instanceof Uint8Array)) throw unusable(`${field}.bytes`, 'it must come as Uint8Array');
      yield piece;
    }
  else throw unusable(`${field}.bytes`, 'it must be a Uint8Array, or come as such');
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
}

/** The same pieces, up to a limit. Errors: `file_too_large`, `aborted`. */
export async function* upTo(
  limit: number,
  { name, pieces }: Addable,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of pieces) {
    throwIfAborted(signal);
    size += piece.length;
    if (size > limit) throw new FootnoteError('file_too_large', { path: name, size, limit });
    yield piece;
  }
}
