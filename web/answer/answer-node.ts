import type { CheckedSentence } from '../../src/contracts/generator.ts';
import type { ShownCitation } from '../conversation/turn.ts';
import type { InlinePiece } from '../source/inline-markup.ts';
import type { Alignment } from '../source/table-rows.ts';

/** Words on one line that belong to one sentence, or to none, and the footnotes behind them. */
export interface Phrase {
  readonly text: string;
  /** Those of `text` that are this phrase's. */
  readonly pieces: readonly InlinePiece[];
  readonly footnotes: readonly ShownCitation[];
  readonly sentence: CheckedSentence | undefined;
  /** Whether the sentence ends with it. */
  readonly isEnd: boolean;
}

export type PhraseLine = readonly Phrase[];

export interface ListItem {
  /** Undefined behind a bullet. */
  readonly number: number | undefined;
  readonly lines: readonly PhraseLine[];
  /** What stands below its lines. */
  readonly nodes: readonly AnswerNode[];
}

/** Rows of equally many cells. */
export interface TableNode {
  readonly kind: 'table';
  readonly rows: readonly {
    readonly cells: readonly string[];
    /** Whether it says what stands below it. */
    readonly isHeader: boolean;
    /** One phrase with the footnotes of all cells, and the sentence that the row is. */
    readonly line: PhraseLine;
  }[];
  /** Column by column, as far as a rule says so. */
  readonly alignments: readonly Alignment[];
}

/** A block of an answer as a page or a program that sets text has it, with those within it. */
export type AnswerNode =
  | { readonly kind: 'paragraph'; readonly lines: readonly PhraseLine[] }
  | { readonly kind: 'heading'; readonly lines: readonly PhraseLine[] }
  | { readonly kind: 'code'; readonly line: PhraseLine }
  | { readonly kind: 'quote'; readonly nodes: readonly AnswerNode[] }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly items: readonly ListItem[] }
  | TableNode;

/** Words that are set as one line, row or block of code, and where they stand. */
export interface Leaf {
  /** Where the line of the answer begins that they are the first words of. */
  readonly start: number;
  /** Where `text` begins. */
  readonly from: number;
  /** What is shown. Words have the length that they have in the answer. */
  text: string;
  readonly kind: 'words' | 'row' | 'code';
  /** Empty as long as lines are read: which footnotes and sentences they have is told when all lines are known. */
  readonly phrases: Phrase[];
}
