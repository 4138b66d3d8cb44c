import { createHash } from 'node:crypto';
import type { Metadata, MetadataValue } from '../contracts/chunk.ts';
import type { FieldType, FieldTypes } from '../contracts/filter.ts';
import { hasCalendarDay } from '../has-calendar-day.ts';
import { ownValue } from '../own-value.ts';
import { relativePath } from './load/find-files.ts';
import { MetadataRules } from './load/metadata-rules.ts';
import { pageUrl } from './page-url.ts';

/** Where the metadata of a collection's documents come from. */
export interface MetadataOptions {
  /** A file of rules that holds for all the given folders; empty for none. */
  readonly file: string;
  /** What the addresses of documents begin with, see {@link pageUrl}; empty where they have none. */
  readonly baseUrl: string;
  /** The fields that every document is meant to have. */
  readonly fields: FieldTypes;
}

/** The metadata that a file has from outside of it. */
export interface OutsideMetadata {
  readonly fields: Metadata;
  /** Changes where the same file would come out with other metadata; empty where there is nothing from outside. */
  readonly hash: string;
}

/** A declared field that nothing gives a value of its type. */
export interface FieldGap {
  readonly name: string;
  readonly type: FieldType;
  /** The value of another type, which was left out; undefined where there is none. */
  readonly given: MetadataValue | undefined;
  /** What the field holds instead; undefined: nothing, so that no filter matches. */
  readonly standIn: MetadataValue | undefined;
}

/** Puts the metadata of each file together: what folders and files of rules say, and over it what the file says. */
export class DocumentMetadata {
  readonly #options: MetadataOptions;
  readonly #rules: MetadataRules;
  readonly #declaration: string;

  /** Errors: `path_not_found`, `path_unreadable`, `file_malformed` for the file of rules. */
  constructor(options: MetadataOptions) {
    this.#options = options;
    this.#rules = new MetadataRules(options.file);
    this.#declaration = JSON.stringify(
      Object.entries(options.fields).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
  }

  /** What a source found under `root` has from outside. Errors: `path_unreadable`, `file_malformed`. */
  outside(place: { readonly root: string; readonly source: string }): OutsideMetadata {
    const rules = this.#rules.fieldsOf(place);
    const url = pageUrl(this.#options.baseUrl, relativePath(place.root, place.source));
    const fields = { ...(url !== undefined && { url }), ...rules };
    const isNothing = Object.keys(fields).length === 0 && this.#declaration === '[]';
    return { fields, hash: isNothing ? '' : shortHash(JSON.stringify([fields, this.#declaration])) };
  }

  /** Completes what the file itself says, and tells what it lacks. A value of a wrong type counts as missing. */
  complete(
    outside: Pick<OutsideMetadata, 'fields'>,
    inside: Metadata,
  ): { readonly metadata: Metadata; readonly gaps: readonly FieldGap[] } {
    const metadata: Record<string, MetadataValue> = { ...outside.fields, ...inside };
    const gaps: FieldGap[] = [];
    for (const [name, type] of Object.entries(this.#options.fields)) {
      const given = ownValue(metadata, name);
      const kept = given === undefined ? undefined : valueOfType(given, type);
      const standIn = defaultOf(type);
      if (kept === undefined) gaps.push({ name, type, given, standIn });
      const final = kept ?? standIn;
      if (final === undefined) delete metadata[name];
      else metadata[name] = final;
    }
    return { metadata, gaps };
  }
}

/** See {@link FieldGap}. */
function defaultOf(type: FieldType): MetadataValue | undefined {
  if (type === 'string') return 'Unknown';
  return type === 'list' ? ['Unknown'] : undefined;
}

/** ISO 8601 to the year, month, day or time: what sorts as text. */
const isoDate = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?)?)?$/;

/** The value where it is of the type; one text stands for a list of one. */
function valueOfType(value: MetadataValue, type: FieldType): MetadataValue | undefined {
  if (type === 'list') {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' ? value : undefined;
  }
  if (type === 'date') return isDate(value) ? value : undefined;
  return typeof value === type ? value : undefined;
}

function isDate(value: MetadataValue): boolean {
  if (typeof value !== 'string' || !isoDate.test(value)) return false;
  return hasCalendarDay(value) && !Number.isNaN(Date.parse(value));
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
