import { fencePattern } from '../../src/text/sentences/code-fence.ts';
import { type InlinePiece, inlineMarkup, pieceWithin } from './inline-markup.ts';
import { listMarkerPattern } from './list-marker.ts';
import type { SourceRun } from './source-runs.ts';

/** What in a run only means its form: `## `, `- `, `> `, the bars of a table, the fences of a code block. */
const formMarks: Readonly<Partial<Record<SourceRun['kind'], RegExp>>> = {
  heading: /^\s*#{1,6}[ \t]+/g,
  item: new RegExp(String.raw`^[ \t]*(?:${listMarkerPattern})[ \t]+`, 'g'),
  quote: /^[ \t]*>[ \t]?/gm,
  table: /(?<!\\)\||^[ \t:]*-[ \t:|-]*$/gm,
  code: new RegExp(String.raw`^[ \t]*${fencePattern}[^\n]*$`, 'gm'),
};

/** Cuts a run into pieces that follow one another without a gap; joining them gives the run back. */
export function runPieces(text: string, run: SourceRun): readonly InlinePiece[] {
  const content = text.slice(run.start, run.end);
  const bodyEnd = run.start + content.trimEnd().length;
  const pieces: InlinePiece[] = [];
  let position = run.start;
  const addWords = (end: number) => {
    if (end <= position) return;
    if (run.kind === 'code') pieces.push({ start: position, end, kind: 'text' });
    else if (run.kind === 'equation') pieces.push({ start: position, end, kind: 'formula' });
    else pieces.push(...inlineMarkup(text, position, end));
  };
  for (const mark of formMarksOf(content, run.kind)) {
    const start = run.start + mark.start;
    const end = Math.min(bodyEnd, run.start + mark.end);
    if (end <= start || start < position) continue;
    addWords(start);
    pieces.push({ start, end, kind: 'mark' });
    position = end;
  }
  addWords(bodyEnd);
  if (run.end > bodyEnd) pieces.push({ start: bodyEnd, end: run.end, kind: 'space' });
  return pieces;
}

/** Where form marks stand. */
function formMarksOf(
  content: string,
  kind: SourceRun['kind'],
): readonly { readonly start: number; readonly end: number }[] {
  return [...content.matchAll(formMarks[kind] ?? /$^/g)].map(({ 0: mark, index }) => ({
    start: index,
    end: index + mark.length,
  }));
}

/** The parts of the pieces that lie within `[start, end)`. */
export function piecesWithin(
  pieces: readonly InlinePiece[],
  start: number,
  end: number,
): readonly InlinePiece[] {
  return pieces.map((piece) => pieceWithin(piece, start, end)).filter((piece) => piece.end > piece.start);
}
