import type { Metadata } from '../../contracts/chunk.ts';
import type { PlaceInFile, TextPlace } from '../../contracts/document.ts';
import type { Block, ParsedDocument } from '../../contracts/parser.ts';
import { FootnoteError } from '../../errors.ts';
import { cleanText } from '../../text/decode/clean-text.ts';
import { detectLanguage } from '../../text/language/detect-language.ts';
import { notInFile, type PlacedPicture, withFigures } from './figures.ts';
import { headingsByLook, type Look } from './headings-by-look.ts';
import { type BlocksOfText, movedPlace, type Property, shiftBlock, withProperties } from './properties.ts';

/** What a parser knows of a document besides its blocks. */
export interface DocumentFacts {
  readonly title?: string;
  readonly language?: string;
  readonly metadata?: Metadata;
  /** What of that its readers are shown, and so find in the text. Default: nothing. */
  readonly properties?: readonly Property[];
  readonly warnings?: readonly string[];
  /** Of pieces that the builder was not told the place of. */
  readonly places?: readonly TextPlace[];
}

/** What a file says of itself. */
export type DocumentProperties = Pick<DocumentFacts, 'title' | 'language' | 'metadata' | 'properties'>;

/** An item of a list. */
export interface ListItem {
  readonly text: string;
  /** 0 for the outermost. */
  readonly depth: number;
  /** Of one that is numbered, its number; else a hyphen stands before it. */
  readonly marker?: string;
}

/** Rows of cells, of which the first are the header. */
export interface TableRows {
  readonly rows: readonly (readonly string[])[];
  readonly headerRows: number;
}

type Heading = Extract<Block, { readonly kind: 'heading' }> & { until?: number };

/** Between two blocks. */
const blankLine = '\n\n';

/**
 * Puts together the text of a document whose file is not text itself: blocks one after the other, a blank line
 * between two. Each piece is cleaned as it comes in, so that offsets hold from the start. Blank pieces are left out.
 */
export class DocumentBuilder {
  readonly #clean: (text: string) => string;
  readonly #blocks: Block[] = [];
  readonly #places: TextPlace[] = [];
  readonly #pictures: PlacedPicture[] = [];
  readonly #anchor = headingAnchors();
  /** How paragraphs are set, by their place among the blocks. */
  readonly #looks = new Map<number, Look>();
  /** Headings under which the next block stands, outermost first; those of panels with their block. */
  #open: { readonly level: number; readonly panel?: { until?: number } }[] = [];
  #text = '';
  /** Of the last block. */
  #lastText = '';
  #page: number | undefined;
  /** The header rows of the last table that has some. */
  #header: { readonly start: number; readonly end: number } | undefined;

  /** `isCleaned`: the pieces were cleaned before they were put together, which nothing in them can have undone. */
  constructor({ isCleaned = false }: { readonly isCleaned?: boolean } = {}) {
    this.#clean = isCleaned ? (text) => text : cleanText;
  }

  /** Whether nothing but white space came in. */
  get isEmpty(): boolean {
    return this.#blocks.length === 0;
  }

  /** The text of the last block and where it begins; undefined before the first. */
  get last(): { readonly text: string; readonly start: number } | undefined {
    const block = this.#blocks.at(-1);
    // Cut out of the whole text it would put that together anew each time.
    return block && { text: this.#lastText, start: block.start };
  }

  /** The pictures so far, where they stand. */
  get pictures(): readonly PlacedPicture[] {
    return this.#pictures;
  }

  /** Whether these words stand in the text as they are. */
  says(words: string): boolean {
    return this.#text.includes(words);
  }

  /** Everything that follows stands on this 1-based page, slide or sheet. */
  startPage(page: number): void {
    this.#page = page;
  }

  /** What is written meanwhile stands at one place of the file, but for what has its own places. */
  placed(where: PlaceInFile, write: () => void): void {
    const [written, known] = [this.#blocks.length, this.#places.length];
    write();
    const own = this.#places.slice(known);
    let open: { start: number; end: number } | undefined;
    for (const { start, end } of this.#blocks.slice(written)) {
      if (own.some((place) => place.start < end && place.end > start)) open = undefined;
      else if (open) open.end = end;
      else {
        open = { start, end };
        this.#places.push(Object.assign(open, where));
      }
    }
  }

  /** Where pieces of what was written stand in the file. */
  place(places: readonly TextPlace[]): void {
    this.#places.push(...places);
  }

  /** A heading of level 1–6. `anchor` is the file's own, where it has one. */
  heading(level: number, title: string, anchor?: string): void {
    const line = oneLine(title);
    const named = this.#anchor(line);
    const span = this.#append(line);
    if (!span) return;
    const panel = this.#open.findLast((one) => one.panel);
    const depth = Math.min(6, Math.max(panel ? panel.level + 1 : 1, Math.round(level)));
    this.#blocks.push({ kind: 'heading', level: depth, ...named, ...(anchor && { anchor }), ...span });
    this.#open = [...this.#open.filter((one) => one.level < depth), { level: depth }];
  }

  /** Begins a part under a label of its own below the heading above: a tab, what is folded. */
  openPanel(label: string): void {
    const line = oneLine(label);
    const named = this.#anchor(line);
    const span = this.#append(line);
    if (!span) return;
    const level = Math.min(6, (this.#open.at(-1)?.level ?? 1) + 1);
    const panel: Heading = { kind: 'heading', level, ...named, ...span };
    this.#blocks.push(panel);
    this.#open.push({ level, panel });
  }

  /** Ends the part that was begun last. */
  closePanel(): void {
    const place = this.#open.findLastIndex(({ panel }) => panel);
    const panel = this.#open[place]?.panel;
    if (panel) panel.until = this.#text.length;
    this.#open.length = Math.max(0, place);
  }

  /** `look`: how all of it is set, where that is known. In a document without headings some are made of it. */
  paragraph(text: string, look?: Look): void {
    const place = this.#blocks.length;
    this.#add('paragraph', text);
    if (look && this.#blocks.length > place) this.#looks.set(place, look);
  }

  /** A paragraph that goes on with the last over the turn of a page; `gap` stands between them. */
  goOn(text: string, gap: '' | ' '): void {
    this.#add('paragraph', text, gap);
  }

  quote(text: string): void {
    this.#add('quote', text);
  }

  /** A caption or a description; where a figure has both and they are the same, once. */
  figure(caption: string): void {
    if (trimmed(this.#clean(caption)) !== this.#lastText) this.#add('figure', caption);
  }

  /**
   * A picture stands here, which a caption beside it is of. `picture`: where it lies in the file, as {@link Block} has
   * it; undefined where it cannot be handed out. `description`: what the file says that it shows.
   */
  picture(picture: string | undefined, description = ''): void {
    const figures = this.#blocks.length;
    this.figure(description);
    const figure = this.#blocks.length > figures ? this.#blocks.pop() : undefined;
    const shown = picture ?? notInFile;
    if (figure?.kind === 'figure') this.#blocks.push({ ...figure, picture: shown });
    else this.#pictures.push({ start: this.#text.length, end: this.#text.length, picture: shown });
  }

  equation(text: string): void {
    this.#add('equation', text);
  }

  code(text: string, language?: string): void {
    const span = this.#append(text);
    if (span) this.#blocks.push({ kind: 'code', ...(language && { language }), ...span });
  }

  /** One line an item. Numbered items carry their marker in the text. */
  list(items: readonly ListItem[]): void {
    const lines = items
      .map(({ text, depth, marker = '-' }) => ({ line: oneLine(text), indent: '  '.repeat(depth), marker }))
      .filter(({ line }) => line !== '')
      .map(({ line, indent, marker }) => `${indent}${marker} ${line}`);
    this.#add('list', lines.join('\n'));
  }

  /**
   * Rows of cells, written as lines between bars. The first `headerRows` rows are the header. One that `goesOn` is the
   * rest of the last table, which stands on an earlier page, and has its header where it has none of its own. `placeOf`
   * tells where each of the rows, from 0, stands in the file.
   */
  table(
    rows: readonly (readonly string[])[],
    headerRows: number,
    { goesOn = false, placeOf }: { goesOn?: boolean; placeOf?: (row: number) => PlaceInFile } = {},
  ): void {
    const lines = rows.filter(hasWords).map(tableLine);
    const header = this.#clean(lines.slice(0, headerRows).join('\n'));
    const span = this.#append(lines.join('\n'));
    if (!span) return;
    if (placeOf) this.#placeRows(rows, span.start, placeOf);
    const headerEnd = span.start + (headerRows > 0 ? header.length : 0);
    if (headerEnd > span.start) this.#header = { start: span.start, end: headerEnd };
    else if (!goesOn) this.#header = undefined;
    const above = headerEnd === span.start ? this.#header : undefined;
    this.#blocks.push({ kind: 'table', headerEnd, ...(above && { header: above }), ...span });
  }

  /** The rows with words in them are the lines of the last text, which begins at `start`. */
  #placeRows(
    rows: readonly (readonly string[])[],
    start: number,
    placeOf: (row: number) => PlaceInFile,
  ): void {
    const text = this.#lastText;
    let line = 0;
    for (let row = 0; row < rows.length && line < text.length; row++) {
      if (!hasWords(rows[row] as readonly string[])) continue;
      const next = text.indexOf('\n', line);
      const end = next < 0 ? text.length : next;
      this.#places.push({ ...placeOf(row), start: start + line, end: start + end });
      line = end + 1;
    }
  }

  /** Text whose structure is found in it as it stands: `blocksOf` is handed the cleaned text. */
  source(raw: string, blocksOf: (text: string) => readonly Block[]): void {
    const text = trimmed(this.#clean(raw));
    if (text !== '') this.written({ text, blocks: blocksOf(text) });
  }

  /** Text that is cleaned, with its blocks. */
  written({
    text,
    blocks,
    shownPictures = [],
  }: BlocksOfText & { readonly shownPictures?: readonly PlacedPicture[] }): void {
    const { start } =
      blocks.length > 0 ? this.#place(text.trimEnd(), blankLine) : { start: this.#text.length };
    for (const block of blocks) this.#blocks.push({ ...shiftBlock(block, start), ...this.#onPage() });
    for (const picture of shownPictures) this.#pictures.push(shiftBlock(picture, start));
  }

  /** The document. Errors: `file_empty` where nothing but white space came in. */
  finish(path: string, facts: DocumentFacts = {}): ParsedDocument {
    if (this.isEmpty) throw new FootnoteError('file_empty', { path });
    for (const [place, level] of headingsByLook(this.#text, this.#blocks, this.#looks)) {
      const { kind: _, ...span } = this.#blocks[place] as Block;
      const named = this.#anchor(this.#text.slice(span.start, span.end));
      this.#blocks[place] = { ...span, kind: 'heading', level, ...named };
    }
    const title = oneLine(facts.title ?? '') || this.#firstTopHeading();
    const { metadata = {}, properties = [], warnings = [] } = facts;
    const places = [...this.#places, ...(facts.places ?? [])].toSorted((a, b) => a.start - b.start);
    const cleaned = properties.map(({ name, value }) => ({ name: oneLine(name), value: oneLine(value) }));
    const own = { text: this.#text, blocks: withFigures(this.#text, this.#blocks, this.#pictures) };
    const shown = withProperties(own, cleaned, title);
    const { text, blocks } = shown;
    return {
      text,
      blocks,
      ...(title && { title }),
      language: facts.language ?? detectLanguage(this.#text),
      metadata,
      warnings,
      ...(places.length > 0 && { places: places.map((place) => movedPlace(place, shown)) }),
    };
  }

  #firstTopHeading(): string | undefined {
    const heading = this.#blocks.find((block) => block.kind === 'heading' && block.level === 1);
    return heading?.kind === 'heading' && namesDocument(heading.title) ? heading.title : undefined;
  }

  #add(kind: 'paragraph' | 'list' | 'equation' | 'figure' | 'quote', text: string, gap?: string): void {
    const span = this.#append(text, gap);
    if (span) this.#blocks.push({ kind, ...span });
  }

  #append(raw: string, gap = blankLine): { start: number; end: number; page?: number } | undefined {
    const text = trimmed(this.#clean(raw));
    return text === '' ? undefined : this.#place(text, gap);
  }

  #place(text: string, gap: string): { start: number; end: number; page?: number } {
    if (this.#text !== '') this.#text += gap;
    const start = this.#text.length;
    this.#text += text;
    this.#lastText = text;
    return { start, end: this.#text.length, ...this.#onPage() };
  }

  #onPage(): { page?: number } {
    return this.#page === undefined ? {} : { page: this.#page };
  }
}

/** Without blank lines at the beginning and white space at the end; empty where there is nothing else. */
function trimmed(text: string): string {
  const end = text.trimEnd();
  return end.startsWith('\n') ? end.replace(/^\n+/, '') : end;
}

/** Whether a row of a table has anything in it. */
export function hasWords(row: readonly string[]): boolean {
  return row.some((cell) => /\S/.test(cell));
}

/** A row of a table as every format writes it. */
export function tableLine(row: readonly string[]): string {
  const line = row.join(' | ');
  // Where all of it is plain so is each of its cells.
  const isPlain = plainLine.test(line) && !row.some((cell) => cell.includes('|'));
  return `| ${isPlain ? line : row.map(cellText).join(' | ')} |`;
}

/** A cell's text on one line, the bars in it marked as no borders. */
function cellText(cell: string): string {
  const line = oneLine(cell);
  return line.includes('|') ? line.replaceAll('|', '\\|') : line;
}

/** Most cells of a table are: nothing in them that would have to go. */
const plainLine = /^(?:[!-~]+(?: [!-~]+)*)?$/;

function oneLine(text: string): string {
  if (plainLine.test(text)) return text;
  return cleanText(text).replace(/\s+/g, ' ').trim();
}

/** `## Title {#custom-id}`, as Docusaurus names an anchor; MkDocs, Hugo and Pandoc among classes and attributes. */
const attribute = String.raw`(?:[#.][^\s{}]+|[\w-]+=(?:"[^"{}]*"|[^\s"{}]+))`;
const attributes = new RegExp(
  String.raw`^\{:?\s*((?=[#.]|[\w-]+=")${attribute}(?:\s+${attribute})*)\s*\}\s*$`,
);
const customId = /(?:^|\s)#([^\s{}]+)/;

/** What GitHub keeps of a heading: letters, marks, numbers, connectors, hyphens and spaces. */
const notInAnchor = /[^\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\- ]/gu;

/**
 * Gives each heading of a document the fragment that GitHub and Docusaurus give it: lower case, punctuation gone,
 * spaces as hyphens, repeated ones numbered `-1`, `-2`; or the one that it names itself. Takes the heading's words
 * in document order and returns the words without such a name, and the anchor.
 */
export function headingAnchors(): (words: string) => { title: string; anchor: string } {
  const timesSeen = new Map<string, number>();
  return (words) => {
    // From the brace on: behind each blank of a long run the pattern would look for it anew.
    const brace = words.lastIndexOf('{');
    const named = brace === -1 ? null : attributes.exec(words.slice(brace));
    const title = named ? words.slice(0, brace).trimEnd() : words;
    const custom = customId.exec(named?.[1] ?? '')?.[1];
    if (custom !== undefined) return { title, anchor: custom };
    const slug = title.toLowerCase().replace(notInAnchor, '').replaceAll(' ', '-');
    let anchor = slug;
    while (timesSeen.has(anchor)) {
      const times = (timesSeen.get(slug) as number) + 1;
      timesSeen.set(slug, times);
      anchor = `${slug}-${times}`;
    }
    timesSeen.set(anchor, 0);
    return { title, anchor };
  };
}

/** The number of the first section, which stands in no title of a document: “1. ”, “0.1 ”. */
const sectionNumber = /^[01](?:\.\d+)*[.)]?\s/;

/** What stands over a part that every document may have, whatever number, mark or colon stands around it. */
const partNames = new Set(
  [
    'contents, table of contents, abstract, introduction, install, installation, installing, usage, summary, overview',
    'features, getting started, license, licence, inhalt, inhaltsverzeichnis, einleitung, zusammenfassung, überblick',
    'sommaire, table des matières, introducción, resumen, índice, indice, introduzione, introdução, resumo, inleiding',
    'samenvatting, inhoud, введение, содержание, оглавление, 目录, 目次, はじめに, 概要, 简介, 摘要, 引言, 차례, 목차, 개요',
  ].flatMap((names) => names.split(', ')),
);

/** What a program fills in when it makes a note or a page of it: `<% tp.file.title %>`, `{{title}}`. */
const placeholder = /^\s*(?:<%.*%>|\{\{.*\}\})\s*$/;

/** Whether a heading of a template says nothing before the template is filled in. */
export function isPlaceholder(heading: string): boolean {
  return placeholder.test(heading);
}

/** Whether a heading can be the title of its document, and not only of a part of it. */
export function namesDocument(heading: string): boolean {
  const words = heading.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, '');
  return !sectionNumber.test(heading) && !partNames.has(words) && !isPlaceholder(heading);
}
