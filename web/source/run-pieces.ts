import { fenceOf, fencePattern } from '../../src/text/sentences/code-fence.ts';
import { type Dialect, type InlinePiece, inlineMarkup, listMarkerPattern } from './inline-markup.ts';
import type { SourceRun } from './source-runs.ts';

const marker = String.raw`(?:${listMarkerPattern})[ \t]+`;

/**
 * What in a run only means its form: the number signs of a heading, bullets and boxes, `>`, the bars of a table, the
 * fences of code.
 */
const formMarks: Readonly<Partial<Record<SourceRun['kind'], RegExp>>> = {
  heading: /^\s*#{1,6}[ \t]+|[ \t]{1,9}#{1,9}[ \t]{0,9}(?=\s*$)|\n {0,3}(?:=+|-+)[ \t]{0,9}(?=\s*$)/g,
  item: new RegExp(String.raw`^[ \t]*${marker}|(?<=^[ \t]*${marker})\[[ xX]\](?=\s)`, 'g'),
  quote: /^(?:[ \t]*>[ \t]?)+/gm,
  rule: /\S[^\n]*/g,
  table: /(?<!\\)\||\\(?=\|)|^[ \t:]*-[ \t:|-]*$/gm,
};

/** The fences of code and, where it is set in below an item, the space that sets it in. */
function codeMarks(content: string): RegExp {
  const indent = /^[ \t]*(?=\S)/.exec(content)?.[0].length ?? 0;
  const fences = String.raw`(?<![^])[ \t]*${fencePattern}[^\n]*\n?|\n[ \t]*${fencePattern}[ \t]*(?=\s*(?![^]))`;
  const isFenced = fenceOf(content.split('\n', 1)[0] ?? '') !== undefined;
  return new RegExp(isFenced && indent > 0 ? `${fences}|^[ \t]{1,${indent}}` : fences, 'gm');
}

/** Cuts a run into pieces that follow one another without a gap; joining them gives the run back. */
export function runPieces(
  text: string,
  run: SourceRun,
  dialect: Dialect = 'markdown',
): readonly InlinePiece[] {
  const content = text.slice(run.start, run.end);
  const bodyEnd = run.start + content.trimEnd().length;
  const pieces: InlinePiece[] = [];
  let position = run.start;
  const addWords = (end: number) => {
    if (end <= position) return;
    if (run.kind === 'code') pieces.push({ start: position, end, kind: 'text' });
    else if (run.kind === 'equation') pieces.push({ start: position, end, kind: 'formula' });
    else pieces.push(...inlineMarkup(text, position, end, 'text', dialect));
  };
  const add = (from: number, to: number, kind: 'mark' | 'label') => {
    const [start, end] = [run.start + from, Math.min(bodyEnd, run.start + to)];
    if (end <= start || start < position) return;
    addWords(start);
    pieces.push({ start, end, kind });
    position = end;
  };
  for (const { start, end, kind } of formMarksOf(content, run)) add(start, end, kind);
  addWords(bodyEnd);
  if (run.end > bodyEnd) pieces.push({ start: bodyEnd, end: run.end, kind: 'space' });
  return pieces;
}

/** Names of the headers of an e-mail. */
const headerNames = /^[A-Z][a-z]*: /gm;

/** Where form marks stand, and names of headers. */
function formMarksOf(
  content: string,
  { kind, title }: SourceRun,
): readonly { readonly start: number; readonly end: number; readonly kind: 'mark' | 'label' }[] {
  // Formats have headings of many forms; the words are those of the block.
  const at = kind === 'heading' && title ? content.indexOf(title) : -1;
  if (title && at >= 0) {
    const behind = at + title.length;
    return [
      { start: 0, end: at, kind: 'mark' },
      { start: behind, end: content.length, kind: 'mark' },
    ];
  }
  const isLabel = kind === 'headers';
  const marks = isLabel ? headerNames : kind === 'code' ? codeMarks(content) : formMarks[kind];
  return [...content.matchAll(marks ?? /$^/g)].map(({ 0: mark, index }) => ({
    start: index,
    end: index + mark.length,
    kind: isLabel ? 'label' : 'mark',
  }));
}
