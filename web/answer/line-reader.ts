import { fenceBehind, fenceOf } from '../../src/text/sentences/code-fence.ts';
import { isDelimiterRow, rowCells } from '../../src/text/sentences/row-cells.ts';
import { listMarkerPattern } from '../source/inline-markup.ts';
import { type Alignment, columnAlignments } from '../source/table-rows.ts';
import type { AnswerNode, Leaf, ListItem, Phrase, PhraseLine, TableNode } from './answer-node.ts';

/** A line of an answer, its line break aside, as far as it is left to read. */
export interface AnswerLine {
  readonly start: number;
  /** Where that begins which its containers have not read. */
  readonly from: number;
  readonly text: string;
  /** The text of the line below it. */
  readonly next: string;
  /** What the break before it means: a space, a new line, or, as between sentences, a new paragraph. */
  readonly breakBefore: 'space' | 'line' | 'paragraph';
  /** Whether it is set in below an item, and goes on with its words. */
  readonly isSetIn: boolean;
}

export const quoteMark = /^[ \t]*(?:>[ \t]?)+/;
export const headingMark = /^[ \t]*#{1,6}(?:[ \t]+|$)/;
export const rowMark = /^[ \t]*\|/;
const itemMark = new RegExp(String.raw`^[ \t]*(${listMarkerPattern})(?:[ \t]+|$)`);
const divider = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;

/** Whether a line only sets what stands below it apart, as an empty one does (CommonMark 0.31, section 4.1). */
export function isDivider(text: string): boolean {
  return divider.test(text);
}

/** What a line begins with that is an item of a list: its number or bullet, and how far the item's words are behind. */
export function itemOf(text: string): { readonly marker: string; readonly length: number } | undefined {
  const [mark, marker] = (!isDivider(text) && itemMark.exec(text)) || [];
  return mark === undefined ? undefined : { marker: marker ?? '', length: mark.length };
}

/** Whether a line that is no item and no quotation is no mere words. */
export function hasForm(text: string): boolean {
  return fenceOf(text) !== undefined || [divider, headingMark, rowMark].some((mark) => mark.test(text));
}

/** A line without what it begins with. */
export function behind(line: AnswerLine, length: number): AnswerLine {
  return { ...line, from: line.from + length, text: line.text.slice(length) };
}

/** How far a line is set in; a tab is as wide as four spaces. */
export function indentOf(text: string): number {
  return (/^[ \t]*/.exec(text)?.[0] ?? '').replaceAll('\t', '    ').length;
}

/** A block of code of an answer as long as its lines come. */
export class OpenCode {
  readonly #fence: string;
  readonly #leaf: Leaf;
  readonly #lines: string[] = [];

  /** `leaf` gets what is shown when the block ends. */
  constructor(fence: string, leaf: Leaf) {
    this.#fence = fence;
    this.#leaf = leaf;
  }

  /** Takes the next line. Returns whether the block goes on behind it: a fence ends it. */
  read(line: string): boolean {
    const goesOn = fenceBehind(line, this.#fence) !== undefined;
    if (goesOn) this.#lines.push(line);
    return goesOn;
  }

  end(): void {
    this.#leaf.text = withoutIndent(this.#lines);
  }
}

/** Without the white space that all lines begin with. */
function withoutIndent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const common = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return lines.map((line) => line.slice(common)).join('\n');
}

/** A line with bars as a row of a table. */
export interface BarredLine {
  readonly cells: string[];
  /** Whether it begins with a bar, so that it is a row whatever stands beside it. */
  readonly isBarred: boolean;
  /** Whether the rule of a table stands below it. */
  readonly isRuled: boolean;
}

/** The row that a line is where it is one. */
export function barredLine({ text, next }: AnswerLine): BarredLine {
  const cells = rowCells(text);
  const isRuled = isDelimiterRow(next) && rowCells(next).length === cells.length;
  return { cells, isBarred: rowMark.test(text), isRuled };
}

type OpenRow = Omit<TableNode['rows'][number], 'isHeader'> & {
  isHeader: boolean;
  /** Whether its sentence began with the row above it. */
  readonly continues: boolean;
};

/** A table of an answer as long as its rows come. */
export class OpenTable {
  readonly node: TableNode;
  /** Whether its rows begin with a bar. */
  readonly isBarred: boolean;
  readonly #rows: OpenRow[] = [];
  readonly #alignments: Alignment[] = [];
  #isRuled = false;

  constructor(isBarred: boolean) {
    this.isBarred = isBarred;
    this.node = { kind: 'table', rows: this.#rows, alignments: this.#alignments };
  }

  /** Whether a row goes on with it, and begins no other. */
  takes({ cells, isRuled }: BarredLine): boolean {
    return this.#isRuled ? !isRuled : cells.length === this.#rows[0]?.cells.length;
  }

  add({ cells }: BarredLine, line: PhraseLine, { continues }: { readonly continues: boolean }): void {
    while (cells.length < (this.#rows[0]?.cells.length ?? 0)) cells.push('');
    this.#rows.push({ cells, isHeader: false, continues, line });
  }

  /** Makes a header of the row above a rule, and of those above that row which are of the same sentence. */
  rule(rule: string): void {
    if (this.#isRuled) return;
    this.#isRuled = true;
    this.#alignments.push(...columnAlignments(rule));
    for (const row of this.#rows.toReversed()) {
      row.isHeader = true;
      if (!row.continues) break;
    }
  }

  /** What it is set as where no row comes any more: a row alone is words. */
  ended(): AnswerNode {
    const [row, other] = this.#rows;
    return row && !other && !row.isHeader ? { kind: 'paragraph', lines: [row.line] } : this.node;
  }
}

interface OpenList {
  readonly indent: number;
  readonly isNumbered: boolean;
  readonly items: ListItem[];
  /** Reads what stands in the last item. */
  readonly within: LineReader;
}

/** Items within items that are set further in than those around them. */
const deepest = 4;

/**
 * Reads Markdown line by line into paragraphs, headings, lists, quotes, tables and code, as far as it is written: a
 * line is known for what it is by its beginning.
 */
export class LineReader {
  readonly nodes: AnswerNode[] = [];
  readonly #leaves: Leaf[];
  readonly #depth: number;
  /** The lines of the paragraph that comes first, where it is no node. */
  readonly #opening: Phrase[][] | undefined;
  #paragraph: { readonly lines: Phrase[][]; last: Leaf } | undefined;
  #list: OpenList | undefined;
  #quote: LineReader | undefined;
  #table: OpenTable | undefined;
  #code: OpenCode | undefined;

  /** Words are added to `leaves` in the order of the text. */
  constructor(leaves: Leaf[], depth = 0, opening?: Phrase[][]) {
    this.#leaves = leaves;
    this.#depth = depth;
    this.#opening = opening;
  }

  read(line: AnswerLine): void {
    const { text } = line;
    if (this.#code) this.#readCode(this.#code, text);
    else if (this.#list?.within.isInCode) this.#list.within.read(line);
    else if (text.trim() === '') this.#readEmpty(line);
    else if (!this.#readWithin(line) && !this.#readTable(line)) {
      const fence = fenceOf(text);
      if (fence !== undefined) this.#beginCode(line, fence);
      else if (isDivider(text)) this.end();
      else if (headingMark.test(text)) this.#readHeading(line);
      else this.#readWords(line);
    }
  }

  /** Ends all that is open. */
  end(): void {
    this.#list?.within.end();
    this.#list = undefined;
    this.#quote?.end();
    this.#quote = undefined;
    this.#paragraph = undefined;
    this.#endTable();
    this.#endCode();
  }

  /** Whether lines are code until a fence ends it. */
  get isInCode(): boolean {
    return this.#code !== undefined || this.#list?.within.isInCode === true;
  }

  /** Whether words go on from those before them. */
  get isInParagraph(): boolean {
    return this.#paragraph !== undefined || this.#list?.within.isInParagraph === true;
  }

  #readEmpty(line: AnswerLine): void {
    this.#endTable();
    this.#paragraph = undefined;
    this.#quote?.end();
    this.#quote = undefined;
    this.#list?.within.read(line);
  }

  /** Whether a line belongs to a list or to a quotation. */
  #readWithin(line: AnswerLine): boolean {
    const { text, breakBefore } = line;
    const list = this.#list;
    const indent = indentOf(text);
    const item = itemOf(text);
    const quoted = quoteMark.exec(text)?.[0];
    if (list && indent > list.indent && (!item || this.#depth < deepest))
      list.within.read({ ...line, isSetIn: true });
    else if (item) this.#readItem(behind(line, item.length), { marker: item.marker, indent });
    else if (quoted !== undefined) this.#readQuote(behind(line, quoted.length));
    else if (list?.within.isInParagraph && breakBefore !== 'paragraph' && !hasForm(text))
      list.within.read(line);
    else {
      if (list || this.#quote) this.end();
      return false;
    }
    return true;
  }

  #readItem(
    line: AnswerLine,
    { marker, indent }: { readonly marker: string; readonly indent: number },
  ): void {
    const number = Number.parseInt(marker, 10);
    const isNumbered = !Number.isNaN(number);
    const items = this.#list?.isNumbered === isNumbered ? this.#list.items : [];
    this.end();
    const lines: Phrase[][] = [];
    const within = new LineReader(this.#leaves, this.#depth + 1, lines);
    this.#list = { indent, isNumbered, items, within };
    if (items.length === 0) this.nodes.push({ kind: 'list', isNumbered, items });
    items.push({ number: isNumbered ? number : undefined, lines, nodes: within.nodes });
    within.read(line);
  }

  #readQuote(line: AnswerLine): void {
    const quote = this.#quote ?? new LineReader(this.#leaves, this.#depth);
    if (!this.#quote) {
      this.end();
      this.nodes.push({ kind: 'quote', nodes: quote.nodes });
      this.#quote = quote;
    }
    quote.read({ ...line, next: line.next.replace(quoteMark, ''), isSetIn: false });
  }

  /** Whether a line is a row of a table, or the rule below its header. */
  #readTable(line: AnswerLine): boolean {
    const { text } = line;
    if (!text.includes('|')) return this.#endTable();
    const row = barredLine(line);
    if (isDelimiterRow(text) && (this.#table || row.isBarred)) {
      this.#table?.rule(text);
      return true;
    }
    if (!row.isBarred && !row.isRuled && this.#table?.isBarred !== false) return this.#endTable();
    if (!this.#table?.takes(row)) this.end();
    this.#table ??= this.#beginTable(row.isBarred);
    // Among words there is nothing above or below a cell, so that one without words says nothing.
    const words = row.cells.filter((cell) => cell !== '').join('\u{a0}· ');
    const { phrases } = this.#leaf(line, 'row', words);
    this.#table.add(row, phrases, { continues: line.breakBefore !== 'paragraph' });
    return true;
  }

  #beginTable(isBarred: boolean): OpenTable {
    const table = new OpenTable(isBarred);
    this.nodes.push(table.node);
    return table;
  }

  /** Returns false. */
  #endTable(): false {
    if (this.#table) this.nodes[this.nodes.length - 1] = this.#table.ended();
    this.#table = undefined;
    return false;
  }

  #beginCode(line: AnswerLine, fence: string): void {
    this.end();
    const leaf = this.#leaf(line, 'code', '');
    this.#code = new OpenCode(fence, leaf);
    this.nodes.push({ kind: 'code', line: leaf.phrases });
  }

  #readCode(code: OpenCode, text: string): void {
    if (!code.read(text)) this.#endCode();
  }

  #endCode(): void {
    this.#code?.end();
    this.#code = undefined;
  }

  #readHeading(line: AnswerLine): void {
    this.end();
    const words = behind(line, headingMark.exec(line.text)?.[0].length ?? 0);
    if (words.text.trim() !== '')
      this.nodes.push({ kind: 'heading', lines: [this.#leaf(words, 'words', words.text.trim()).phrases] });
  }

  #readWords(line: AnswerLine): void {
    const words = behind(line, line.text.search(/\S/));
    const text = words.text.trimEnd();
    const open = this.#paragraph;
    if (open && (line.isSetIn || line.breakBefore === 'space')) {
      const { last } = open;
      last.text += ' '.repeat(words.from - last.from - last.text.length) + text;
      return;
    }
    const last = this.#leaf(words, 'words', text);
    if (open && line.breakBefore === 'line') {
      open.lines.push(last.phrases);
      open.last = last;
      return;
    }
    const opening = this.nodes.length === 0 && this.#opening?.length === 0 ? this.#opening : undefined;
    const lines = opening ?? [];
    lines.push(last.phrases);
    this.#paragraph = { lines, last };
    if (!opening) this.nodes.push({ kind: 'paragraph', lines });
  }

  #leaf({ start, from }: AnswerLine, kind: Leaf['kind'], text: string): Leaf {
    const leaf = { start, from, text, kind, phrases: [] };
    this.#leaves.push(leaf);
    return leaf;
  }
}
