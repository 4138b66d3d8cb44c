import { type CodeBlock, codeBlocks } from '../../src/text/sentences/code-fence.ts';
import { depthsByIndent, listMarkerPattern, shownMarker } from '../source/list-marker.ts';

/** A piece of words that keep their lines. What is indented belongs to the item above it, if there is one. */
export type LinesPiece =
  | { readonly kind: 'text'; readonly text: string; readonly isIndented?: boolean }
  /** An item of a list. `marker` is what is shown before it, `depth` counts from 0. */
  | { readonly kind: 'item'; readonly marker: string; readonly depth: number; readonly text: string }
  | CodePiece;

/** Lines whose breaks and indents matter. */
export interface CodePiece {
  readonly kind: 'preformatted';
  readonly text: string;
  readonly isIndented: boolean;
}

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
  return [{ kind: 'preformatted', text, isIndented: false }];
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
    pieces.push(...itemPieces(text.slice(position, block.start), depthOf), codePiece(text, block));
    position = block.end;
  }
  return [...pieces, ...itemPieces(text.slice(position), depthOf)];
}

/** Items of a list and the words around them, whose lines flow up to an empty one. What is set in below one is its. */
function itemPieces(text: string, depthOf: (indent: string) => number): readonly LinesPiece[] {
  const pieces: Exclude<LinesPiece, CodePiece>[] = [];
  let between = ' ';
  for (const line of text.split('\n')) {
    const [, indent = '', marker = '', said = ''] = listItem.exec(line) ?? [];
    const last = pieces.at(-1);
    const isIndented = /^\s/.test(line);
    const goesOn = last?.kind === 'text' || between === ' ' || isIndented;
    if (line.trim() === '') {
      between = '\n\n';
      continue;
    }
    if (marker !== '')
      pieces.push({ kind: 'item', marker: shownMarker(marker), depth: depthOf(indent), text: said });
    else if (last && goesOn) pieces[pieces.length - 1] = { ...last, text: last.text + between + line.trim() };
    else pieces.push({ kind: 'text', text: line.trim(), isIndented });
    between = ' ';
  }
  return pieces;
}

/** The lines of a block of code of a text, without its fences and what all of them are indented by. */
export function codePiece(text: string, { start, end, fence, isOpen }: CodeBlock): CodePiece {
  const lines = text.slice(start, end).split('\n');
  const code = withoutIndent(lines.slice(1, isOpen ? lines.length : -1));
  return { kind: 'preformatted', text: code, isIndented: /^\s/.test(fence) };
}

/** Without the white space that all lines begin with. */
function withoutIndent(lines: readonly string[]): string {
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const common = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return lines.map((line) => line.slice(common)).join('\n');
}
