/** What a bibliography says of one work. */
export interface BibEntry {
  /** `article`, `book`; lower case. */
  readonly type: string;
  /** What it is cited by. */
  readonly key: string;
  /** By name in lower case, in the order of the file; values without their outer braces or quotes. */
  readonly fields: ReadonlyMap<string, string>;
}

const entryStart = /^[ \t]*@([a-z]+)[ \t]*[{(]/gim;
const keyPart = /\s*([^\s,{}()="]+)\s*(?:,|(?=[})]))/y;
const fieldStart = /[\s,]*([\w:.+/-]+)\s*=\s*/y;
const bareValue = /[^\s,#{}"]+/y;
const joint = /\s*#\s*/y;

/** The months are known to every program; other names stand for what `@string` gives them. */
const months = 'jan feb mar apr may jun jul aug sep oct nov dec';

/**
 * Reads the entries of a BibTeX or BibLaTeX file. An entry begins at a line with `@`, so that one which is not closed
 * takes none of the next. What stands between entries is a comment. Linear.
 */
export function readBibtex(text: string): readonly BibEntry[] {
  const starts = [...text.matchAll(entryStart)];
  const names = new Map(months.split(' ').map((month) => [month, month[0]?.toUpperCase() + month.slice(1)]));
  return starts.flatMap((start, index): BibEntry[] => {
    const type = (start[1] as string).toLowerCase();
    const body = text.slice(start.index + start[0].length, starts[index + 1]?.index);
    if (type === 'comment' || type === 'preamble') return [];
    if (type === 'string') {
      for (const [name, value] of fieldsOf(body, 0, names)) names.set(name, value);
      return [];
    }
    keyPart.lastIndex = 0;
    const key = keyPart.exec(body);
    return key ? [{ type, key: key[1] as string, fields: fieldsOf(body, keyPart.lastIndex, names) }] : [];
  });
}

function fieldsOf(body: string, from: number, names: ReadonlyMap<string, string>): Map<string, string> {
  const fields = new Map<string, string>();
  let position = from;
  for (;;) {
    fieldStart.lastIndex = position;
    const name = fieldStart.exec(body)?.[1]?.toLowerCase();
    if (name === undefined) return fields;
    const value = valueAt(body, fieldStart.lastIndex, names);
    position = value.end;
    if (!fields.has(name)) fields.set(name, value.text.replace(/\s+/g, ' ').trim());
  }
}

/** A value and where it ends: `{…}`, `"…"`, a number or a name, or several of them joined by `#`. */
function valueAt(
  body: string,
  from: number,
  names: ReadonlyMap<string, string>,
): { readonly text: string; readonly end: number } {
  let text = '';
  for (let position = from; ; position = joint.lastIndex) {
    const mark = body[position];
    let end: number;
    if (mark === '{' || mark === '"') {
      end = closingAt(body, position);
      text += body.slice(position + 1, end - 1);
    } else {
      bareValue.lastIndex = position;
      const bare = bareValue.exec(body)?.[0] ?? '';
      end = position + bare.length;
      text += names.get(bare.toLowerCase()) ?? bare;
    }
    joint.lastIndex = end;
    if (!joint.test(body)) return { text, end };
  }
}

/** One past what closes the brace or quote at a position; quotes within braces close nothing. */
function closingAt(body: string, open: number): number {
  const isQuoted = body[open] === '"';
  let depth = 0;
  for (let at = isQuoted ? open + 1 : open; at < body.length; at++) {
    const sign = body[at];
    if (sign === '\\') at += 1;
    else if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    if ((isQuoted && sign === '"' && depth === 0) || (!isQuoted && depth === 0)) return at + 1;
  }
  return body.length + 1;
}
