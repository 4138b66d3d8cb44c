import { fenceBehind } from '../../text/sentences/code-fence.ts';
import { isDelimiterRow, rowCells } from '../../text/sentences/row-cells.ts';
import { formatColumns } from './format-table.ts';
import {
  breakableParts,
  linksAsWords,
  openLink,
  printableLine,
  visibleWidth,
  wrapLine,
} from './terminal-text.ts';

/** Columns that a line has at least where it was wrapped, and not ended, by its author. */
const leastWrapped = 50;

/**
 * Wraps text that comes bit by bit: each word, and each part of one between which a line may break, is written as soon
 * as it is known to be whole, on the line where it fits. Lines that the text breaks and indents itself stay so, but for
 * a sentence that was wrapped to another width; all of a block of code between fences does, however long its lines are.
 * Every word is made safe to print first.
 */
export class WordWrapper {
  readonly #width: number;
  readonly #write: (text: string) => void;
  #column = 0;
  #gap = '';
  #word = '';
  /** Columns of the line in the text itself, and how it ends. */
  #given = { columns: 0, end: '' };
  /** What opened the code that is being written. */
  #fence: string | undefined;

  /** `write` gets single words and the space between them. */
  constructor(width: number, write: (text: string) => void) {
    this.#width = width;
    this.#write = write;
  }

  push(text: string): void {
    for (const part of text.split(/(\s+)/)) {
      if (part === '') continue;
      if (part.trim() === '') {
        this.#flush();
        this.#gap += part;
      } else {
        const parts = breakableParts(this.#word + part);
        for (const whole of parts.slice(0, -1)) this.#flush(whole);
        this.#word = parts.at(-1) ?? '';
      }
    }
  }

  /** Writes lines that are set already, with an empty line between them and what stands around them. */
  insert(lines: string): void {
    this.#flush();
    this.#write(this.#column > 0 ? `\n\n${lines}` : lines);
    this.#column = visibleWidth(lines.slice(lines.lastIndexOf('\n') + 1));
    this.#gap = '\n\n';
    this.#given = { columns: 0, end: '' };
  }

  /** Writes what is held back and ends the line that was begun. */
  end(): void {
    this.#flush();
    if (this.#column > 0) this.#write('\n');
    this.#column = 0;
    this.#gap = '';
  }

  #flush(held = this.#word): void {
    const word = printableLine(held);
    this.#word = '';
    if (word === '') return;
    const width = visibleWidth(word);
    const isWithin = this.#isWithinSentence(word);
    if (isWithin) this.#gap = ' ';
    const gap = this.#space(width);
    this.#write(gap + word);
    const lineStart = gap.lastIndexOf('\n') + 1;
    const startsLine = lineStart > 0 || this.#column === 0;
    this.#column = (lineStart === 0 ? this.#column : 0) + gap.length - lineStart + width;
    const given = this.#gap.includes('\n') || isWithin ? 0 : this.#given.columns + this.#gap.length;
    this.#given = { columns: given + width, end: word.at(-1) ?? '' };
    this.#gap = '';
    if (startsLine) this.#fence = fenceBehind(word, this.#fence);
  }

  /**
   * Whether the text breaks its line before this word only because it was wrapped: Markdown and mail are full of it.
   */
  #isWithinSentence(word: string): boolean {
    if (this.#fence !== undefined || !/^[^\S\n]?\n$/.test(this.#gap)) return false;
    const { columns, end } = this.#given;
    return columns >= leastWrapped && /[\p{L}\p{N},]/u.test(end) && /^\p{Ll}/u.test(word);
  }

  /** What stands between the last word and one of that width. */
  #space(width: number): string {
    if (this.#fence !== undefined && this.#column > 0)
      return this.#gap.replaceAll('\t', '    ').replaceAll(/[^\n]/g, ' ');
    const [, breaks = '', indent = ''] = /^[^\n]*((?:\s*\n)*)(.*)$/s.exec(this.#gap) ?? [];
    const lines = breaks.split('\n').length - 1;
    if (lines > 0 || this.#column === 0) {
      const begun = this.#column === 0 ? '' : '\n'.repeat(Math.min(lines, 2));
      return begun + indent.replaceAll('\t', '    ');
    }
    if (this.#column + this.#gap.length + width > this.#width) return '\n';
    return this.#gap === '' ? '' : ' ';
  }
}

const gap = 2;

/** Columns that a cell needs to be read when its words are wrapped. */
const leastWidth = 12;

/**
 * Rows of a Markdown table as aligned columns, the words of a cell wrapped where a row would take more than `width`
 * columns. What stands behind the last bar of a row, as a footnote does, has a column of its own. Undefined where there
 * are too many columns for that, and where there is one row alone: its bars may be anything.
 */
function formatRows(rows: readonly string[], width: number): string | undefined {
  const cells = rows.filter((row) => !isDelimiterRow(row)).map((row) => rowCells(row).map(printableLine));
  if (rows.length < 2 || cells.length === 0) return undefined;
  const widths = columnWidths(cells, width);
  if (widths === undefined) return undefined;
  return formatColumns(cells.flatMap((row) => wrappedRow(row, widths)));
}

/** The columns each takes: as many as its longest cell, else an equal share of what the shorter ones leave. */
function columnWidths(rows: readonly (readonly string[])[], width: number): readonly number[] | undefined {
  const widest: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries())
      widest[column] = Math.max(widest[column] ?? 0, visibleWidth(cell));
  let room = width - gap * (widest.length - 1);
  let share = room;
  const ascending = widest.toSorted((left, right) => left - right);
  for (const [place, needed] of ascending.entries()) {
    share = Math.floor(room / (ascending.length - place));
    if (needed > share) break;
    room -= needed;
  }
  if (share < leastWidth && Math.max(...widest) > share) return undefined;
  return widest.map((needed) => Math.min(needed, Math.max(share, leastWidth)));
}

/** The lines that a row takes, each with its part of every cell. */
function wrappedRow(row: readonly string[], widths: readonly number[]): readonly (readonly string[])[] {
  const wrapped = row.map((cell, column) => wrapLine(cell, widths[column] ?? leastWidth));
  const lines = Math.max(...wrapped.map(({ length }) => length));
  return Array.from({ length: lines }, (_, line) => wrapped.map((cell) => cell[line] ?? ''));
}

const blank = /^[ \t]*$/;
const row = /^[ \t]*\|/;

/**
 * Sets the text of an answer for a terminal as it comes: words are wrapped by {@link WordWrapper}, the rows of a table
 * are held until it ends and set by {@link formatRows}.
 */
export class AnswerLayout {
  readonly #width: number;
  readonly #words: WordWrapper;
  /** What may be the beginning of a link. */
  #unfinished = '';
  /** The line that has begun. */
  #line = '';
  /** Whether that is left to decide, and so not written yet. */
  #isHeld = true;
  #rows: string[] = [];
  /** What opened the code that is being written. */
  #fence: string | undefined;

  /** `write` gets words and the space between them, and tables. */
  constructor(width: number, write: (text: string) => void) {
    this.#width = width;
    this.#words = new WordWrapper(width, write);
  }

  /** Links are written as their words: one is held until it is whole. */
  push(text: string): void {
    const said = this.#unfinished + text;
    const whole = openLink(said);
    this.#unfinished = said.slice(whole);
    this.#push(said.slice(0, whole));
  }

  #push(text: string): void {
    for (const written of text.split(/(?<=\n)/)) {
      const part = this.#fence === undefined ? linksAsWords(written) : written;
      this.#line += part;
      if (this.#isHeld) this.#decide();
      else this.#words.push(part);
      if (part.endsWith('\n')) this.#endLine();
    }
  }

  /** Writes what is held back and ends the line that was begun. */
  end(): void {
    this.#push(this.#unfinished);
    this.#unfinished = '';
    this.#endLine();
    this.#writeTable();
    this.#words.end();
  }

  /** Writes a line that is no row; of its indentation alone that cannot be told. */
  #decide(): void {
    if (this.#fence === undefined && (blank.test(this.#line) || row.test(this.#line))) return;
    this.#writeLine();
    this.#isHeld = false;
  }

  #endLine(): void {
    if (!this.#isHeld) this.#fence = fenceBehind(this.#line.trimEnd(), this.#fence);
    else if (row.test(this.#line)) this.#rows.push(this.#line);
    else this.#writeLine();
    this.#line = '';
    this.#isHeld = true;
  }

  #writeLine(): void {
    if (this.#line === '') return;
    this.#writeTable();
    this.#words.push(this.#line);
  }

  #writeTable(): void {
    if (this.#rows.length === 0) return;
    const table = formatRows(this.#rows, this.#width);
    if (table === undefined) this.#words.push(this.#rows.join(''));
    else this.#words.insert(table);
    this.#rows = [];
  }
}

/** The whole text of an answer, set by {@link AnswerLayout}. */
export function layOutAnswer(text: string, width: number): string {
  let written = '';
  const layout = new AnswerLayout(width, (part) => (written += part));
  layout.push(text);
  layout.end();
  return written.trimEnd();
}
