import { parseYamlMapping } from './yaml-mapping.ts';

/** The fields of a file's head. */
export interface FrontMatterFields {
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
export function frontMatterFields(yaml: string): FrontMatterFields {
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
