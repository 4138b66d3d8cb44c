import { type PlacedText, writePdf } from '../../src/formats/pdf/write-pdf.test-support.ts';
import { seededRandom } from '../../src/values/seeded-random.ts';
import { madeUpPassage } from '../speed/made-up-text.ts';

/** What a reader sees on a page, in the order of reading. */
export type MarkedBlock =
  | { readonly kind: 'heading' | 'paragraph' | 'item'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] };

/** A PDF with what there is in it. */
export interface MarkedPdf {
  /** Its layout, the same for several. */
  readonly layout: string;
  /** From 1, within the layout: rules and constants are chosen on odd ones, even ones are for the report. */
  readonly place: number;
  readonly bytes: Uint8Array;
  readonly blocks: readonly MarkedBlock[];
}

/** Widths of the characters from the blank to the tilde in thousandths of the size (Adobe's font metrics). */
const widthsOf = {
  plain:
    '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584',
  bold: '278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584',
};
const widths = { plain: widthsOf.plain.split(' ').map(Number), bold: widthsOf.bold.split(' ').map(Number) };

const monoWidth = 600;

type Font = keyof typeof widths | 'mono';

function widthOf(text: string, size: number, font: Font): number {
  let sum = 0;
  for (const sign of text)
    sum += font === 'mono' ? monoWidth : (widths[font][sign.charCodeAt(0) - 32] ?? 556);
  return (sum * size) / 1000;
}

/** Where text flows, in points from the upper left. */
interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly bottom: number;
}

const pageHeight = 792;

/** Words of a justified line stand no further apart, in font sizes: it is ragged else. */
const maxGap = 0.7;

const whole: Frame = { left: 72, top: 72, width: 468, bottom: 720 };

/** What a text is set in; by default the font and size of running text. */
interface Setting {
  readonly size?: number;
  readonly font?: Font;
}

/** Of the first line of a paragraph, and of the others. */
interface Indents {
  readonly indent?: number;
  readonly hanging?: number;
}

/** How one PDF is set. */
interface Look {
  readonly size: number;
  readonly leading: number;
  readonly isJustified: boolean;
  /** A paragraph begins with an indent, else behind a gap. */
  readonly hasIndents: boolean;
  /** Long words are parted at the ends of lines. */
  readonly breaksWords: boolean;
  readonly headingSize: number;
  readonly headingFont: Font;
}

/** Draws blocks on pages and marks what it draws. */
class PageMaker {
  readonly look: Look;
  readonly blocks: MarkedBlock[] = [];
  readonly #pages: PlacedText[][] = [[]];
  readonly #random: () => number;

  constructor(random: () => number, own: Partial<Look> = {}) {
    this.#random = random;
    const pick = <Choice>(...choices: readonly Choice[]) => this.pick(choices);
    const size = pick(8.5, 9, 10, 10.5, 11);
    this.look = {
      size,
      leading: pick(1.15, 1.2, 1.3, 1.4),
      isJustified: pick(true, false),
      hasIndents: pick(true, false),
      headingSize: size * pick(1, 1.2, 1.4),
      headingFont: 'bold',
      breaksWords: false,
      ...own,
    };
  }

  pick<Choice>(choices: readonly Choice[]): Choice {
    return choices[Math.floor(this.#random() * choices.length)] as Choice;
  }

  number(from: number, to: number): number {
    return from + Math.floor(this.#random() * (to - from + 1));
  }

  words(count: number): string {
    const text = madeUpPassage(this.#random, count)
      .replace(/[^A-Za-z ]/g, '')
      .toLowerCase();
    return text.replace(/\s+/g, ' ').trim();
  }

  title(count: number): string {
    return capital(this.words(count));
  }

  sentences(count: number): string {
    return Array.from({ length: count }, () => `${this.title(this.number(7, 16))}.`).join(' ');
  }

  nextPage(): void {
    this.#pages.push([]);
  }

  write(text: string, x: number, top: number, { size = this.look.size, font = 'plain' }: Setting = {}): void {
    this.#pages.at(-1)?.push({ text, x, y: pageHeight - top, size, font });
  }

  /** Sets a paragraph from a height on and returns where it ends; what has no more room in the frame is given back. */
  set(
    text: string,
    frame: Frame,
    from: number,
    { size = this.look.size, font = 'plain', indent = 0, hanging = 0 }: Setting & Indents = {},
  ): { readonly top: number; readonly rest: string } {
    const words = text.split(' ');
    let top = from;
    let first = indent;
    while (words.length > 0 && top <= frame.bottom) {
      const room = frame.width - first;
      let count = 1;
      while (count < words.length && widthOf(words.slice(0, count + 1).join(' '), size, font) <= room)
        count += 1;
      const line = words.splice(0, count);
      const parted = this.look.breaksWords
        ? partedWord(words[0], room - widthOf(`${line.join(' ')} -`, size, font), size)
        : 0;
      if (parted > 0) {
        const word = words[0] as string;
        line.push(`${word.slice(0, parted)}-`);
        words[0] = word.slice(parted);
      }
      this.#setLine(line, frame.left + first, top, { size, font, room: words.length > 0 ? room : undefined });
      top += size * this.look.leading;
      first = hanging;
    }
    return { top, rest: words.join(' ') };
  }

  /** A justified line is drawn word by word, its room shared out between them. */
  #setLine(
    line: readonly string[],
    left: number,
    top: number,
    { size, font, room }: { size: number; font: Font; room: number | undefined },
  ): void {
    if (!this.look.isJustified || room === undefined || line.length < 2) {
      this.write(line.join(' '), left, top, { size, font });
      return;
    }
    const gap = (room - line.reduce((sum, word) => sum + widthOf(word, size, font), 0)) / (line.length - 1);
    if (gap > maxGap * size) return this.write(line.join(' '), left, top, { size, font });
    let x = left;
    for (const word of line) {
      this.write(word, x, top, { size, font });
      x += widthOf(word, size, font) + gap;
    }
  }

  /** A heading, and where what it heads begins. */
  heading(text: string, frame: Frame, from: number, size = this.look.headingSize): number {
    this.blocks.push({ kind: 'heading', text });
    const { top } = this.set(text, frame, from + size * 0.8, { size, font: this.look.headingFont });
    return top + size * 0.3;
  }

  /** A paragraph that has room in its frame. */
  paragraph(text: string, frame: Frame, from: number): number {
    this.blocks.push({ kind: 'paragraph', text });
    return this.afterParagraph(this.set(text, frame, from, { indent: this.indent }).top);
  }

  get indent(): number {
    return this.look.hasIndents ? 1.5 * this.look.size : 0;
  }

  afterParagraph(top: number): number {
    return top + (this.look.hasIndents ? 0 : this.look.size * 0.7);
  }

  /** Items with marks and hanging lines. */
  list(items: readonly string[], mark: (index: number) => string, frame: Frame, from: number): number {
    let top = from;
    for (const [index, item] of items.entries()) {
      this.blocks.push({ kind: 'item', text: item });
      this.write(mark(index), frame.left + 9, top);
      top = this.set(item, frame, top, { indent: 24, hanging: 24 }).top;
    }
    return top + this.look.size * 0.5;
  }

  /** Headings and paragraphs that fill frames one after the other; a paragraph may go on from one to the next. */
  flow(frames: readonly Frame[]): void {
    let rest = '';
    for (const frame of frames) {
      let { top } = frame;
      if (rest !== '') top = this.afterParagraph(this.set(rest, frame, top).top);
      rest = '';
      while (top < frame.bottom - 6 * this.look.size) {
        if (this.number(0, 3) === 0) top = this.heading(this.title(this.number(2, 4)), frame, top);
        const text = this.sentences(this.number(2, 5));
        this.blocks.push({ kind: 'paragraph', text });
        const set = this.set(text, frame, top, { indent: this.indent });
        top = this.afterParagraph(set.top);
        ({ rest } = set);
      }
    }
    // What has no room is left out, and so is not marked.
    const last = this.blocks.findLastIndex(({ kind }) => kind === 'paragraph');
    const block = this.blocks[last];
    if (rest !== '' && block?.kind === 'paragraph')
      this.blocks[last] = {
        kind: 'paragraph',
        text: block.text.slice(0, block.text.length - rest.length).trimEnd(),
      };
  }

  /** Rows of cells between the edges of columns, figures to the right; cells of words wrap. Returns where they end. */
  rows(
    rows: readonly (readonly string[])[],
    columns: readonly { readonly left: number; readonly right: number; readonly isRight?: boolean }[],
    from: number,
    { boldRows = 0, gap = 1.2 } = {},
  ): number {
    let top = from;
    for (const [index, row] of rows.entries()) {
      const font: Font = index < boldRows ? 'bold' : 'plain';
      let end = top;
      for (const [at, cell] of row.entries()) {
        const column = columns[at];
        if (!column || cell === '') continue;
        const { left, right, isRight } = column;
        if (isRight) this.write(cell, right - widthOf(cell, this.look.size, font), top, { font });
        else {
          const frame = { left, top, width: right - left, bottom: pageHeight };
          end = Math.max(end, this.#setCell(cell, frame, font) - this.look.size * this.look.leading);
        }
      }
      top = end + this.look.size * this.look.leading * gap;
    }
    return top + this.look.size;
  }

  #setCell(cell: string, frame: Frame, font: Font): number {
    let { top } = frame;
    const words = cell.split(' ');
    while (words.length > 0) {
      let count = 1;
      while (
        count < words.length &&
        widthOf(words.slice(0, count + 1).join(' '), this.look.size, font) <= frame.width
      )
        count += 1;
      this.write(words.splice(0, count).join(' '), frame.left, top, { font });
      top += this.look.size * this.look.leading;
    }
    return top;
  }

  amount(): string {
    const whole = this.number(3, 99_999);
    const text = whole.toLocaleString('en-US');
    return this.number(0, 5) === 0 ? `(${text})` : text;
  }

  finish(layout: string, place: number): MarkedPdf {
    const bytes = writePdf({ pages: this.#pages.map((texts) => ({ texts })) });
    return { layout, place, bytes, blocks: this.blocks };
  }
}

/** How many letters of a word have room at the end of a line, where it may be parted; 0 where none have. */
function partedWord(word = '', room: number, size: number): number {
  for (let length = word.length - 4; length > 2; length--) {
    const isSyllable =
      /[aeiou][^aeiou]$/.test(word.slice(0, length)) && /^[^aeiou][aeiou]/.test(word.slice(length));
    if (isSyllable && widthOf(word.slice(0, length), size, 'plain') <= room) return length;
  }
  return 0;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Two or three columns below a height. */
function columnsOf(count: number, gutter: number, top: number, bottom = whole.bottom): readonly Frame[] {
  const width = (whole.width - gutter * (count - 1)) / count;
  return Array.from({ length: count }, (_, at) => ({
    left: whole.left + at * (width + gutter),
    top,
    width,
    bottom,
  }));
}

/** Columns of a table: one of labels, the others of figures. */
function figureColumns(left: number, width: number, count: number) {
  const label = width * 0.4;
  const each = (width - label) / count;
  return [
    { left, right: left + label - 6 },
    ...Array.from({ length: count }, (_, at) => ({
      left: left + label + at * each,
      right: left + label + (at + 1) * each,
      isRight: true,
    })),
  ];
}

function figureRows(maker: PageMaker, count: number, columns: number): readonly (readonly string[])[] {
  return Array.from({ length: count }, () => [
    maker.title(maker.number(1, 2)),
    ...Array.from({ length: columns }, () => maker.amount()),
  ]);
}

function headerOf(maker: PageMaker, columns: number): readonly string[] {
  const first = maker.number(2005, 2019);
  return ['Item', ...Array.from({ length: columns }, (_, at) => String(first + at))];
}

/** Draws a page of a layout from the top. */
type Layout = (maker: PageMaker) => void;

/** How layouts are set that are not set in all ways. */
const looks: Readonly<Record<string, Partial<Look>>> = {
  'narrow columns with parted words': { breaksWords: true, isJustified: true },
  'numbered headings in the font of the text': { headingFont: 'plain' },
};

const layouts: Readonly<Record<string, Layout>> = {
  'narrow columns with parted words'(maker) {
    maker.flow(columnsOf(3, 15, whole.top, 600));
  },
  'numbered headings in the font of the text'(maker) {
    let { top } = whole;
    for (const number of ['1', '1.1', '1.2', '2']) {
      top = maker.heading(
        `${number} ${maker.title(3)}`,
        whole,
        top + 8,
        maker.look.size * maker.pick([1, 1.3]),
      );
      top = maker.paragraph(maker.sentences(4), whole, top + maker.look.size);
    }
  },
  'code within text'(maker) {
    let top = maker.paragraph(maker.sentences(4), whole, whole.top) + maker.look.size;
    const lines = Array.from(
      { length: maker.number(3, 8) },
      (_, at) => `${at === 0 ? '' : '  '}${maker.words(3)}();`,
    );
    maker.blocks.push({ kind: 'paragraph', text: lines.join(' ') });
    for (const line of lines) {
      maker.write(line, whole.left, top, { font: 'mono', size: maker.look.size * 0.95 });
      top += maker.look.size * 1.2;
    }
    maker.paragraph(maker.sentences(4), whole, top + maker.look.size);
  },
  'notices in two columns'(maker) {
    for (const frame of columnsOf(2, 30, whole.top, 500)) {
      let top = frame.top + maker.number(0, 20);
      while (top < frame.bottom - 40) {
        const lines = Array.from({ length: maker.number(2, 5) }, (_, at) =>
          at === 0 ? maker.title(maker.number(4, 5)) : maker.words(maker.number(3, 5)),
        );
        maker.blocks.push({ kind: 'paragraph', text: lines.join(' ') });
        for (const line of lines) {
          maker.write(line, frame.left, top);
          top += maker.look.size * 1.2;
        }
        top += maker.look.size;
      }
    }
  },
  'a table over the turn of a page'(maker) {
    const columns = figureColumns(whole.left, whole.width, 3);
    const header = headerOf(maker, 3);
    let top = maker.paragraph(maker.sentences(3), whole, whole.top) + 12;
    const count = Math.floor((whole.bottom - top) / (maker.look.size * maker.look.leading * 1.2)) - 1;
    const first = [header, ...figureRows(maker, count, 3)];
    maker.blocks.push({ kind: 'table', rows: first });
    maker.rows(first, columns, top, { boldRows: 1 });
    maker.nextPage();
    const rest = figureRows(maker, 6, 3);
    maker.blocks.push({ kind: 'table', rows: rest });
    top = maker.rows(rest, columns, whole.top);
    maker.paragraph(maker.sentences(3), whole, top + 12);
  },
  'one column'(maker) {
    const top = maker.heading(maker.title(4), whole, whole.top, maker.look.size * 1.8);
    maker.flow([{ ...whole, top: top + 10 }]);
  },
  'two columns below a title'(maker) {
    const top = maker.heading(maker.title(5), whole, whole.top, maker.look.size * 1.8);
    maker.flow(columnsOf(2, maker.pick([14, 18, 24]), top + 14));
  },
  'three columns'(maker) {
    maker.flow(columnsOf(3, maker.pick([12, 16, 20]), whole.top, 500));
  },
  'two columns above a table across both'(maker) {
    maker.flow(columnsOf(2, 20, whole.top, 380));
    const columns = maker.number(3, 5);
    const rows = [headerOf(maker, columns), ...figureRows(maker, maker.number(5, 9), columns)];
    maker.blocks.push({ kind: 'table', rows });
    maker.rows(rows, figureColumns(whole.left, whole.width, columns), 440, { boldRows: maker.number(0, 1) });
  },
  'a table of figures within text'(maker) {
    let top = maker.paragraph(maker.sentences(4), whole, whole.top);
    const columns = maker.number(2, 5);
    const rows = [headerOf(maker, columns), ...figureRows(maker, maker.number(4, 10), columns)];
    maker.blocks.push({ kind: 'table', rows });
    top = maker.rows(rows, figureColumns(whole.left, whole.width, columns), top + 14, {
      boldRows: maker.number(0, 1),
      gap: maker.pick([1, 1.2, 1.6]),
    });
    maker.paragraph(maker.sentences(4), whole, top + 12);
  },
  'a table of words that wrap'(maker) {
    let top = maker.paragraph(maker.sentences(3), whole, whole.top);
    const columns = [
      { left: 72, right: 150 },
      { left: 165, right: 330 },
      { left: 345, right: 540 },
    ];
    const header = ['Name', 'Duty', 'Remark'];
    const body = Array.from({ length: maker.number(4, 7) }, () => [
      maker.title(1),
      maker.title(maker.number(4, 11)),
      maker.title(maker.number(4, 13)),
    ]);
    const rows = [header, ...body];
    maker.blocks.push({ kind: 'table', rows });
    top = maker.rows(rows, columns, top + 14, { boldRows: 1, gap: maker.pick([1.4, 1.7]) });
    maker.paragraph(maker.sentences(3), whole, top + 12);
  },
  'a header of two rows'(maker) {
    let top = maker.paragraph(maker.sentences(3), whole, whole.top);
    const columns = figureColumns(whole.left, whole.width, 4);
    const below = ['', '2018', '2019', '2018', '2019'];
    const body = figureRows(maker, maker.number(4, 8), 4);
    const [one, other] = [maker.title(1), maker.title(1)];
    maker.blocks.push({ kind: 'table', rows: [['', one, one, other, other], below, ...body] });
    maker.write(one, (columns[1]?.right ?? 0) - 30, top + 14, { font: 'bold' });
    maker.write(other, (columns[3]?.right ?? 0) - 30, top + 14, { font: 'bold' });
    top = maker.rows([below, ...body], columns, top + 14 + maker.look.size * 1.3, { boldRows: 1 });
    maker.paragraph(maker.sentences(3), whole, top + 12);
  },
  'a table in a column'(maker) {
    const [left, right] = columnsOf(2, 22, whole.top) as [Frame, Frame];
    const middle = 300;
    maker.flow([{ ...left, bottom: middle }]);
    const rows = [headerOf(maker, 2), ...figureRows(maker, maker.number(4, 6), 2)];
    maker.blocks.push({ kind: 'table', rows });
    const top = maker.rows(rows, figureColumns(left.left, left.width, 2), middle + 60);
    maker.flow([{ ...left, top: top + 20 }, right]);
  },
  'a financial statement'(maker) {
    const top = maker.heading(maker.title(3), whole, whole.top);
    const columns = figureColumns(whole.left, whole.width, 2);
    const parts = Array.from({ length: 3 }, () => [
      [`${maker.title(2)}:`, '', ''],
      ...figureRows(maker, maker.number(2, 4), 2),
      ['Total', maker.amount(), maker.amount()],
    ]);
    const rows = [headerOf(maker, 2), ...parts.flat()];
    maker.blocks.push({ kind: 'table', rows });
    maker.rows(rows, columns, top + 10, { boldRows: 1 });
  },
  'text over the turn of a page'(maker) {
    const title = maker.title(3);
    const frame = { ...whole, top: 100, bottom: 690 };
    maker.write(title, 72, 48, { size: 8 });
    maker.write('1', 300, 750, { size: 8 });
    maker.flow([frame]);
    for (const page of [2, 3]) {
      maker.nextPage();
      maker.write(title, 72, 48, { size: 8 });
      maker.write(String(page), 300, 750, { size: 8 });
      maker.flow([frame]);
    }
  },
  'tables side by side'(maker) {
    const top = maker.paragraph(maker.sentences(3), whole, whole.top) + 16;
    const [left, right] = columnsOf(2, 40, top) as [Frame, Frame];
    const count = maker.number(5, 7);
    for (const frame of [left, right]) {
      const rows = [headerOf(maker, 2), ...figureRows(maker, count, 2)];
      maker.blocks.push({ kind: 'heading', text: maker.title(2) }, { kind: 'table', rows });
      maker.write((maker.blocks.at(-2) as { text: string }).text, frame.left, top, { font: 'bold' });
      maker.rows(rows, figureColumns(frame.left, frame.width, 2), top + maker.look.size * 2);
    }
  },
  'notes below the text'(maker) {
    maker.flow([{ ...whole, bottom: 600 }]);
    const notes = [maker.sentences(1), maker.sentences(2)].map((note, index) => `${index + 1} ${note}`);
    let top = 660;
    for (const note of notes) {
      maker.blocks.push({ kind: 'paragraph', text: note });
      top = maker.set(note, whole, top, { size: maker.look.size * 0.8 }).top + 3;
    }
  },
  'lists within text'(maker) {
    let top = maker.heading(maker.title(3), whole, whole.top);
    for (const mark of [() => '\x95', (index: number) => `${index + 1}.`]) {
      top = maker.paragraph(maker.sentences(3), whole, top) + maker.look.size * 0.4;
      const items = Array.from({ length: maker.number(3, 5) }, () => maker.title(maker.number(4, 30)));
      top = maker.list(items, mark, whole, top) + maker.look.size * 0.4;
    }
    maker.paragraph(maker.sentences(3), whole, top);
  },
  'forms side by side'(maker) {
    const top = maker.paragraph(maker.sentences(2), whole, whole.top) + 16;
    const frames = columnsOf(2, maker.pick([14, 30, 60]), top);
    const counts = [maker.number(3, 5), maker.number(3, 5)];
    for (const [at, frame] of frames.entries()) {
      const rows = Array.from({ length: counts[at] ?? 0 }, () => [
        `${maker.title(1)}:`,
        maker.pick([maker.title(2), String(maker.number(3, 990)), maker.amount()]),
      ]);
      maker.blocks.push({ kind: 'table', rows });
      const middle = frame.left + frame.width * 0.45;
      maker.rows(
        rows,
        [
          { left: frame.left, right: middle - 6 },
          { left: middle, right: frame.left + frame.width },
        ],
        top,
      );
    }
    maker.paragraph(maker.sentences(2), whole, top + 8 * maker.look.size * maker.look.leading);
  },
  'an invoice'(maker) {
    let top = maker.heading(maker.title(2), whole, whole.top, maker.look.size * 1.8) + 14;
    const address = [maker.title(2), `${maker.number(2, 90)} ${maker.title(2)}`, maker.title(1)];
    maker.blocks.push({ kind: 'paragraph', text: address.join(' ') });
    for (const line of address) {
      maker.write(line, whole.left, top);
      top += maker.look.size * maker.look.leading;
    }
    const hasSigns = maker.pick([true, false]);
    const items = Array.from({ length: maker.number(2, 6) }, () => [
      maker.title(maker.number(2, 5)),
      String(maker.number(2, 40)),
      maker.amount().replace(/[()]/g, ''),
    ]);
    const rows = [
      ['Article', 'Pieces', 'Amount'],
      ...items,
      ['', 'Total', maker.amount().replace(/[()]/g, '')],
    ];
    const signed = rows.map((row, at) => (hasSigns && at > 0 ? [...row.slice(0, 2), `$${row[2]}`] : row));
    maker.blocks.push({ kind: 'table', rows: signed });
    const columns = [
      { left: whole.left, right: 300 },
      { left: 310, right: 400, isRight: true },
      { left: 440, right: whole.left + whole.width, isRight: true },
    ];
    top += 20;
    const pitch = maker.look.size * maker.look.leading * 1.2;
    for (const [at] of rows.entries()) if (hasSigns && at > 0) maker.write('$', 455, top + at * pitch);
    top = maker.rows(rows, columns, top, { boldRows: 1 });
    maker.paragraph(maker.sentences(2), whole, top + 20);
  },
};

/** PDFs of one page to three in every layout, as many of each; the same today and tomorrow. */
export function markedPdfs(eachLayout = 6): readonly MarkedPdf[] {
  return Object.entries(layouts).flatMap(([layout, draw], at) =>
    Array.from({ length: eachLayout }, (_, index) => {
      const maker = new PageMaker(seededRandom(1000 * (at + 1) + index), looks[layout]);
      draw(maker);
      return maker.finish(layout, index + 1);
    }),
  );
}
