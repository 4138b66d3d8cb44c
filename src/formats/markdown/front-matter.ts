import type { Metadata, MetadataValue } from '../../contracts/chunk.ts';
import { primarySubtag } from '../document/text-format.ts';
import { frontMatterFields } from './front-matter-fields.ts';
import { metadataValue } from './yaml-mapping.ts';

/** The head of a Markdown file in YAML, or between plus signs in TOML. */
export interface FrontMatter {
  /**
   * Scalars and lists of scalars by their key; dates as ISO 8601; what is nested deeper is left out. A link
   * to another note is what it shows. `authors` is a list of names, as with every other format, whether the head has it
   * so or as one `author`, as a name or with a `name` in it.
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
  const { source, yaml, tables = [] } = headOf(text.slice(0, maxLength)) ?? {};
  const isMeant = yaml !== undefined && startsMapping.test(yaml);
  const fields = isMeant ? frontMatterFields(yaml) : undefined;
  if (source === undefined || !fields?.entries)
    return { metadata: {}, end: 0, warnings: fields?.warnings ?? [] };
  const { entries } = fields;

  const metadata: Record<string, MetadataValue> = {};
  const leftOut = [...tables];
  for (const [key, value] of entries) {
    const kept = metadataValue(value);
    if (kept !== undefined) metadata[key] = withoutLinks(kept);
    else if (value !== null && !authorKeys.some((one) => one === key && namesOf(value).length > 0))
      leftOut.push(key);
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

/** The lines between the fences as YAML; `source` with the fences. */
function headOf(text: string): { source: string; yaml: string; tables?: readonly string[] } | undefined {
  const [source, fence, lines = ''] = fenced.exec(text) ?? [];
  return source === undefined
    ? undefined
    : { source, ...(fence === '---' ? { yaml: lines } : tomlAsYaml(lines)) };
}

const entry = /^\s*((?:"[^"]*"|'[^']*'|[\w.-])+)\s*=\s*(.*)$/;
const table = /^\s*\[{1,2}\s*([^\]]+?)\s*\]{1,2}/;

/**
 * The head of a file in TOML (https://toml.io) as YAML, line for line: its strings, numbers, dates and lists are
 * written alike. Tables, which hold no values of the document itself, become comments, and their names are returned.
 */
export function tomlAsYaml(source: string): { readonly yaml: string; readonly tables: readonly string[] } {
  const tables: string[] = [];
  let isInList = false;
  const lines = source.split('\n').map((line) => {
    const name = isInList ? undefined : table.exec(line)?.[1];
    if (name !== undefined) tables.push(name);
    if (tables.length > 0) return `# ${line}`;
    const [, key, value] = (isInList ? undefined : entry.exec(line)) ?? [];
    const rest = value ?? line;
    if (value?.startsWith('[')) isInList = true;
    if (/\]\s*(?:#.*)?$/.test(rest)) isInList = false;
    // What goes on from the line before has to be indented.
    return key === undefined ? ` ${line}` : `${key}: ${value}`;
  });
  return { yaml: lines.join('\n'), tables };
}
