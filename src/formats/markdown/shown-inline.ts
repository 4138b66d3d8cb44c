import { calloutMark } from '../../text/sentences/note-marks.ts';
import { wordSet } from '../../text/words.ts';
import { struckWords, superscript } from '../document/shown-words.ts';
import { characterOf } from './markdown-blocks.ts';

const inlineNames =
  'a abbr acronym b bdi bdo big br center cite code del dfn em font i img ins kbd label mark nobr picture q s samp ' +
  'small source span strike strong sub sup time tt u var wbr';

/** Those that words of a block may stand in. */
const inlineElements = wordSet(`${inlineNames} p div details summary`);

/** Those that a block of raw HTML may begin with. */
const elements = wordSet(
  `${inlineNames} address article aside audio base basefont blockquote body button canvas caption col colgroup dd ` +
    'dialog dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header ' +
    'hr html iframe input legend li link main math menu meta nav noscript object ol optgroup option p param pre ' +
    'script search section select style summary details svg table tbody td template textarea tfoot th thead title ' +
    'tr track ul video',
);

/** Whether raw HTML begins with an element that pages have. */
export function isShownElement(html: string): boolean {
  const name = /^\s*<\/?([a-z][a-z\d-]*)/i.exec(html)?.[1];
  return name !== undefined && elements.has(name.toLowerCase());
}

/** A power and words that are struck out, which read otherwise without their tags; a tag; a character by its name. */
const inlineHtml =
  /(?<!\\)(?:<sup>([^<>\n]{1,40})<\/sup>|<(del|s|strike)>([^<>]{1,400})<\/\2>|<\/?([a-z][a-z\d.]*)(?:\s[^<>]*)?\/?>|&(?:[a-z]{2,31}\d{0,2}|#\d{1,7}|#x[\da-f]{1,6});)/gi;

/** What may hold more than words: HTML, and what programs for notes and sites write besides Markdown. */
export const mayHoldMore =
  /<[a-z/!]|&[a-z#]|\[\[|==|\^\^|%%|\{[{%>+~-]|\{:?[ \t]*[#.]|\)\{:|^[!?]>|\^\[|:[a-z]+-[a-z\d-]+:|`mermaid|`dataview|`tasks|`query|\[!|\]\[|\[[^[\]\n]{0,300}\n|\s\^[a-z\d]|[[(]\p{L}[^\n:]{0,40}::|\{\/\*|^import\s/imu;

/** How a block is to be shown. */
export interface InlineOptions {
  /** Everything stays in its row and its cell. */
  readonly isTable?: boolean;
  /** Whether a name, in small letters, stands for the address of a link in this document. */
  readonly isDefined?: (name: string) => boolean;
  /** Whether tags of components stand in it, as in MDX: they are no words. */
  readonly hasComponents?: boolean;
  /** Told of each page that a link between notes leads to. */
  readonly onLink?: (page: string) => void;
}

/**
 * The words of a block as its page shows them, without the tags and marks around them, with characters that are written
 * by name or number: links between notes and links by reference are their words, what is taken in from elsewhere and
 * comments are left out. Code stays as it stands.
 */
export function shownInline(source: string, options: InlineOptions = {}): string {
  if (!mayHoldMore.test(source)) return source;
  let shown = '';
  let position = 0;
  for (const { start, end } of codeIn(source)) {
    shown += shownWords(source.slice(position, start), options) + source.slice(start, end);
    position = end;
  }
  shown += shownWords(source.slice(position), options);
  return options.isTable ? shown : withoutEmptied(shown, source);
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}

/** Without the lines that nothing is left of. */
function withoutEmptied(shown: string, source: string): string {
  if (shown === source || !/^[ \t]*$/m.test(shown)) return shown;
  const lines = shown.split('\n');
  const blankBefore = source.split('\n').filter(isBlank).length;
  return lines.filter(isBlank).length > blankBefore
    ? lines.filter((line) => !isBlank(line)).join('\n')
    : shown;
}

/** `[[Page#Heading|words]]`, with a mark before it where what stands there is taken in. */
const pageLink = /(?<![\w\]])!?\[\[(?![\s[])([^[\]|\n]{1,300})(?:\|([^[\]\n]{1,300}))?\]\](?![([])/g;

/** What only says how large a picture is. */
const size = /^\d+(?:x\d+)?$/;

/** The words of a link between notes; of what is taken in, its name, where other words stand beside it. */
function pageWords(target: string, words: string | undefined): string {
  if (words !== undefined && !size.test(words.trim())) return words;
  const [page = '', ...headings] = target.split('#').map((part) => part.trim());
  return [page, ...headings.filter((heading) => !heading.startsWith('^'))].filter(Boolean).join(' > ');
}

/** `[words][name]`, `[words][]`. */
const referenceLink = /(?<![!\\\]])\[([^[\]]{1,300})\]\[([^[\]\n]{0,100})\](?![([:])/g;

/** A link whose words go on over the end of a line. */
const wrappedLink = /(?<!\\)\[[^[\]]{0,300}\n[^[\]]{1,300}\](?=\(|\[)/g;

const highlight =
  /(?<![\w=])==(?=[^\s=])([^=\n]{1,300}?)(?<=[^\s=])==(?![\w=])|\^\^(?=[^\s^])([^^\n]{1,300}?)(?<=[^\s^])\^\^/g;

/** Words with attributes of their own: `[late]{.red}`. */
const attributed = /(?<![\]!\\])\[([^[\]\n]{1,300})\]\{[ \t]*[#.][^{}\n]{0,200}\}/g;

/**
 * What a program that makes the page reads, comments, names of lines and links (`^launch`, `{#launch .wide}`), icons.
 */
const unread =
  /<!--[^]{0,2000}?-->|(?<!\d)%%(?!%)[^%\n]{0,500}%%|\{>>[^{}]{0,1000}?<<\}|\{%[^%\n]{0,300}%\}|\{\{[<%][^{}\n]{0,300}[>%]\}\}|(?<=\S)[ \t]\^(?=[A-Za-z\d-]*[A-Za-z])[A-Za-z\d-]{4,60}(?=[ \t]*$)|(?:(?<=[)\]`])|(?<=^ {0,3}(?:#{1,6}|:)[ \t][^\n]{0,400})[ \t]+)\{:?[ \t]*[#.][^{}\n]{0,200}\}|(?<=\))\{:[a-z][^{}\n]{0,200}\}|^[!?]>[ \t]+|:(?:material|fontawesome|octicons|simple|lucide|mdi|fa)-[a-z\d-]{1,60}:(?:\{[^{}\n]{0,100}\})?[ \t]?/gm;

/** What a call has to say of the picture that it shows. */
const captionOfCall = /\s(?:caption|title|alt)\s*=\s*(?:"([^"]+)"|'([^']+)')/;

function shownOfCall(call: string): string {
  if (!/^\{(?:\{[<%]|%)-?\s*(?:figure|image|img|picture|include)\b/.test(call)) return '';
  const [, double, single] = captionOfCall.exec(call) ?? [];
  return double ?? single ?? '';
}

/** Changes that an editor proposes (CriticMarkup): what is to go is struck out, what is to come is there. */
const proposed =
  /\{--((?:(?!--\})[^]){1,600})--\}|\{\+\+((?:(?!\+\+\})[^]){1,600})\+\+\}|\{~~((?:(?!~>|~~\})[^]){1,300})~>((?:(?!~~\})[^]){0,300})~~\}|\{==((?:(?!==\})[^]){1,600})==\}/g;

function withProposals(words: string): string {
  return words.replace(
    proposed,
    (_, gone?: string, come?: string, old?: string, fresh = '', marked?: string) => {
      if (old !== undefined) return `${struckWords(old)} ${fresh}`.trimEnd();
      return gone === undefined ? (come ?? marked ?? '') : struckWords(gone);
    },
  );
}

/** A footnote that stands in its line: `^[words]`. */
const inlineNote =
  /(?<![ \t])[ \t]*(?<![\w\]])\^\[([^[\]]{1,600})\]|(?<=[\w.,;:!?)”"'])\^\[([^[\]]{1,600})\]/g;

const callout = new RegExp(String.raw`^([ \t]*(?:>[ \t]?)+)${calloutMark}`, 'gmu');

/** A field within a line, `[owner:: Bo]`; in round brackets its value alone is shown. */
const inlineField =
  /\[([\p{L}][\p{L}\p{N} _-]{0,40})::[ \t]*([^[\]\n]{1,200})\](?!\()|\(([\p{L}][\p{L}\p{N} _-]{0,40})::[ \t]*([^()\n]{1,200})\)/gu;

/** The title of a callout, else its kind, in a paragraph of its own. */
function withCallouts(words: string): string {
  return words
    .split('\n')
    .map((line) => {
      callout.lastIndex = 0;
      const [mark, before = ''] = callout.exec(line) ?? [];
      if (mark === undefined) return line;
      const kind = /\[!\s?([\p{L}\d_-]+)/u.exec(mark)?.[1] ?? '';
      const title = line.slice(mark.length).trim();
      return `${before}${title || kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase()}\n${before.trimEnd()}`;
    })
    .join('\n');
}

function withNoteWords(source: string, { isTable, isDefined, onLink }: InlineOptions): string {
  const isAlone = /^[ \t]*(?:[-*+>][ \t]+)*!\[\[[^\]\n]*\]\][ \t]*$/gm;
  const words = withProposals(source.replace(isAlone, ''))
    .replace(attributed, '$1')
    .replace(unread, shownOfCall)
    .replace(inlineNote, ' ($1$2)')
    .replace(highlight, '$1$2')
    .replace(inlineField, (_, name?: string, value = '', _hidden?: string, bare = '') =>
      name === undefined ? bare : `${name}: ${value}`,
    );
  const linked = words.replace(pageLink, (_, written: string, own?: string) => {
    // In a table the bar is marked as no border.
    const target = written.replace(/\\$/, '');
    const page = target.split('#', 1)[0]?.trim() ?? '';
    if (page !== '') onLink?.(page);
    const shown = pageWords(target, own);
    return isTable ? shown.replaceAll('|', '\\|') : shown;
  });
  const joined = linked.replace(wrappedLink, (link) => link.replace(/\n(?:[ \t]*>)*[ \t]*/g, ' '));
  const named = joined.replace(referenceLink, (whole: string, own: string, name: string) =>
    isDefined?.((name || own).toLowerCase().replace(/\s+/g, ' ')) ? own : whole,
  );
  return named.includes('[!') ? withCallouts(named) : named;
}

function shownWords(source: string, options: InlineOptions): string {
  const { isTable = false } = options;
  const words = withNoteWords(source, options);
  return (options.hasComponents ? words.replace(betweenComponents, ' ') : words).replace(
    inlineHtml,
    (whole: string, raised?: string, _strikes?: string, struck?: string, name?: string) => {
      if (raised !== undefined) return superscript(raised) ?? raised;
      if (struck !== undefined) return struckWords(struck);
      if (name === undefined) return character(whole, isTable);
      // What a sign in a cell stands for is what it is called: `<Check />`.
      if (options.hasComponents && component.test(whole))
        return (isTable && sign.exec(whole)?.[1]) || componentWords(whole);
      // A single capital is a type in most texts: `List<B>`.
      const element = name.length === 1 ? name : name.toLowerCase();
      if (element === 'br') return isTable ? ' ' : '\n';
      return inlineElements.has(element) ? '' : whole;
    },
  );
}

const component = /^<\/?[A-Z][\w.]+/;

/** Where a component begins right behind the end of another: pages set them apart. */
const betweenComponents = /(?<=<\/[A-Z][\w.]*>)(?=<[A-Z])/g;

const attribute = /\s([\w-]+)\s*=\s*(?:"([^"]+)"|'([^']+)')/g;

/** Attributes of a component that its page shows, whatever they say, and those that it never shows. */
const shownAttributes = wordSet('title label heading name caption description summary alt');
const unshownAttributes = wordSet('class className style href src id key type d');

/**
 * What tags of components say, but for what is in them: titles and the like, and what has several words.
 */
export function componentWords(tags: string): string {
  const isAlone = tags.trimEnd().endsWith('/>');
  const words = [...tags.matchAll(attribute)].flatMap(([, name = '', double, single]) => {
    const value = (double ?? single ?? '').trim();
    const isShown = shownAttributes.has(name) || (!unshownAttributes.has(name) && /\s/.test(value));
    return isShown ? [value.replace(/\s+/g, ' ')] : [];
  });
  return words.length === 0 ? '' : `${words.join('. ')}${isAlone ? '' : ': '}`;
}

/** A component without attributes. */
const sign = /^<([A-Z]\w+)\s*\/>$/;

function character(reference: string, isTable: boolean): string {
  const shown = characterOf(reference);
  if (/\s/.test(shown)) return ' ';
  return isTable && shown === '|' ? '\\|' : shown;
}

/** Where code stands in a block, in order: between as many backticks, or the tildes of fences. */
function codeIn(source: string): readonly { readonly start: number; readonly end: number }[] {
  const places: { start: number; end: number }[] = [];
  const runs = [...source.matchAll(/`+|(?<=^|\s)~{3,}/g)];
  const waiting = Map.groupBy(runs.toReversed(), ([run]) => run);
  let last = 0;
  for (const { 0: run, index } of runs) {
    if (index < last) continue;
    const same = waiting.get(run) ?? [];
    while (same.length > 0 && (same.at(-1)?.index as number) <= index) same.pop();
    const closing = same.at(-1);
    if (!closing) continue;
    last = closing.index + run.length;
    places.push({ start: index, end: last });
  }
  return places;
}
