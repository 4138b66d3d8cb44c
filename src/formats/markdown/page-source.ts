import { isMyst, withDirectives } from './myst-source.ts';

/**
 * Parts of a page that are folded or shown one at a time, as the shortcodes of Hugo and GitBook and the components of
 * MDX name them. The source of a regular expression.
 */
export const panelNames =
  'tab|tab-?item|accordion|details|expand|expandable|collapse|collapsible|dropdown|step|toggle|card|callout|aside';

/** What may have to be written otherwise. */
const mayHold = /::|%%|\{[{%]|\(\(|#\+|:LOGBOOK:|8<--|[`:]\{\w/;

/** A line that begins or ends code. */
const fence = /^[ \t]*(?:[-*+][ \t]+)?(`{3,}|~{3,})/;

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
  const lines = withBlocksNamed(isMyst(body) ? withDirectives(body) : body).split('\n');
  const kept: string[] = [];
  let code = '';
  /** The mark of an item whose first line is not shown. */
  let waiting: string | undefined;
  for (let place = 0; place < lines.length; place++) {
    const line = lines[place] as string;
    const mark = fence.exec(line)?.[1] ?? '';
    if (code === '' && mark === '') {
      const end = endOfComment(lines, place);
      if (end !== undefined) {
        place = end;
        // No blank lines stay behind.
        if (isBlank(kept.at(-1)) && isBlank(lines[place + 1])) place += 1;
        continue;
      }
      const [before = '', indentation = '', sign = ''] = bullet.exec(line) ?? [];
      if (isMachineLine(line.slice(before.length).trim())) {
        if (before !== '') waiting = indentation + sign;
        continue;
      }
    } else if (code === '') code = mark;
    else if (mark.startsWith(code) && line.trim() === mark) code = '';
    const isItem = bullet.test(line);
    const shown = waiting === undefined || isItem || isBlank(line) ? line : waiting + line.trimStart();
    waiting = undefined;
    kept.push(...(code === '' ? shortcodesApart(shown.replace(roamBox, boxOf)) : [shown]));
  }
  return kept.join('\n');
}

/** The last line of a comment over several lines that begins here, between two `%%`. */
function endOfComment(lines: readonly string[], place: number): number | undefined {
  const line = lines[place]?.trim() ?? '';
  if (!line.startsWith('%%') || line.startsWith('%%%') || line.indexOf('%%', 2) !== -1) return undefined;
  for (let end = place + 1; end < Math.min(lines.length, place + maxCommentLines); end++) {
    const text = lines[end]?.trimEnd() ?? '';
    if (text.includes('%%')) return text.endsWith('%%') ? end : undefined;
  }
  return undefined;
}

const maxCommentLines = 400;

/** With the words of blocks where they are referred to; what another file says is not known here. */
function withBlocksNamed(body: string): string {
  if (!body.includes('((')) return body;
  const named = new Map<string, string>();
  for (const { 1: id = '', index } of body.matchAll(blockName)) {
    const above = body.slice(0, index).trimEnd();
    const block = above.slice(above.lastIndexOf('\n') + 1);
    named.set(id.toLowerCase(), block.replace(bullet, '').trim());
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
