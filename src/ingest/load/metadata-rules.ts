import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Metadata, MetadataValue } from '../../contracts/chunk.ts';
import { FootnoteError, isFootnoteError } from '../../errors.ts';
import { pathError } from '../../files/path-error.ts';
import { decodeText } from '../../text/decode/decode-text.ts';
import { metadataValue, parseYamlMapping } from '../parse/markdown/yaml-mapping.ts';
import { type PathTest, pathPatterns } from './path-patterns.ts';
import { readFoundFile } from './read-found-file.ts';

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
