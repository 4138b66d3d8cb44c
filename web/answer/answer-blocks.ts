import type { CheckedSentence } from '../../src/contracts/citation.ts';
import type { ShownCitation } from '../conversation/turn.ts';
import type { Alignment } from '../source/table-rule.ts';
import { answerParts } from './answer-parts.ts';
import { type AnswerPiece, answerPieces } from './answer-pieces.ts';
import { type FormedPart, formedParts, type Lead } from './formed-parts.ts';
import { withWholeFormulas } from './whole-formulas.ts';

/** A footnote's number among the words. */
export type Marker = Extract<AnswerPiece, { kind: 'marker' }>;
type Row = Extract<AnswerPiece, { kind: 'row' }>;

/** Words with the markers right behind them, which stand at their end and on no line of their own. */
export interface MarkedWords {
  readonly piece: Exclude<AnswerPiece, Marker>;
  readonly markers: readonly Marker[];
}

/** A row of a table with its markers. */
export interface MarkedRow {
  readonly cells: Row['cells'];
  /** Whether it says what stands below it. */
  readonly isHeader: boolean;
  readonly markers: readonly Marker[];
  /** The sentence that ends with this row. */
  readonly sentence: CheckedSentence | undefined;
}

/** A checked sentence, or what stands between sentences and after the last. */
export interface Said {
  readonly words: readonly MarkedWords[];
  readonly sentence: CheckedSentence | undefined;
}

/** All that is said behind a lead, or something that stands behind none. */
export interface WordsBlock {
  readonly kind: 'words';
  readonly said: readonly Said[];
  readonly lead: Lead | undefined;
}

/** Rows of equally many cells. */
export interface TableBlock {
  readonly kind: 'table';
  readonly rows: readonly MarkedRow[];
  /** Column by column, as far as a rule says so. */
  readonly alignments: readonly Alignment[];
}

/**
 * Takes an answer apart into what is set as one. Rows that follow one another, each perhaps a sentence with a footnote
 * of its own, are a table; a single row stays among the words.
 */
export function answerBlocks(
  answer: string,
  citations: readonly ShownCitation[],
  sentences: readonly CheckedSentence[],
): readonly (WordsBlock | TableBlock)[] {
  const parts = formedParts(answerParts(answer, withWholeFormulas(answer, sentences))).map((part) => ({
    ...part,
    words: wordsOf(part, citations),
  }));
  const blocks: (WordsBlock | TableBlock)[] = [];
  for (let index = 0; index < parts.length; ) {
    const { rows, alignments, end } = tableFrom(parts, index);
    const part = parts[index];
    const isTable = rows.length > 1 || rows[0]?.isHeader === true;
    if (isTable) blocks.push({ kind: 'table', rows, alignments });
    else if (part) {
      const { lead, continues, words, sentence } = part;
      const said = { words, sentence };
      const before = continues ? blocks.pop() : undefined;
      if (before?.kind === 'words') blocks.push({ ...before, said: [...before.said, said] });
      else blocks.push({ kind: 'words', said: [said], lead });
    }
    index = isTable ? end : index + 1;
  }
  return blocks;
}

function wordsOf(part: FormedPart, citations: readonly ShownCitation[]): readonly MarkedWords[] {
  const { text, code } = part;
  if (!code) return withMarkers(answerPieces(text, citations));
  const { isIndented, marks } = code;
  return withMarkers([{ kind: 'preformatted', text, isIndented }, ...answerPieces(marks, citations)]);
}

/**
 * The rows of one table from a part on, and the part behind them. A rule makes a header of what stands above it, and up
 * to the next empty line also what has fewer or more cells a row of its table, as one has that is still being written.
 */
function tableFrom(
  parts: readonly Said[],
  begin: number,
): Omit<TableBlock, 'kind'> & { readonly end: number } {
  const rows: MarkedRow[] = [];
  let alignments: readonly Alignment[] = [];
  let width: number | undefined;
  let isRuled = false;
  let end = begin;
  for (const [offset, part] of parts.slice(begin).entries()) {
    const own = rowsOf(part);
    const blank = rows.length > 0 ? blankOf(part) : undefined;
    const rule = own.findIndex((row) => row.rule);
    const beginsAnother = (own[0]?.isHeader || rule > 0) && rows.at(-1)?.isHeader === false;
    if (beginsAnother || (own.length === 0 && blank === undefined)) break;
    isRuled ||= rule >= 0;
    width ??= own.find((row) => !row.rule)?.cells.length;
    if (!isRuled && own.some(({ cells }) => cells.length !== width)) break;
    const above = rule === 0 ? rows.pop() : undefined;
    if (above) rows.push({ ...above, isHeader: true });
    for (const [place, row] of own.entries()) {
      const missing = Array<string>(Math.max(0, (width ?? 0) - row.cells.length)).fill('');
      const isHeader = row.isHeader || place < rule;
      if (row.rule) alignments = row.rule;
      else rows.push({ ...row, cells: [...row.cells, ...missing], isHeader });
    }
    end = begin + offset + 1;
    if (isRuled && blank?.includes('\n\n')) break;
  }
  return { rows, alignments, end };
}

/** The white space that is all of a part; undefined where there are words or markers. */
function blankOf({ words }: Pick<Said, 'words'>): string | undefined {
  const text = words
    .map(({ piece, markers }) => (piece.kind === 'text' && markers.length === 0 ? piece.text : '|'))
    .join('');
  return text.trim() === '' ? text : undefined;
}

/** The rows and rules of a part that is made of nothing else; none of any other. */
function rowsOf({ words, sentence }: Said): readonly (MarkedRow & Pick<Row, 'rule'>)[] {
  const rows = words.flatMap(({ piece, markers }, index) => {
    if (piece.kind !== 'row') return [];
    const { cells, isHeader = false, rule } = piece;
    return [{ cells, isHeader, rule, markers, sentence: index === words.length - 1 ? sentence : undefined }];
  });
  return rows.length === words.length ? rows : [];
}

function withMarkers(pieces: readonly AnswerPiece[]): readonly MarkedWords[] {
  const marked: { piece: MarkedWords['piece']; markers: Marker[] }[] = [];
  for (const piece of pieces) {
    if (piece.kind !== 'marker') marked.push({ piece, markers: [] });
    else if (marked.length > 0) marked.at(-1)?.markers.push(piece);
    else marked.push({ piece: { kind: 'text', text: '' }, markers: [piece] });
  }
  return marked;
}
