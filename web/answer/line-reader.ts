import { fenceBehind, fenceOf } from '../../src/text/sentences/code-fence.ts';
import { isDelimiterRow } from '../../src/text/sentences/table-row.ts';
import { listMarkerPattern } from '../source/list-marker.ts';
import { columnAlignments } from '../source/table-rule.ts';
import type { AnswerNode, ListItem, Phrase, TableNode } from './answer-node.ts';

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

/** A line of an answer, its line break aside, as far as it is left to read. */
interface Line {
  readonly start: number;
  /** Where that begins which its containers have not read. */
  readonly from: number;
  readonly text: string;
  readonly next: string;
  /** What the break before it means: a space, a new line, or, as between sentences, a new paragraph. */
  readonly breakBefore: 'space' | 'line' | 'paragraph';
  /** Whether it is set in below an item, and goes on with its words. */
  readonly isSetIn: boolean;
}

interface OpenList {
  readonly indent: number;
  readonly isNumbered: boolean;
  readonly items: ListItem[];
  /** Reads what stands in the last item. */
  readonly within: LineReader;
}

interface OpenTable extends TableNode {
  readonly rows: (Omit<TableNode['rows'][number], 'isHeader'> & {
    isHeader: boolean;
    /** Whether its sentence began with the row above it. */
    readonly continues: boolean;
  })[];
  alignments: TableNode['alignments'];
  isRuled: boolean;
  /** Whether its rows begin with a bar. */
  readonly isBarred: boolean;
}

const quoteMark = /^[ \t]*(?:>[ \t]?)+/;
const headingMark = /^[ \t]*#{1,6}(?:[ \t]+|$)/;
const itemMark = new RegExp(String.raw`^[ \t]*(${listMarkerPattern})(?:[ \t]+|$)`);
const rowMark = /^[ \t]*\|/;
/** A line that sets what stands below it apart, as an empty one does (CommonMark 0.31, section 4.1). */
const divider = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;

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
  #code: { readonly fence: string; readonly leaf: Leaf; readonly lines: string[] } | undefined;

  /** Words are added to `leaves` in the order of the text. */
  constructor(leaves: Leaf[], depth = 0, opening?: Phrase[][]) {
    this.#leaves = leaves;
    this.#depth = depth;
    this.#opening = opening;
  }

  read(line: Line): void {
    const { text } = line;
    if (this.#code) this.#readCode(this.#code, line);
    else if (this.#list?.within.isInCode) this.#list.within.read(line);
    else if (text.trim() === '') this.#readEmpty(line);
    else if (!this.#readWithin(line) && !this.#readTable(line)) {
      const fence = fenceOf(text);
      if (fence !== undefined) this.#beginCode(line, fence);
      else if (divider.test(text)) this.end();
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

  #readEmpty(line: Line): void {
    this.#endTable();
    this.#paragraph = undefined;
    this.#quote?.end();
    this.#quote = undefined;
    this.#list?.within.read(line);
  }

  /** Whether a line belongs to a list or to a quotation. */
  #readWithin(line: Line): boolean {
    const { text, breakBefore } = line;
    const list = this.#list;
    const indent = widthOf(text);
    const item = divider.test(text) ? null : itemMark.exec(text);
    const quoted = quoteMark.exec(text)?.[0];
    if (list && indent > list.indent && (!item || this.#depth < deepest))
      list.within.read({ ...line, isSetIn: true });
    else if (item) this.#readItem(behind(line, item[0].length), { marker: item[1] ?? '', indent });
    else if (quoted !== undefined) this.#readQuote(behind(line, quoted.length));
    else if (list?.within.isInParagraph && breakBefore !== 'paragraph' && !hasForm(text))
      list.within.read(line);
    else {
      if (list || this.#quote) this.end();
      return false;
    }
    return true;
  }

  #readItem(line: Line, { marker, indent }: { readonly marker: string; readonly indent: number }): void {
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

  #readQuote(line: Line): void {
    const quote = this.#quote ?? new LineReader(this.#leaves, this.#depth);
    if (!this.#quote) {
      this.end();
      this.nodes.push({ kind: 'quote', nodes: quote.nodes });
      this.#quote = quote;
    }
    quote.read({ ...line, next: line.next.replace(quoteMark, ''), isSetIn: false });
  }

  /** Whether a line is a row of a table, or the rule below its header. */
  #readTable(line: Line): boolean {
    const { text, next } = line;
    if (!text.includes('|')) return this.#endTable();
    const isBarred = rowMark.test(text);
    if (isDelimiterRow(text) && (this.#table || isBarred)) {
      if (this.#table) this.#readRule(this.#table, columnAlignments(text));
      return true;
    }
    const cells = rowCells(text);
    const isHeader = isDelimiterRow(next) && rowCells(next).length === cells.length;
    if (!isBarred && !isHeader && this.#table?.isBarred !== false) return this.#endTable();
    const [above] = this.#table?.rows ?? [];
    const goesOn = this.#table?.isRuled ? !isHeader : cells.length === above?.cells.length;
    if (!goesOn) this.end();
    this.#table ??= this.#beginTable(isBarred);
    while (cells.length < (above?.cells.length ?? 0)) cells.push('');
    // Among words there is nothing above or below a cell, so that one without words says nothing.
    const words = cells.filter((cell) => cell !== '').join('\u{a0}· ');
    const row = this.#leaf(line, 'row', words).phrases;
    this.#table.rows.push({ cells, isHeader: false, continues: line.breakBefore !== 'paragraph', line: row });
    return true;
  }

  #beginTable(isBarred: boolean): OpenTable {
    const table: OpenTable = { kind: 'table', rows: [], alignments: [], isRuled: false, isBarred };
    this.nodes.push(table);
    return table;
  }

  /** Makes a header of the row above it, and of those above that row which are of the same sentence. */
  #readRule(table: OpenTable, alignments: TableNode['alignments']): void {
    if (table.isRuled) return;
    table.isRuled = true;
    table.alignments = alignments;
    for (const row of table.rows.toReversed()) {
      row.isHeader = true;
      if (!row.continues) break;
    }
  }

  /** A row alone is words. Returns false. */
  #endTable(): false {
    const [row, other] = this.#table?.rows ?? [];
    if (row && !other && !row.isHeader)
      this.nodes[this.nodes.length - 1] = { kind: 'paragraph', lines: [row.line] };
    this.#table = undefined;
    return false;
  }

  #beginCode(line: Line, fence: string): void {
    this.end();
    const leaf = this.#leaf(line, 'code', '');
    this.#code = { fence, leaf, lines: [] };
    this.nodes.push({ kind: 'code', line: leaf.phrases });
  }

  #readCode({ fence, lines }: { readonly fence: string; readonly lines: string[] }, { text }: Line): void {
    if (fenceBehind(text, fence) === undefined) this.#endCode();
    else lines.push(text);
  }

  #endCode(): void {
    if (this.#code) this.#code.leaf.text = withoutIndent(this.#code.lines);
    this.#code = undefined;
  }

  #readHeading(line: Line): void {
    this.end();
    const words = behind(line, headingMark.exec(line.text)?.[0].length ?? 0);
    if (words.text.trim() !== '')
      this.nodes.push({ kind: 'heading', lines: [this.#leaf(words, 'words', words.text.trim()).phrases] });
  }

  #readWords(line: Line): void {
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

  #leaf({ start, from }: Line, kind: Leaf['kind'], text: string): Leaf {
    const leaf = { start, from, text, kind, phrases: [] };
    this.#leaves.push(leaf);
    return leaf;
  }
}

/** Whether a line that is no item and no quotation is no mere words. */
function hasForm(text: string): boolean {
  return fenceOf(text) !== undefined || [divider, headingMark, rowMark].some((mark) => mark.test(text));
}

function behind(line: Line, length: number): Line {
  return { ...line, from: line.from + length, text: line.text.slice(length) };
}

/** How far a line is set in; a tab is as wide as four spaces. */
function widthOf(text: string): number {
  return (/^[ \t]*/.exec(text)?.[0] ?? '').replaceAll('\t', '    ').length;
}

/** What the cells of a row say; a bar behind a backslash belongs to its cell. */
export function rowCells(row: string): string[] {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  // Within a cell, Markdown has no other way to break a line.
  return inner.split(/(?<!\\)\|/).map((cell) =>
    cell
      .trim()
      .replaceAll('\\|', '|')
      .replace(/<br ?\/?>/gi, '\n'),
  );
}

/** Without the white space that all lines begin with. */
function withoutIndent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const common = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return lines.map((line) => line.slice(common)).join('\n');
}
