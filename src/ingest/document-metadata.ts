import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Metadata, MetadataValue } from '../contracts/chunk.ts';
import { groupsField } from '../contracts/document.ts';
import type { FieldType, FieldTypes } from '../contracts/engine.ts';
import { FootnoteError, isFootnoteError } from '../errors.ts';
import { pathError } from '../files/path-error.ts';
import { schemeOf } from '../files/source-address.ts';
import { metadataValue, parseYamlMapping } from '../formats/markdown/front-matter.ts';
import { decodeText } from '../text/decode/decode-text.ts';
import { hasCalendarDay } from '../values/iso-time.ts';
import { ownValue } from '../values/own-value.ts';
import { type PathTest, pathPatterns, readFoundFile, relativePath } from './file-selection.ts';
import type { GivenFacts } from './find-files.ts';

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
  /** What was said of the file when it was put in, which the file itself does not overrule. */
  readonly given: Metadata;
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

  /**
   * What a source found under `root` has from outside. Errors: `path_unreadable`, `file_malformed`.
   * @param place with what was said of the file when it was put in; files that were have no pages under the base
   */
  outside(place: {
    readonly root: string;
    readonly source: string;
    readonly given?: GivenFacts | undefined;
  }): OutsideMetadata {
    const rules = this.#rules.fieldsOf(place);
    const isPath = schemeOf(place.root) === undefined;
    const url = isPath ? pageUrl(this.#options.baseUrl, relativePath(place.root, place.source)) : undefined;
    const fields = { ...(url !== undefined && { url }), ...rules };
    const { metadata: given = {}, title } = place.given ?? {};
    const outside = [fields, this.#declaration, ...(place.given ? [given, title ?? null] : [])];
    const isNothing =
      [fields, given].every((one) => Object.keys(one).length === 0) &&
      this.#declaration === '[]' &&
      title === undefined;
    return { fields, given, hash: isNothing ? '' : shortHash(JSON.stringify(outside)) };
  }

  /**
   * Completes what the file itself says, and tells what it lacks. A value of a wrong type counts as missing. What was
   * given goes before what the file says, which whoever put it in may not have written.
   */
  complete(
    outside: Pick<OutsideMetadata, 'fields'> & Partial<Pick<OutsideMetadata, 'given'>>,
    inside: Metadata,
  ): { readonly metadata: Metadata; readonly gaps: readonly FieldGap[] } {
    const metadata: Record<string, MetadataValue> = { ...outside.fields, ...inside, ...outside.given };
    // What a document says of itself must not open what its folder keeps to some.
    const groups = ownValue(outside.fields, groupsField);
    if (groups !== undefined) metadata[groupsField] = groups;
    const gaps: FieldGap[] = [];
    for (const [name, type] of Object.entries(this.#options.fields)) {
      const given = ownValue(metadata, name);
      const kept = given === undefined ? undefined : valueOfType(given, type);
      // A group of documents that say none would hide them from everybody.
      const standIn = name === groupsField ? undefined : defaultOf(type);
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
export function valueOfType(value: MetadataValue, type: FieldType): MetadataValue | undefined {
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

/**
 * The address of a document's page. In `baseUrl`, `{path}` stands for the path below the given folder and `{page}`
 * for the same without its ending, as Docusaurus has it; without either the path is put at the end. Undefined where
 * there is no base.
 */
export function pageUrl(baseUrl: string, path: string): string | undefined {
  if (baseUrl === '') return undefined;
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  if (!/\{(?:path|page)\}/.test(baseUrl)) return `${baseUrl.replace(/\/$/, '')}/${encoded}`;
  return baseUrl
    .replaceAll('{path}', () => encoded)
    .replaceAll('{page}', () => encoded.replace(/\.[^./]+$/, ''));
}

/** Name of the file that gives metadata to the files of its folder and of those below. */
export const metadataFileName = 'metadata.yaml';

interface Rule {
  readonly matches: PathTest;
  readonly fields: Metadata;
}

/**
 * The metadata that files have from outside: from each `metadata.yaml` between the given folder and the file, the
 * nearer one winning, and over them from one more file of the same form. Such a file maps globs to fields:
 * `"contracts/*.pdf": { kind: contract }`. Of entries that match, later ones win, field by field.
 */
export class MetadataRules {
  readonly #extra: readonly Rule[];
  readonly #byFolder = new Map<string, readonly Rule[]>();

  /**
   * @param file path of the file whose globs are relative to each given folder; empty for none
   * Errors: `path_not_found`, `path_unreadable`, `file_malformed`.
   */
  constructor(file: string) {
    this.#extra = file === '' ? [] : readRules(file, readNamedFile);
  }

  /**
   * The fields of a source that was found under `root`. Errors: `path_unreadable`, `file_malformed` naming a
   * `metadata.yaml` and its line.
   */
  fieldsOf({ root, source }: { readonly root: string; readonly source: string }): Metadata {
    const names = relative(root, source).split(sep);
    const fields: Record<string, MetadataValue> = {};
    if (schemeOf(root) === undefined)
      for (const depth of names.keys()) {
        const folder = join(root, ...names.slice(0, depth));
        apply(this.#rulesOf(folder), names.slice(depth).join('/'), fields);
      }
    apply(this.#extra, names.join('/'), fields);
    return fields;
  }

  #rulesOf(folder: string): readonly Rule[] {
    let rules = this.#byFolder.get(folder);
    if (!rules) {
      rules = readRulesIfThere(join(folder, metadataFileName));
      this.#byFolder.set(folder, rules);
    }
    return rules;
  }
}

function apply(rules: readonly Rule[], path: string, fields: Record<string, MetadataValue>): void {
  for (const rule of rules) if (rule.matches(path)) Object.assign(fields, rule.fields);
}

function readRulesIfThere(file: string): readonly Rule[] {
  try {
    return readRules(file, readFoundFile);
  } catch (error) {
    // Where the source is the member of an archive, one of its folders is a file.
    if (error instanceof FootnoteError && error.code === 'path_not_found') return [];
    throw error;
  }
}

function readRules(file: string, read: (file: string) => string): readonly Rule[] {
  const fail = (problem: string, line: number): never => {
    throw new FootnoteError('file_malformed', { path: file, line, problem });
  };
  const source = readText(file, read);
  const mapping = parseYamlMapping(source);
  if (!mapping) {
    // Comments alone say nothing, which is as good as no file.
    if (source.replace(/^\s*#.*$/gm, '').trim() === '') return [];
    return fail('it must map globs to fields', 1);
  }
  if ('problem' in mapping) return fail(mapping.problem, mapping.line);
  return Object.entries(mapping.entries).map(([glob, fields]) => {
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
      const form = 'To cover all files of the folder, write "**": { field: value }';
      return fail(`"${glob}" must be a glob with fields under it. ${form}`, mapping.lineOf(glob));
    }
    return { matches: pathPatterns([glob]), fields: toMetadata(fields, mapping.lineOf(glob)) };
  });

  function toMetadata(fields: object, line: number): Metadata {
    const metadata: Record<string, MetadataValue> = {};
    for (const [name, value] of Object.entries(fields)) {
      const kept = metadataValue(value);
      if (kept === undefined) fail(`"${name}" is neither a value nor a list of values`, line);
      else metadata[name] = kept;
    }
    return metadata;
  }
}

function readText(file: string, read: (file: string) => string): string {
  try {
    return read(file);
  } catch (cause) {
    throw isFootnoteError(cause) ? cause : pathError(file, cause);
  }
}

/** What was named may be a pipe, as of another program that writes the rules. */
function readNamedFile(file: string): string {
  return decodeText(readFileSync(file)).text;
}
