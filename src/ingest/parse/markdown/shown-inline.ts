import { wordSet } from '../../../text/word-set.ts';
import { struckWords } from '../struck-words.ts';
import { superscript } from '../superscript.ts';
import { characterOf } from './markdown-heading-words.ts';

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
  /(?<!\\)(?:<sup>([^<>\n]{1,40})<\/sup>|<(del|s|strike)>([^<>]{1,400})<\/\2>|<\/?([a-z][a-z\d]*)(?:\s[^<>]*)?\/?>|&(?:[a-z]{2,31}\d{0,2}|#\d{1,7}|#x[\da-f]{1,6});)/gi;

/**
 * The words of a block without the tags around them, and characters that are written by name or number; code stays as
 * it stands. In a table everything stays in its row and its cell.
 */
export function shownInline(
  source: string,
  { isTable = false }: { readonly isTable?: boolean } = {},
): string {
  if (!/[<&]/.test(source)) return source;
  let shown = '';
  let position = 0;
  for (const { start, end } of codeIn(source)) {
    shown += shownWords(source.slice(position, start), isTable) + source.slice(start, end);
    position = end;
  }
  return shown + shownWords(source.slice(position), isTable);
}

function shownWords(words: string, isTable: boolean): string {
  return words.replace(
    inlineHtml,
    (whole: string, raised?: string, _strikes?: string, struck?: string, name?: string) => {
      if (raised !== undefined) return superscript(raised) ?? raised;
      if (struck !== undefined) return struckWords(struck);
      if (name === undefined) return character(whole, isTable);
      // A single capital is a type in most texts: `List<B>`.
      const element = name.length === 1 ? name : name.toLowerCase();
      if (element === 'br') return isTable ? ' ' : '\n';
      return inlineElements.has(element) ? '' : whole;
    },
  );
}

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
