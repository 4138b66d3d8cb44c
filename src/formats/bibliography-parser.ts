import { detectLanguage } from '../text/language/detect-language.ts';
import type { DocumentBuilder } from './document/document-builder.ts';
import { plainParagraphs, textFormat } from './document/text-format.ts';

/** Where programs keep a work, and when they last touched it, tells nothing of it; the others stand apart. */
const leftOut =
  /^(?:title|abstract|annote|annotation|file|timestamp|owner|groups|bdsk-.*|date-(?:added|modified))$/;

/** People, one after the other with `and` between them. */
const people = /^(?:author|editor|translator)$/;

/** Addresses and the like stand as they are written. */
const verbatim = /^(?:url|doi|eprint|isbn|issn|pmid)$/;

/**
 * Bibliographies (BibTeX, BibLaTeX) as Zotero, Mendeley and JabRef write them: each work under its title, with a
 * line of who wrote it, when and where it came out, what else is known, the key that it is cited by, and its abstract.
 * Accents written for LaTeX are set.
 */
export const bibliographyParser = textFormat({
  name: 'bibliography',
  extensions: ['.bib'],
  version: 1,
  write(builder, { text }) {
    const entries = readBibtex(text);
    for (const entry of entries) writeEntry(builder, entry);
    if (entries.length === 0) builder.source(text, plainParagraphs);
    // The names of the fields are English in any bibliography.
    const words = entries.flatMap(({ fields }) => [fields.get('title') ?? '', fields.get('abstract') ?? '']);
    return { language: detectLanguage(words.join('\n')) };
  },
});

/** Where a work came out, the most telling first. */
const venues = ['journal', 'journaltitle', 'booktitle', 'publisher', 'school', 'institution', 'howpublished'];

function writeEntry(builder: DocumentBuilder, { type, key, fields }: BibEntry): void {
  const title = latexWords(fields.get('title') ?? '');
  const [by, when, where] = [['author', 'editor'], ['year', 'date'], venues].map((names) =>
    names.find((name) => fields.get(name)),
  );
  const [people = '', year = '', venue = ''] = [by, when, where].map((name) =>
    name === undefined ? '' : shown(name, fields.get(name) as string),
  );
  builder.heading(2, title || key);
  // Who asks who wrote it, and when, is answered by one sentence.
  const head = [people, year && `(${year})`].filter(Boolean).join(' ');
  const told = [...fields]
    .filter(([name, value]) => value !== '' && !leftOut.test(name) && ![by, when, where].includes(name))
    .map(([name, value]) => `${labelOf(name)}: ${shown(name, value)}`);
  const reference = [[head, title].filter(Boolean).join(': '), venue].filter(Boolean).join('. ');
  const sentence = reference.replace(/(?<=[^.?!])$/, '.');
  builder.paragraph([sentence, ...told, `Key: ${key} (${type})`].filter(Boolean).join('\n'));
  for (const name of ['abstract', 'annote', 'annotation'])
    builder.paragraph(latexWords(fields.get(name) ?? ''));
}

function labelOf(name: string): string {
  return verbatim.test(name) ? name.toUpperCase() : name.charAt(0).toUpperCase() + name.slice(1);
}

function shown(name: string, value: string): string {
  if (verbatim.test(name)) return value.replaceAll('\\', '');
  return people.test(name)
    ? value
        .split(/\s+and\s+/)
        .map(personOf)
        .join(', ')
    : latexWords(value);
}

/** `Ashish Vaswani` of `Vaswani, Ashish`; a name in braces is that of a body, and stands as it is. */
function personOf(name: string): string {
  const [family = '', ...rest] = name.startsWith('{') ? [name] : name.split(/\s*,\s*/);
  const given = rest.at(-1) ?? '';
  const suffix = rest.length > 1 ? ` ${rest[0]}` : '';
  return latexWords(name === 'others' ? 'et al.' : `${given} ${family}${suffix}`);
}

/** What a bibliography says of one work. */
interface BibEntry {
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
function readBibtex(text: string): readonly BibEntry[] {
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

/** Combining marks by the commands that set them (https://en.wikibooks.org/wiki/LaTeX/Special_Characters). */
const marks: Readonly<Record<string, string>> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '=': '\u0304',
  u: '\u0306',
  '.': '\u0307',
  '"': '\u0308',
  r: '\u030a',
  H: '\u030b',
  v: '\u030c',
  d: '\u0323',
  c: '\u0327',
  k: '\u0328',
};

const letters: Readonly<Record<string, string>> = {
  ss: 'ß',
  ae: 'æ',
  AE: 'Æ',
  oe: 'œ',
  OE: 'Œ',
  aa: 'å',
  AA: 'Å',
  o: 'ø',
  O: 'Ø',
  l: 'ł',
  L: 'Ł',
  i: 'ı',
  j: 'ȷ',
  textendash: '–',
  textemdash: '—',
  textasciitilde: '~',
  textbackslash: '\\',
  ldots: '…',
};

/** `\"o`, `\"{o}`, `\v{c}`, `\v c`; a dot is lost below a mark. */
const accent = /\\(?:([`'^~="."])\s*|([uvHcdkr])(?:\s+|(?=\{)))(?:\{\s*\\?([A-Za-z])\s*\}|\\?([A-Za-z]))/g;
const letter = /\\([A-Za-z]+)(?![A-Za-z])(?:\{\}|[ \t]+)?/g;

/** Words written for LaTeX as a reader sees them: accents and signs set, commands and braces gone, formulas kept. */
export function latexWords(source: string): string {
  const parts = source.split(/(\$[^$]*\$)/);
  const shown = parts.map((part, index) => (index % 2 === 1 ? part : words(part)));
  return shown.join('').replace(/\s+/g, ' ').trim();
}

function words(source: string): string {
  return source
    .replace(accent, (_, sign?: string, command?: string, braced?: string, bare?: string) => {
      const mark = marks[sign ?? command ?? ''] ?? '';
      return `${braced ?? bare ?? ''}${mark}`;
    })
    .replace(letter, (_, name: string) => letters[name] ?? '')
    .replace(/(?<!\\)~/g, ' ')
    .replace(/---/g, '—')
    .replace(/--/g, '–')
    .replace(/\\([^A-Za-z])/g, '$1')
    .replace(/[{}]/g, '')
    .normalize('NFC');
}
