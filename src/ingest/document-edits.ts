import { isOfPassage, type MetadataValue } from '../contracts/chunk.ts';
import type { DocumentChange, DocumentEdits } from '../contracts/document.ts';
import type { FieldTypes } from '../contracts/engine.ts';
import { oneLine } from '../values/one-line.ts';
import { unusable } from '../values/require-arguments.ts';
import { metadataOf } from './added-document.ts';
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
