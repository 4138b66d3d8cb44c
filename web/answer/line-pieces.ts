import { type CodeBlock, codeBlocks } from '../../src/text/code-fence.ts';
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
  const blocks = codeBlocks(text);
  if (blocks.length > 0 || lines.some((line) => listItem.test(line))) return formed(text, blocks);
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

function formed(text: string, blocks: readonly CodeBlock[]): readonly LinesPiece[] {
  const depthOf = depthsByIndent();
  const pieces: LinesPiece[] = [];
  let position = 0;
  for (const block of blocks) {
    const code: LinesPiece = { kind: 'preformatted', text: codeOf(text, block) };
    pieces.push(...itemPieces(text.slice(position, block.start), depthOf), code);
    position = block.end;
  }
  return [...pieces, ...itemPieces(text.slice(position), depthOf)];
}

/** The words before the first item, and the items, each with the lines below it. */
function itemPieces(text: string, depthOf: (indent: string) => number): readonly LinesPiece[] {
  const words: string[] = [];
  const items: { readonly marker: string; readonly depth: number; readonly lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const [, indent = '', marker = '', said = ''] = listItem.exec(line) ?? [];
    if (marker !== '') items.push({ marker: shownMarker(marker), depth: depthOf(indent), lines: [said] });
    else if (items.length === 0) words.push(line);
    else if (line.trim() !== '') items.at(-1)?.lines.push(line.trim());
  }
  const before = words.join('\n').trim();
  return [
    ...(before === '' ? [] : [{ kind: 'text' as const, text: `${before}\n` }]),
    ...items.map(({ lines, ...item }) => ({ kind: 'item' as const, ...item, text: lines.join('\n') })),
  ];
}

/** The lines of a block of code of a text, without its fences and what all of them are indented by. */
export function codeOf(text: string, { start, end, isOpen }: CodeBlock): string {
  const lines = text.slice(start, end).split('\n');
  return withoutIndent(lines.slice(1, isOpen ? lines.length : -1));
}

/** Without the white space that all lines begin with. */
function withoutIndent(lines: readonly string[]): string {
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const common = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return lines.map((line) => line.slice(common)).join('\n');
}
