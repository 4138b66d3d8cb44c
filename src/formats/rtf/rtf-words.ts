/** Where the text of a group goes. What is in a `shape`, but for its own groups, goes nowhere. */
export type Destination = GatheredDestination | 'body' | 'skip' | 'shape' | 'fonts' | 'marker';

/** Those whose text is read as a whole, once the group is closed. */
export type GatheredDestination = Fact | 'styles' | 'note' | 'commenter' | 'comment';

const skippedWords =
  'colortbl pict object objdata header headerl headerr headerf footer footerl footerr footerf fldinst themedata ' +
  'colorschememapping datastore latentstyles listtable listoverridetable revtbl rsidtbl generator xmlnstbl ' +
  'mmathPr atnid atntime atndate atnref atnparent xe tc nonshppict shppict sp filetbl ' +
  'bkmkstart bkmkend info pgdsctbl upr ftnsep ftnsepc aftnsep aftnsepc';

/** What a file says of itself. */
export type Fact = (typeof facts)[number];

const facts = ['title', 'author', 'subject', 'keywords'] as const;

/** By the control word that a group begins with (RTF 1.9.1). */
export const destinations: ReadonlyMap<string, Destination> = new Map<string, Destination>([
  ...skippedWords.split(' ').map((word) => [word, 'skip'] as const),
  ...facts.map((fact) => [fact, fact] as const),
  ['stylesheet', 'styles'],
  ['fonttbl', 'fonts'],
  ['listtext', 'marker'],
  ['pntext', 'marker'],
  ['footnote', 'note'],
  ['atnauthor', 'commenter'],
  ['annotation', 'comment'],
  ['shpinst', 'shape'],
  ['shptxt', 'note'],
]);

/** Whether a destination is one of them. */
export function isFact(destination: Destination): destination is Fact {
  return facts.some((fact) => fact === destination);
}

/** The characters that control words stand for. */
export const symbols: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['emdash', '—'],
  ['endash', '–'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['bullet', '•'],
  ['emspace', ' '],
  ['enspace', ' '],
  ['line', '\n'],
  ['lbr', '\n'],
  ['~', '\u00a0'],
  ['_', '-'],
  ['\\', '\\'],
  ['{', '{'],
  ['}', '}'],
]);
