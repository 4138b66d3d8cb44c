import type { Phrase } from './answer-node.ts';

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
