import { isMyst, withDirectives } from './myst-source.ts';

/**
 * Parts of a page that are folded or shown one at a time, as the shortcodes of Hugo and GitBook and the components of
 * MDX name them. The source of a regular expression.
 */
export const panelNames =
  'tab|tab-?item|accordion|details|expand|expandable|collapse|collapsible|dropdown|step|toggle|card|callout|aside';

/** What may have to be written otherwise. */
const mayHold = /::|%%|\{[{%]|\(\(|#\+|:LOGBOOK:|8<--|[`:]\{\w/;

/** A line of Markdown. */
export interface SourceLine {
  readonly text: string;
  readonly start: number;
  /** Whether it is code between fences, or a fence. */
  readonly isCode: boolean;
  readonly opensFence: boolean;
}

/** A line that begins or ends code. */
const fenceAt = /^[ \t]*(?:[-*+][ \t]+)?(`{3,}|~{3,})/;

/** The lines of a source, and which are code. */
export function sourceLines(source: string): readonly SourceLine[] {
  let start = 0;
  let fence = '';
  return source.split('\n').map((text) => {
    const mark = fenceAt.exec(text)?.[1] ?? '';
    const isCode = fence !== '' || mark !== '';
    const opensFence = fence === '' && mark !== '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence) && text.trim() === mark) fence = '';
    const line = { text, start, isCode, opensFence };
    start += text.length + 1;
    return line;
  });
}

/** The mark of an item, and how far it is indented. */
const bullet = /^([ \t]*)([-*+][ \t]+)/;

/** What Logseq notes of a block for itself. */
const ownProperty =
  /^(?:id|collapsed|logseq\.\S+|(?:query|hl|ls|background|card|created|updated)-\S+)::(?:[ \t].*)?$/;

/** What Org and Logseq keep of the time that a task took, and the edges of a hint. */
const drawer = /^(?::(?:LOGBOOK|PROPERTIES|END):|CLOCK: \[.*|#\+(?:BEGIN|END)_(?!SRC|EXAMPLE)\w+.*)$/i;

/** What takes in another file, or what a query of Logseq finds. Calls of Hugo and Jekyll may hold words. */
const takenIn = /^(?:-{1,2}8<-{1,2}.*|;--8<--.*|\{\{[a-z]\w*\s[^{}\n]*\}\})$/;

/** A line of a note that its program reads, and nobody else. */
function isMachineLine(words: string): boolean {
  return ownProperty.test(words) || drawer.test(words) || takenIn.test(words);
}

/** A box of Roam and of Logseq before it. */
const roamBox = /(?<=^[ \t]*[-*+][ \t]+)\{\{(?:\[\[)?(TODO|DONE)(?:\]\])?\}\}/;

function boxOf(_: string, state: string): string {
  return state === 'DONE' ? '[x]' : '[ ]';
}

const blockName = /^[ \t]*id::[ \t]+([\da-f-]{36})[ \t]*$/gim;
const blockReference = /(?<!\]\()\(\(([\da-f]{8}-[\da-f-]{27})\)\)/gi;

const shortcode = new RegExp(
  String.raw`\{(?:%|\{[<%])-?\s*(?:end|/\s*)?(?:${panelNames})\b[^{}\n]*\}{1,2}`,
  'gi',
);

/**
 * The body of a note or of a page's source without what programs write for themselves: properties, queries and times of
 * Logseq, comments of Obsidian, files that are taken in. References to a block are its words. Shortcodes that begin or
 * end a part of the page stand on lines of their own. Code stays as it is.
 */
export function pageSource(body: string): string {
  if (!mayHold.test(body)) return body;
  const lines = sourceLines(withBlocksNamed(isMyst(body) ? withDirectives(body) : body));
  const kept: string[] = [];
  /** The mark of an item whose first line is not shown. */
  let waiting: string | undefined;
  for (let place = 0; place < lines.length; place++) {
    const { text: line, isCode } = lines[place] as SourceLine;
    const end = isCode ? undefined : endOfComment(lines, place);
    const [before = '', indentation = '', sign = ''] = bullet.exec(line) ?? [];
    if (end !== undefined) {
      place = end;
      // No blank lines stay behind.
      if (isBlank(kept.at(-1)) && isBlank(lines[place + 1]?.text)) place += 1;
    } else if (!isCode && isMachineLine(line.slice(before.length).trim())) {
      if (before !== '') waiting = indentation + sign;
    } else {
      const goesOn = waiting !== undefined && before === '' && !isBlank(line);
      const shown = goesOn ? waiting + line.trimStart() : line;
      waiting = undefined;
      kept.push(...(isCode ? [shown] : shortcodesApart(shown.replace(roamBox, boxOf))));
    }
  }
  return kept.join('\n');
}

/** The last line of a comment over several lines that begins here, between two `%%`. */
function endOfComment(lines: readonly SourceLine[], place: number): number | undefined {
  const line = lines[place]?.text.trim() ?? '';
  if (!line.startsWith('%%') || line.startsWith('%%%') || line.indexOf('%%', 2) !== -1) return undefined;
  for (let end = place + 1; end < Math.min(lines.length, place + maxCommentLines); end++) {
    const text = lines[end]?.text.trimEnd() ?? '';
    if (text.includes('%%')) return text.endsWith('%%') ? end : undefined;
  }
  return undefined;
}

const maxCommentLines = 400;

/** Of a longer block its first words stand where it is referred to: many references would multiply it. */
const maxReferred = 500;

/** With the words of blocks where they are referred to; what another file says is not known here. */
function withBlocksNamed(body: string): string {
  if (!body.includes('((')) return body;
  const named = new Map<string, string>();
  for (const { 1: id = '', index } of body.matchAll(blockName)) {
    const above = body.slice(0, index).trimEnd();
    const block = above.slice(above.lastIndexOf('\n') + 1);
    named.set(id.toLowerCase(), block.replace(bullet, '').trim().slice(0, maxReferred));
  }
  return body.replace(blockReference, (_, id: string) => named.get(id.toLowerCase()) ?? '');
}

/** A line with each shortcode that begins or ends a part on a line of its own, where words stand beside it. */
function shortcodesApart(line: string): readonly string[] {
  const isPlain = !line.includes('{%') && !line.includes('{{');
  if (isPlain || line.replace(shortcode, '').trim() === '') return [line];
  return line
    .replace(shortcode, '\n$&\n')
    .split('\n')
    .filter((one) => !isBlank(one));
}

function isBlank(line = ''): boolean {
  return line.trim() === '';
}
