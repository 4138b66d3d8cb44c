import type { CheckedSentence } from '../../src/contracts/citation.ts';
import type { ShownCitation } from '../conversation/turn.ts';
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
  readonly markers: readonly Marker[];
  /** The sentence that ends with this row. */
  readonly sentence: CheckedSentence | undefined;
}

/** A checked sentence, or what stands between sentences and after the last. */
export interface WordsBlock {
  readonly kind: 'words';
  readonly words: readonly MarkedWords[];
  readonly sentence: CheckedSentence | undefined;
  readonly lead: Lead | undefined;
}

/** Rows of equally many cells. */
export interface TableBlock {
  readonly kind: 'table';
  readonly rows: readonly MarkedRow[];
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
  const parts = formedParts(answerParts(answer, withWholeFormulas(answer, sentences))).map(
    (part): WordsBlock => {
      return { kind: 'words', words: wordsOf(part, citations), sentence: part.sentence, lead: part.lead };
    },
  );
  const blocks: (WordsBlock | TableBlock)[] = [];
  for (let index = 0; index < parts.length; ) {
    const { rows, end } = tableFrom(parts, index);
    const part = parts[index];
    if (rows.length > 1) blocks.push(...withoutLinesAtEnd(blocks.pop()), { kind: 'table', rows });
    else if (part) blocks.push({ ...part, words: part.words.map(withoutEmptyCells) });
    index = rows.length > 1 ? end : index + 1;
  }
  return blocks;
}

function wordsOf({ kind, text }: FormedPart, citations: readonly ShownCitation[]): readonly MarkedWords[] {
  if (kind === 'code') return [{ piece: { kind: 'preformatted', text }, markers: [] }];
  return withMarkers(answerPieces(text, citations));
}

/** The rows of one table from a part on, and the part behind them. */
function tableFrom(parts: readonly WordsBlock[], begin: number): { rows: readonly MarkedRow[]; end: number } {
  const rows: MarkedRow[] = [];
  let end = begin;
  for (const [offset, part] of parts.slice(begin).entries()) {
    const own = rowsOf(part);
    const isBlank =
      rows.length > 0 && part.words.every(({ piece }) => isText(piece) && piece.text.trim() === '');
    if (own.some(({ cells }) => cells.length !== (rows[0] ?? own[0])?.cells.length)) break;
    if (own.length === 0 && !isBlank) break;
    rows.push(...own);
    end = begin + offset + 1;
  }
  return { rows, end };
}

/** The rows of a part that is made of nothing else; none of any other. */
function rowsOf({ words, sentence }: WordsBlock): readonly MarkedRow[] {
  const rows = words.flatMap(({ piece, markers }, index) =>
    piece.kind === 'row'
      ? [{ cells: piece.cells, markers, sentence: index === words.length - 1 ? sentence : undefined }]
      : [],
  );
  return rows.length === words.length ? rows : [];
}

/** What stands before a table: a table has room of its own. None where nothing is left of it. */
function withoutLinesAtEnd(block: WordsBlock | TableBlock | undefined): readonly (WordsBlock | TableBlock)[] {
  if (block?.kind !== 'words') return block ? [block] : [];
  const last = block.words.at(-1);
  if (!last || !isText(last.piece) || last.markers.length > 0) return [block];
  const text = last.piece.text.replace(/\n+$/, '');
  const words = block.words.slice(0, -1);
  if (text !== '') return [{ ...block, words: [...words, { ...last, piece: { ...last.piece, text } }] }];
  return words.length > 0 ? [{ ...block, words }] : [];
}

/** Among words there is nothing above or below a cell, so that one without words says nothing. */
function withoutEmptyCells({ piece, markers }: MarkedWords): MarkedWords {
  if (piece.kind !== 'row') return { piece, markers };
  return { piece: { ...piece, cells: piece.cells.filter((cell) => cell !== '') }, markers };
}

function isText(piece: MarkedWords['piece']): piece is Extract<AnswerPiece, { kind: 'text' }> {
  return piece.kind === 'text';
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
