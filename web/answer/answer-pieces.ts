import { fenceOf, fencePattern } from '../../src/text/sentences/code-fence.ts';
import { flowLines } from '../../src/text/sentences/flow-lines.ts';
import type { ShownCitation } from '../conversation/turn.ts';
import { formulas } from '../source/formula.ts';
import { listMarkerPattern } from '../source/list-marker.ts';
import { separatedFields } from '../source/separated-fields.ts';
import { type Alignment, columnAlignments, isTableRule } from '../source/table-rule.ts';
import { type LinesPiece, linePieces } from './line-pieces.ts';

/** A piece of an answer in reading order. */
export type AnswerPiece =
  | LinesPiece
  /** One row of a table. That which divides its header from the others has no cells but says how columns are set. */
  | {
      readonly kind: 'row';
      readonly cells: readonly string[];
      readonly isHeader?: boolean;
      readonly rule?: readonly Alignment[];
    }
  | { readonly kind: 'marker'; readonly citation: ShownCitation };

type Row = Extract<AnswerPiece, { kind: 'row' }>;

/**
 * Takes an answer apart into words and footnote markers. A quote is recognised as a whole, also where the answer
 * has it on one line, so that a `[1]` among a document's own words stays text. A marker without a citation stays
 * text too.
 */
export function answerPieces(answer: string, citations: readonly ShownCitation[]): readonly AnswerPiece[] {
  const pieces: AnswerPiece[] = [];
  let position = 0;
  for (const citation of citations) {
    const { kind, number, quote } = citation;
    if (quote === null) continue;
    const quoted = findQuote(answer, quote, number, position);
    if (!quoted) continue;
    pieces.push(...markedText(answer.slice(position, quoted.start), citations));
    const keepsLines = answer.slice(quoted.start, quoted.end).trimEnd().includes('\n');
    pieces.push(...quotePieces(kind, quote, keepsLines), { kind: 'marker', citation });
    position = quoted.end;
  }
  pieces.push(...markedText(answer.slice(position), citations));
  return pieces;
}

/** Where the answer from `position` on has the citation's quote with its marker right behind it. */
function findQuote(
  answer: string,
  quote: string,
  number: number,
  position: number,
): { start: number; end: number } | undefined {
  const marker = `[${number}]`;
  for (const words of [quote, flowLines(quote)]) {
    for (const separator of ['', ' ', '\n']) {
      const start = words === '' ? -1 : answer.indexOf(words + separator + marker, position);
      if (start >= 0) return { start, end: start + words.length + separator.length + marker.length };
    }
  }
  return undefined;
}

/** A quote as its document has it; lines of prose flow, those that the answer keeps stay lines. */
function quotePieces(
  kind: ShownCitation['kind'],
  quote: string,
  keepsLines: boolean,
): readonly AnswerPiece[] {
  const rows = rowsOf(kind, quote.split('\n'));
  if (rows.length > 0) return rows;
  // What looks like a list within code is none.
  if (kind === 'code' && keepsLines && fenceOf(quote) === undefined)
    return [{ kind: 'preformatted', text: quote, isIndented: false }];
  if (keepsLines) return linePieces(quote);
  return wordsPieces(quote).map((piece) =>
    piece.kind === 'text' ? { kind: 'text', text: flowLines(piece.text) } : piece,
  );
}

/** The rows of a quoted table; none where it is none. A quote of several blocks may be of bars alone as well. */
function rowsOf(kind: ShownCitation['kind'], lines: readonly string[]): readonly Row[] {
  const isHeader = kind === 'table-header';
  const isTable = kind === 'table' || isHeader;
  const barred = isTable || kind === null ? tableRows(lines, isTable) : [];
  const rows = barred.length === 0 && isTable ? separatedRows(lines) : barred;
  return isHeader ? rows.filter(({ cells }) => cells.length > 0).map((row) => ({ ...row, isHeader })) : rows;
}

/** A marker with the space before it. */
const markerPattern = /[ \n]?\[(\d{1,4})\]/g;

/** Markers at the end of bold or slanted words, and the sign that ends those: it belongs to the words. */
const markersWithin = /(?<=\*[^*\n]{1,400})((?:[ \n]?\[\d{1,4}\])+)(\*{1,2})/g;

function markedText(written: string, citations: readonly ShownCitation[]): readonly AnswerPiece[] {
  const text = written.replace(markersWithin, '$2$1');
  const rows = markedRows(text, citations);
  if (rows.length > 0) return rows;
  const pieces: AnswerPiece[] = [];
  let position = 0;
  for (const match of text.matchAll(markerPattern)) {
    const citation = citationOf(match, citations);
    if (!citation) continue;
    if (match.index > position) pieces.push(...wordsPieces(text.slice(position, match.index)));
    pieces.push({ kind: 'marker', citation });
    position = match.index + match[0].length;
  }
  if (position < text.length) pieces.push(...wordsPieces(text.slice(position)));
  return pieces;
}

/** Rows where all lines are of a table, each with the markers of its cells behind it, none twice; else none. */
function markedRows(text: string, citations: readonly ShownCitation[]): readonly AnswerPiece[] {
  const lines = text.split('\n').map((line) => {
    const found = [...line.matchAll(markerPattern)].flatMap((match) => {
      const citation = citationOf(match, citations);
      return citation ? [{ written: match[0], citation }] : [];
    });
    return {
      row: found.reduce((row, { written }) => row.replace(written, ''), line),
      markers: [...new Set(found.map(({ citation }) => citation))].map(
        (citation): AnswerPiece => ({ kind: 'marker', citation }),
      ),
    };
  });
  if (tableRows(lines.map(({ row }) => row)).length === 0) return [];
  return lines.flatMap(({ row, markers }) => [...tableRows([row]), ...markers]);
}

function citationOf(marker: RegExpExecArray, citations: readonly ShownCitation[]): ShownCitation | undefined {
  return citations.find(({ number }) => number === Number(marker[1]));
}

/** A line that starts a list item, a table row, code or a heading does not flow into the next one. */
const lineWithForm = new RegExp(
  String.raw`^(?:\s*(?:${listMarkerPattern})\s|\s*\||${fencePattern}| {4}|#{1,6} )`,
);

/** A row between bars; a bar behind a backslash belongs to its cell. */
const tableRow = /^\s*\|(.+)\|\s*$/;

/** Rows where all lines are of a table, where that `isTable` without the outer bars; else none. */
function tableRows(lines: readonly string[], isTable = false): readonly Row[] {
  const filled = lines.filter((line) => line.trim() !== '');
  const rows = filled.flatMap((line): Row[] => {
    const row = tableRow.exec(line)?.[1] ?? (isTable && line.includes('|') ? line : undefined);
    if (isTableRule(line) && line.includes('|'))
      return [{ kind: 'row', cells: [], rule: columnAlignments(line) }];
    return row === undefined ? [] : [{ kind: 'row', cells: row.split(/(?<!\\)\|/).map(cellText) }];
  });
  return rows.length === filled.length ? rows : [];
}

/** Rows where all lines are of separated values; else none. */
function separatedRows(lines: readonly string[]): readonly Row[] {
  const rows = lines.map((line): Row => ({ kind: 'row', cells: separatedFields(line) }));
  return rows.every(({ cells }) => cells.length > 0) ? rows : [];
}

/** What a cell says; within one, Markdown has no other way to break a line. */
function cellText(cell: string): string {
  return cell.trim().replace(/<br ?\/?>/gi, '\n');
}

function wordsPieces(text: string): readonly AnswerPiece[] {
  const lines = text.split('\n');
  const rows = tableRows(lines);
  if (rows.length > 0) return rows;
  // A line of a formula that begins with a sign is no item.
  const words = text.replace(formulas, '');
  const hasForm = lines.length > 1 && words.split('\n').some((line) => lineWithForm.test(line));
  return hasForm ? linePieces(text) : [{ kind: 'text', text }];
}
