import type { DocumentBuilder } from '../document/document-builder.ts';
import { joinStruck } from '../document/shown-words.ts';
import { BlockFlow } from '../office/document-writer.ts';
import { isLayout, plainGrid, repeatedLabel, tableRows } from '../table/table-rows.ts';

/** Put together from text and paragraph controls: paragraphs, headings, lists and tables. */
export class RtfParagraphs {
  readonly #builder: DocumentBuilder;
  readonly #flow: BlockFlow<string>;
  readonly #levelByStyle = new Map<number, number>();
  #text: string[] = [];
  #marker = '';
  #notes: string[] = [];
  #level: number | undefined;
  #depth = 0;
  #isInTable = false;
  #cells: string[] = [];
  #rows: string[][] = [];
  #headerRows = 0;
  #isHeaderRow = false;
  #definedCells = 0;
  /** Places of the row's cells that are merged with the one above. */
  readonly #merged = new Set<number>();

  constructor(builder: DocumentBuilder) {
    this.#builder = builder;
    this.#flow = new BlockFlow(builder, (note) => builder.paragraph(note));
  }

  /** The heading level of a style's paragraphs. */
  setStyleLevel(style: number, level: number): void {
    this.#levelByStyle.set(style, level);
  }

  addText(text: string): void {
    this.#text.push(text);
  }

  /** The number or bullet that the list itself puts before a paragraph. */
  addMarker(text: string): void {
    this.#marker += text;
  }

  /** What follows the paragraph that is being collected. */
  addNote(text: string): void {
    this.#notes.push(text);
  }

  control(word: string, parameter: number | undefined): void {
    if (word === 'par' || word === 'sect' || word === 'page') this.#endParagraph();
    else if (word === 'pard') this.#resetParagraph();
    else if (word === 's') this.#level = this.#levelByStyle.get(parameter ?? 0) ?? this.#level;
    else if (word === 'outlinelevel') this.#level = (parameter ?? 0) < 6 ? (parameter ?? 0) + 1 : undefined;
    else if (word === 'ilvl') this.#depth = Math.min(8, Math.max(0, parameter ?? 0));
    else if (word === 'intbl') this.#isInTable = true;
    else if (word === 'trowd') this.#beginRow();
    else if (word === 'trhdr') this.#isHeaderRow = true;
    else if (word === 'clvmrg') this.#merged.add(this.#definedCells);
    else if (word === 'cellx') this.#definedCells += 1;
    else if (word === 'cell' || word === 'nestcell') this.#cells.push(this.#take());
    else if (word === 'row' || word === 'nestrow') this.#endRow();
  }

  finish(): void {
    if (this.#cells.length > 0) this.#endRow();
    this.#isInTable = false;
    this.#endParagraph();
    this.#closeTable();
    this.#flow.flush();
  }

  #resetParagraph(): void {
    this.#level = undefined;
    this.#depth = 0;
    this.#isInTable = false;
  }

  #take(): string {
    const text = joinStruck(this.#text.join('').trim());
    this.#text = [];
    return text;
  }

  #takeNotes(): readonly string[] {
    const notes = this.#notes;
    this.#notes = [];
    return notes;
  }

  #beginRow(): void {
    this.#isHeaderRow = false;
    this.#definedCells = 0;
    this.#merged.clear();
  }

  #endRow(): void {
    const stray = this.#take();
    if (stray !== '') this.#cells.push(stray);
    if (this.#rows.length === 0) this.#flow.flush();
    if (this.#isHeaderRow && this.#headerRows === this.#rows.length) this.#headerRows += 1;
    const above = this.#rows.at(-1) ?? [];
    if (this.#cells.some((cell) => cell !== '')) {
      this.#rows.push(
        this.#cells.map((cell, place) =>
          this.#merged.has(place) ? repeatedLabel(above[place] ?? '') : cell,
        ),
      );
    }
    this.#cells = [];
    this.#marker = '';
    this.#flow.hang(this.#takeNotes());
  }

  #endParagraph(): void {
    if (this.#isInTable) {
      // Paragraphs of a cell stand in one line.
      this.#text.push(' ');
      return;
    }
    const text = this.#take();
    const marker = this.#marker.trim();
    this.#marker = '';
    if (text !== '') this.#writeParagraph(marker, text);
    else this.#flow.hang(this.#takeNotes());
  }

  #writeParagraph(marker: string, text: string): void {
    this.#closeTable();
    const level = this.#level;
    const notes = this.#takeNotes();
    if (level === undefined) {
      const place = marker === '' ? undefined : { depth: this.#depth, marker: ownMarker(marker) };
      this.#flow.paragraph({ text, isEquation: false, asides: notes }, [], place);
    } else this.#flow.block(() => this.#builder.heading(level, `${marker} ${text}`), notes);
  }

  #closeTable(): void {
    const rows = this.#rows;
    if (rows.length === 0) return;
    if (isLayout(rows)) for (const cell of rows.flat()) this.#builder.paragraph(cell);
    else {
      const table = tableRows(plainGrid(rows), this.#headerRows || undefined);
      this.#builder.table(table.rows, table.headerRows);
    }
    this.#flow.flush();
    this.#rows = [];
    this.#headerRows = 0;
  }
}

/** A number stays what it is, a bullet of whatever font becomes a hyphen. */
function ownMarker(marker: string): string {
  return /[\p{L}\p{N}]/u.test(marker) && marker.length > 1 ? marker : '-';
}
