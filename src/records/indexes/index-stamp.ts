import type { FieldTypes } from '../../contracts/filter.ts';
import { FootnoteError } from '../../errors.ts';
import { describeDifference, describeFields } from './describe-stamp.ts';

/** What an index was built with. Chunks made with anything else cannot be compared with its own. */
export interface IndexStamp {
  readonly embedder: string;
  readonly chunker: string;
  readonly analyser: string;
  readonly dimension: number;
  /** The metadata fields declared for the collection, which filters may name. */
  readonly fields: FieldTypes;
}

const stampParts = ['embedder', 'chunker', 'analyser', 'fields'] as const;

/** Part of a stamp that must be the same for some work. */
export type StampPart = (typeof stampParts)[number];

/** Settings that declare no fields leave those of the index as they are. */
export function withFieldsOf(stamp: IndexStamp, stored: IndexStamp | undefined): IndexStamp {
  return stored && Object.keys(stamp.fields).length === 0 ? { ...stamp, fields: stored.fields } : stamp;
}

/** Whether two indexes would hold the same. */
export function isSameStamp(one: IndexStamp, other: IndexStamp): boolean {
  return stampParts.every((part) => comparable(one, part) === comparable(other, part));
}

/**
 * Refuses to mix what an index holds with what the settings would make now. `parts` are those that matter for the
 * work at hand: a question does not depend on the chunker. Errors: `index_mismatch`.
 */
export function requireSameStamp(
  collection: string,
  stored: IndexStamp,
  configured: IndexStamp,
  parts: readonly StampPart[],
): void {
  const different = parts.filter((part) => comparable(stored, part) !== comparable(configured, part));
  if (different.length === 0) return;
  const differences = different.map((part) => describeDifference(part, stored, configured));
  throw new FootnoteError('index_mismatch', {
    collection,
    stored: differences.map((difference) => difference.stored).join(' and '),
    configured: differences.map((difference) => difference.configured).join(' and '),
  });
}

/** A part as text that is equal for equal parts. */
function comparable(stamp: IndexStamp, part: StampPart): string {
  return part === 'fields' ? describeFields(stamp.fields) : stamp[part];
}
