import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import type { MetadataValue } from '../../contracts/chunk.ts';
import { hasCalendarDay } from '../../values/iso-time.ts';
import { yamlProblem } from '../../values/value-problem.ts';

const require = createRequire(import.meta.url);

/** The library is large, and most runs meet no YAML: it is loaded with the first text. */
const loadYaml = (): typeof Yaml => require('yaml');

/** A YAML mapping as plain data. */
export interface YamlMapping {
  readonly entries: Readonly<Record<string, unknown>>;
  /** 1-based line in the source where the key stands; 1 where there is no such key. */
  lineOf(key: string): number;
}

/** Why a text is no YAML, and its 1-based line. */
export interface YamlProblem {
  readonly problem: string;
  readonly line: number;
}

/**
 * Reads YAML; undefined where it is no mapping. Dates become `Date`, but for days that no calendar has, which stay
 * text.
 */
export function parseYamlMapping(source: string): YamlMapping | YamlProblem | undefined {
  const { isMap, isNode, LineCounter, parseDocument, visit } = loadYaml();
  const lineCounter = new LineCounter();
  const lineAt = (offset: number) => Math.max(1, lineCounter.linePos(offset).line);
  try {
    const document = parseDocument(source, {
      lineCounter,
      prettyErrors: false,
      // Where a mapping is a key, as in `{{date}}`, the library would write to the console.
      logLevel: 'error',
      customTags: ['timestamp'],
    });
    const [error] = document.errors;
    if (error) return { problem: yamlProblem(error), line: lineAt(error.pos[0]) };
    visit(document, {
      Scalar(_, node) {
        if (node.value instanceof Date && !hasCalendarDay(node.source ?? '')) node.value = node.source;
      },
    });
    const { contents } = document;
    const value = document.toJS() as unknown;
    if (!isMap(contents) || typeof value !== 'object' || value === null) return undefined;
    return {
      entries: value as Record<string, unknown>,
      lineOf(key) {
        const pair = contents.items.find((item) => isNode(item.key) && String(item.key) === key);
        return isNode(pair?.key) && pair.key.range ? lineAt(pair.key.range[0]) : 1;
      },
    };
  } catch {
    // The library has no code for it.
    return { problem: 'its aliases expand to too much, or refer to nothing', line: 1 };
  }
}

/** A value as metadata keeps it; undefined for what is neither a scalar nor a list of scalars. */
export function metadataValue(value: unknown): MetadataValue | undefined {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (value instanceof Date) return isoDate(value);
  if (!Array.isArray(value)) return undefined;
  const items = value.map(metadataValue);
  return items.every((item) => item !== undefined && !Array.isArray(item)) ? items.map(String) : undefined;
}

/** A date without a time stays one. */
function isoDate(date: Date): string {
  return date.toISOString().replace(/T00:00:00\.000Z$/, '');
}
