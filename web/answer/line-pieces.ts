import { closesFence, fenceOf } from '../../src/text/code-fence.ts';
import { depthsByIndent, listMarkerPattern, shownMarker } from './list-marker.ts';

/** A piece of words that keep their lines. */
export type LinesPiece =
  | { readonly kind: 'text'; readonly text: string }
  /** An item of a list with what goes on under it. `marker` is what is shown before it, `depth` counts from 0. */
  | { readonly kind: 'item'; readonly marker: string; readonly depth: number; readonly text: string }
  /** Lines whose breaks and indents matter: code, a table. */
  | { readonly kind: 'preformatted'; readonly text: string };

const listItem = new RegExp(String.raw`^([ \t]*)(${listMarkerPattern})[ \t]+(.*)$`);

/**
 * Takes lines apart that a quote keeps: items of a list, code between fences, and the words around them. Where there
 * is neither, prose with a hanging indent flows, and other lines, as code that is quoted without its fences, stay as
 * they are.
 */
export function linePieces(text: string): readonly LinesPiece[] {
  const lines = text.split('\n');
  const isFormed = lines.some((line) => fenceOf(line) !== undefined || listItem.test(line));
  if (isFormed) return Array.from(formed(lines));
  if (isHangingProse(lines)) return [{ kind: 'text', text: lines.map((line) => line.trim()).join(' ') }];
  return [{ kind: 'preformatted', text }];
}

/**
 * Whether lines are a sentence of an item or entry: indented alike below the first, made of words, and ended as one.
 */
function isHangingProse([first = '', ...others]: readonly string[]): boolean {
  const indents = new Set(others.map((line) => /^[ \t]*/.exec(line)?.[0]));
  const words = [first, ...others].flatMap((line) => line.trim().split(/\s+/));
  const plain = words.filter((word) => /^\(?\p{L}[\p{L}’'-]*[)\].,;:!?]*$/u.test(word));
  return indents.size === 1 && plain.length > 0.6 * words.length && /[.!?。！？]$/.test(words.at(-1) ?? '');
}

function* formed(lines: readonly string[]): Generator<LinesPiece> {
  let open: { readonly fence: string; readonly code: string[] } | undefined;
  let item: { readonly marker: string; readonly depth: number; readonly text: string[] } | undefined;
  let words: string[] = [];
  const depthOf = depthsByIndent();
  const flush = function* (): Generator<LinesPiece> {
    if (item) yield { kind: 'item', ...item, text: item.text.join('\n') };
    const text = words.join('\n').trim();
    if (text !== '') yield { kind: 'text', text: `${text}\n` };
    item = undefined;
    words = [];
  };
  for (const line of lines) {
    if (open) {
      if (!closesFence(line, open.fence)) open.code.push(line);
      else {
        yield { kind: 'preformatted', text: withoutIndent(open.code) };
        open = undefined;
      }
      continue;
    }
    const fence = fenceOf(line);
    const [, indent = '', marker = '', said = ''] = listItem.exec(line) ?? [];
    if (fence !== undefined || marker !== '') yield* flush();
    if (fence !== undefined) open = { fence, code: [] };
    else if (marker !== '') {
      item = { marker: shownMarker(marker), depth: depthOf(indent), text: [said] };
    } else if (item && line.trim() !== '') item.text.push(line.trim());
    else if (!item) words.push(line);
  }
  yield* flush();
  // A fence that nothing closes was cut off behind its code.
  if (open) yield { kind: 'preformatted', text: withoutIndent(open.code) };
}

/** Without the white space that all lines begin with. */
export function withoutIndent(lines: readonly string[]): string {
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const common = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return lines.map((line) => line.slice(common)).join('\n');
}
