import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import type { Metadata, MetadataValue } from '../../contracts/chunk.ts';
import { hasCalendarDay } from '../../values/iso-time.ts';
import { yamlProblem } from '../../values/value-problem.ts';
import { primarySubtag } from '../document/text-format.ts';

/**
 * The head of a Markdown file: in YAML, between plus signs in TOML, in JSON, or lines of `key:: value` as Logseq and
 * Dataview write them.
 */
export interface FrontMatter {
  /**
   * Scalars and lists by their key, those of a mapping by both (`contract.price`), mappings in a list each as a text;
   * dates as ISO 8601; what is nested deeper is left out. A link to another note is what it shows. `authors` is a list
   * of names, as with every other format, whether the head has it so or as one `author`, as a name or with a `name` in
   * it.
   */
  readonly metadata: Metadata;
  readonly title?: string;
  /** BCP 47 primary subtag, from `lang` or `language`. */
  readonly language?: string;
  /** Where the text after it begins; 0 where there is no front matter. */
  readonly end: number;
  readonly warnings: readonly string[];
}

const fenced = /^(---|\+\+\+)[ \t]*\n((?:(?!\1[ \t]*(?:\n|$))[^\n]*\n)*)\1[ \t]*(?:\n|$)/;

/** What goes on for longer is text between two rules. */
const maxLength = 65_536;

/** The first line that is not blank or a comment names a field. Lines between two rules that do not are text. */
const startsMapping = /^(?:[ \t]*(?:#[^\n]*)?\n)*["']?[\p{L}\p{N}_][^\n:]*:(?:\s|$)/u;

/** Reads the front matter of a cleaned text. */
export function readFrontMatter(text: string): FrontMatter {
  const head = text.slice(0, maxLength);
  const { source, yaml, tables = [] } = headOf(head) ?? {};
  const isMeant = yaml !== undefined && (startsMapping.test(yaml) || source === yaml);
  const fields = isMeant ? frontMatterFields(yaml) : undefined;
  if (source === undefined || !fields?.entries)
    return { metadata: {}, end: 0, warnings: fields?.warnings ?? [] };
  const { entries } = fields;

  const metadata: Record<string, MetadataValue> = {};
  const leftOut = [...tables];
  for (const [key, value] of entries) {
    const isAuthor = authorKeys.some((one) => one === key) && typeof value === 'object';
    if (isAuthor && namesOf(value).length > 0 && metadataValue(value) === undefined) continue;
    leftOut.push(...addFields(metadata, key, value));
  }
  const authors = authorKeys.map((key) => namesOf(entries.get(key))).find((names) => names.length > 0);
  if (authors) metadata.authors = authors;
  const title = metadata.title;
  const language = primarySubtag(String(metadata.lang ?? metadata.language ?? ''));
  return {
    metadata,
    ...(typeof title === 'string' && title.trim() !== '' && { title: title.trim() }),
    ...(language && { language }),
    end: source.length,
    warnings: [
      ...fields.warnings,
      ...leftOut.map(
        (key) => `front matter: "${key}" is neither a value nor a list of values and was left out`,
      ),
    ],
  };
}

/** Mappings in mappings beyond this are settings of a program. */
const maxNesting = 3;

/** Adds a field, or the fields of a mapping; the names of those that are no values are returned. */
function addFields(
  metadata: Record<string, MetadataValue>,
  key: string,
  value: unknown,
  depth = 1,
): readonly string[] {
  const kept = metadataValue(value) ?? mappingsAsTexts(value);
  if (kept !== undefined) metadata[key] = withoutLinks(kept);
  if (kept !== undefined || value === null) return [];
  if (!isMapping(value) || depth === maxNesting) return [key];
  const before = Object.keys(metadata).length;
  const leftOut = Object.entries(value).flatMap(([name, inner]) =>
    addFields(metadata, `${key}.${name}`, inner, depth + 1),
  );
  return leftOut.length === 0 && Object.keys(metadata).length === before ? [key] : leftOut;
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** A list with mappings of scalars in it as what each says: `name: Ana, role: cook`; undefined for any other. */
function mappingsAsTexts(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || !value.some(isMapping)) return undefined;
  const texts = value.map((item: unknown) => {
    if (!isMapping(item)) return metadataValue(item);
    const fields = Object.entries(item).map(([name, inner]) => [name, metadataValue(inner)] as const);
    const isFlat = fields.every(([, inner]) => inner !== undefined && typeof inner !== 'object');
    return isFlat ? fields.map(([name, inner]) => `${name}: ${String(inner)}`).join(', ') : undefined;
  });
  return texts.every((text) => text !== undefined) ? texts.map(String) : undefined;
}

/** A link of Obsidian to another note: `[[Anna Schmidt]]`, `[[People/Anna|Anna]]`. */
const pageLink = /^\[\[(?:[^[\]|]+\|)?([^[\]|]+)\]\]$/;

/** What links between notes show in their place, so that filters name it as a reader does. */
function withoutLinks(value: MetadataValue): MetadataValue {
  if (typeof value === 'string') return pageLink.exec(value)?.[1] ?? value;
  return typeof value === 'object' ? value.map((item) => pageLink.exec(item)?.[1] ?? item) : value;
}

/** Where heads name who wrote a text, the plainer one last. */
const authorKeys = ['authors', 'author'] as const;

/** Names given as such or as the `name` of a mapping, alone or in a list. */
function namesOf(value: unknown): readonly string[] {
  return [value].flat().flatMap((one: unknown) => {
    const name: unknown = typeof one === 'object' && one !== null && 'name' in one ? one.name : one;
    if (typeof name !== 'string' || name.trim() === '') return [];
    return [pageLink.exec(name.trim())?.[1] ?? name.trim()];
  });
}

/** The lines of a head as YAML; `source` with the fences around them, if it has some. */
function headOf(text: string): { source: string; yaml: string; tables?: readonly string[] } | undefined {
  const [source, fence, lines = ''] = fenced.exec(text) ?? [];
  if (source !== undefined) return { source, ...(fence === '---' ? { yaml: lines } : tomlAsYaml(lines)) };
  const [json] = inBraces.exec(text) ?? [];
  // What JSON is, YAML is too.
  if (json !== undefined) return isJson(json) ? { source: json, yaml: json } : undefined;
  const [properties] = doubleColons.exec(text) ?? [];
  return properties === undefined ? undefined : { source: properties, yaml: propertiesAsYaml(properties) };
}

/** An object that ends with a brace on a line of its own. */
const inBraces = /^\{[ \t]*\n(?:[^\n]*\n)*?\}[ \t]*(?:\n|$)/;

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/** Fields with two colons, and behind them a blank line, the first item of an outline, or nothing. */
const doubleColons =
  /^(?:[\p{L}_][\p{L}\p{N}_./ -]{0,40}::(?:[ \t][^\n]*)?(?:\n|$))+(?=\s*\n|[ \t]*[-*+][ \t]|$)/u;

/** Fields of Logseq that are lists. */
const listFields = /^(?:alias(?:es)?|tags?)$/i;

function propertiesAsYaml(lines: string): string {
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [key = '', ...rest] = line.split('::');
      const value = rest.join('::').trim();
      const items = value.split(/\s*[,，]\s*/).filter((item) => item !== '');
      return `${JSON.stringify(key.trim())}: ${value === '' ? '' : JSON.stringify(listFields.test(key.trim()) ? items : value)}`;
    })
    .join('\n');
}

const entry = /^\s*((?:"[^"]*"|'[^']*'|[\w.-])+)\s*=\s*(.*)$/;
const table = /^\s*(\[{1,2})\s*([^\]]+?)\s*\]{1,2}/;

/**
 * The head of a file in TOML (https://toml.io) as YAML, line for line: its strings, numbers, dates and lists are
 * written alike, and a table is a mapping. Lists of tables become comments, and their names are returned.
 */
function tomlAsYaml(source: string): { readonly yaml: string; readonly tables: readonly string[] } {
  const tables: string[] = [];
  let isInList = false;
  let indent = '';
  let isLeftOut = false;
  const lines = source.split('\n').map((line) => {
    const [, brackets, name] = (isInList ? undefined : table.exec(line)) ?? [];
    if (name !== undefined) {
      isLeftOut = brackets !== '[';
      if (isLeftOut) tables.push(name);
      indent = '  ';
    }
    if (isLeftOut) return `# ${line}`;
    if (name !== undefined) return `${JSON.stringify(name.replace(/["']/g, ''))}:`;
    const [, key, value] = (isInList ? undefined : entry.exec(line)) ?? [];
    const rest = value ?? line;
    if (value?.startsWith('[')) isInList = true;
    if (/\]\s*(?:#.*)?$/.test(rest)) isInList = false;
    // What goes on from the line before has to be indented.
    return key === undefined ? `${indent} ${line}` : `${indent}${key}: ${value}`;
  });
  return { yaml: lines.join('\n'), tables };
}

/** The fields of a file's head. */
interface FrontMatterFields {
  /** Values as YAML has them, by key; undefined where the lines are text between two rules. */
  readonly entries?: ReadonlyMap<string, unknown>;
  /** What was wrong, with the line in the file, and what is to be done about it. */
  readonly warnings: readonly string[];
}

/** More say nothing new of one head. */
const warningsTold = 10;

/** A key, also one that lacks the space behind its colon. */
const startsWithKey = /^(?:[^:]*:(?:\s|$)|[\p{L}\p{N}_-]+:)/u;

/** A blank line or a comment. */
const saysNothing = /^\s*(?:#|$)/;

/**
 * Reads the lines between the fences. Where YAML cannot read them, each field is read by itself: values that it
 * stumbles over are the text that they are (`title: Harbour: the plan`), tabs before a line are spaces, of two of one
 * name the later counts, and what cannot be read even so is left out. Where a line is no field, nothing is.
 */
function frontMatterFields(yaml: string): FrontMatterFields {
  const whole = parseYamlMapping(yaml);
  if (!whole) return { warnings: [] };
  if ('entries' in whole) return { entries: new Map(Object.entries(whole.entries)), warnings: [] };
  const fields = fieldsOf(yaml).filter(({ lines }) => !lines.every((line) => saysNothing.test(line)));
  const other = fields.find(({ lines: [first = ''] }) => !startsWithKey.test(first));
  if (other) {
    const problem = `"${other.lines[0]}" is not a field, so everything between the two rules was read as text`;
    return { warnings: [`front matter, line ${other.line}: ${problem}`] };
  }
  const entries = new Map<string, unknown>();
  const warnings: string[] = [];
  for (const field of fields) {
    const { found, warning } = readField(field);
    if (warning !== undefined) warnings.push(warning);
    for (const [key, value] of Object.entries(found)) {
      if (entries.has(key))
        warnings.push(
          `front matter, line ${field.line}: "${key}" appears twice, and this one was used; remove one`,
        );
      entries.set(key, value);
    }
  }
  const more = warnings.length - warningsTold;
  const others = more > 0 ? [`front matter: and ${more} more like these`] : [];
  return { entries, warnings: [...warnings.slice(0, warningsTold), ...others] };
}

/** The lines of a field. */
interface Field {
  readonly lines: readonly string[];
  /** Where they begin in the file, 1-based. */
  readonly line: number;
}

/** What stands at the left margin and is no item, comment or closing bracket. */
const startsField = /^(?:[^\s#\-\]}]|-\S)/;

function fieldsOf(yaml: string): readonly Field[] {
  const fields: { lines: string[]; line: number }[] = [];
  for (const [index, text] of yaml.split('\n').entries()) {
    const last = fields.at(-1);
    // The fence stands on the line before.
    if (!last || startsField.test(text)) fields.push({ lines: [text], line: index + 2 });
    else last.lines.push(text);
  }
  return fields;
}

function readField({ lines, line }: Field): { readonly found: object; readonly warning?: string } {
  const source = lines.join('\n');
  const read = parseYamlMapping(source);
  if (read && 'entries' in read) return { found: read.entries };
  const at = `front matter, line ${line + Math.min(read?.line ?? 1, lines.length) - 1}`;
  const what = `"${source.split(/[:\n]/, 1)[0]?.trim()}" is malformed (${read?.problem ?? 'no field'})`;
  const mended = parseYamlMapping(lines.map(mendLine).join('\n'));
  if (!mended || 'problem' in mended)
    return {
      found: {},
      warning: `${at}: ${what} and was left out; fix it, or put its value in quotation marks`,
    };
  const remedy = source.includes('\t') ? 'indent it with spaces' : 'put its value in quotation marks';
  return { found: mended.entries, warning: `${at}: ${what} and was read as written; ${remedy}` };
}

/** Before the value of a line: marks of items, and a key. */
const beforeValue = /^(?:- +)*(?:[^\s:-][^:]*: +)?/;

/** A line with its value in quotes where YAML cannot read that, and with spaces before it. */
function mendLine(line: string): string {
  const text = line.trimStart();
  const indent = line.slice(0, line.length - text.length).replaceAll('\t', '  ');
  const before = beforeValue.exec(text)?.[0] ?? '';
  const value = text.slice(before.length).trimEnd();
  const isReadable = before === '' || value === '' || !isProblem(parseYamlMapping(`value: ${value}`));
  if (isReadable) return indent + text;
  const [, , inQuotes = value] = /^(["'])(.*)\1$/.exec(value) ?? [];
  return indent + before + JSON.stringify(inQuotes);
}

function isProblem(read: ReturnType<typeof parseYamlMapping>): boolean {
  return read !== undefined && 'problem' in read;
}

const require = createRequire(import.meta.url);

/** The library is large, and most runs meet no YAML: it is loaded with the first text. */
const loadYaml = (): typeof Yaml => require('yaml');

/** A YAML mapping as plain data. */
interface YamlMapping {
  readonly entries: Readonly<Record<string, unknown>>;
  /** 1-based line in the source where the key stands; 1 where there is no such key. */
  lineOf(key: string): number;
}

/** Why a text is no YAML, and its 1-based line. */
interface YamlProblem {
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
