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
