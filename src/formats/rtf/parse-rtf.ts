import type { ParsedDocument, ParseOptions, SourceFile } from '../../contracts/parser.ts';
import { FootnoteError, throwIfAborted } from '../../errors.ts';
import { decodeBytes } from '../../text/decode/decode-bytes.ts';
import { DocumentBuilder } from '../document/document-builder.ts';
import type { Look } from '../document/headings-by-look.ts';
import { bulletMarker } from '../document/list-number.ts';
import type { Property } from '../document/properties.ts';
import { checkBox, joinStruck, shownWords, struckWords } from '../document/shown-words.ts';
import { BlockFlow, commentText } from '../office/document-writer.ts';
import {
  documentProperties,
  finishPackage,
  givenProperty,
  joinedLines,
  SideParts,
} from '../office/opened-package.ts';
import {
  gridOf,
  isLayout,
  joinedDown,
  maxTableColumns,
  tableRows,
  type WrittenCell,
} from '../table/table-rows.ts';

interface Group {
  destination: Destination;
  encoding: string;
  font: string | undefined;
  /** Characters that stand in for one in Unicode, to be skipped (`\ucN`). */
  fallbackLength: number;
  isHidden: boolean;
  isRaised: boolean;
  isStruck: boolean;
  isBold: boolean;
  /** In half points. */
  size: number;
}

const plainForm = { isHidden: false, isRaised: false, isStruck: false, isBold: false, size: 24 };

/** A line end behind a backslash ends a paragraph, as TextEdit writes all of them. */
const paragraphEnds = new Set(['par', '\n', '\r']);

/** Reads an RTF file as `rtfParser` says. Errors: `file_malformed` where it does not begin as one. */
export async function parseRtf(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  throwIfAborted(options.signal);
  const source = Buffer.from(file.bytes).toString('latin1');
  if (!/^\s*\{\\rtf/.test(source.slice(0, 64))) {
    throw new FootnoteError('file_malformed', { path: file.path, line: 1, problem: 'it is not RTF' });
  }
  const reader = new RtfReader();
  for (const token of rtfTokens(source)) reader.read(token);
  return reader.finish(file.path);
}

class RtfReader {
  readonly #builder = new DocumentBuilder();
  readonly #paragraphs = new RtfParagraphs(this.#builder);
  readonly #groups: Group[] = [];
  readonly #fontEncodings = new Map<number, string>();
  readonly #fontNames = new Map<number, string>();
  readonly #gathered = new Map<GatheredDestination, string>();
  readonly #given: Property[] = [];
  readonly #runningHeads: Property[] = [];
  #field = emptyField();
  #documentEncoding = 'windows-1252';
  #group: Group = {
    destination: 'body',
    encoding: this.#documentEncoding,
    font: undefined,
    fallbackLength: 1,
    ...plainForm,
  };
  #bytes: string[] = [];
  #noteCount = 0;
  #toSkip = 0;
  #isIgnorable = false;
  #font = 0;
  #style = 0;
  /** The group that holds all others is closed. */
  #isEnded = false;
  #hasRest = false;

  read(token: RtfToken): void {
    if (this.#isEnded) {
      this.#hasRest ||= token.kind !== 'bytes' || /[^\0\s]/.test(token.bytes);
      return;
    }
    if (token.kind === 'bytes') {
      this.#addBytes(token.bytes);
      return;
    }
    if (token.kind === 'word' && token.word === '*') {
      this.#isIgnorable = true;
      return;
    }
    this.#flushBytes();
    if (token.kind === 'open') this.#groups.push({ ...this.#group });
    else if (token.kind === 'close') this.#closeGroup();
    else this.#control(token.word, token.parameter);
    this.#isIgnorable = false;
  }

  finish(path: string): ParsedDocument {
    this.#flushBytes();
    this.#paragraphs.finish();
    const properties = documentProperties({
      title: this.#taken('title'),
      authors: this.#taken('author'),
      keywords: [this.#taken('keywords')],
      subject: this.#taken('subject'),
      category: this.#taken('category'),
      description: this.#taken('doccomm'),
      manager: this.#taken('manager'),
      company: this.#taken('company'),
      modifiedBy: this.#taken('operator'),
    });
    const opened = {
      path,
      sideParts: new SideParts(),
      properties: () => ({ ...properties, properties: this.#given }),
    };
    const runningHeads = this.#runningHeads;
    return finishPackage(this.#builder, opened, { warnings: this.#warnings(), runningHeads });
  }

  #warnings(): readonly string[] {
    if (!this.#isEnded)
      return [
        'it ends in the middle of a group, as if it had not been copied completely: words may be missing',
      ];
    return this.#hasRest ? ['it goes on after its end; that part was left out'] : [];
  }

  #closeGroup(): void {
    const { destination } = this.#group;
    if (destination === 'styles') this.#endStyle();
    const outer = this.#groups.pop();
    if (!outer) return;
    if (destination === 'note' && outer.destination !== 'note') {
      this.#paragraphs.addNote(joinStruck(this.#taken('note').replace(/\s+/g, ' ')));
    }
    if (destination === 'comment' && outer.destination !== 'comment') this.#endComment();
    this.#group = outer;
    if (destination !== outer.destination) this.#endFact(destination);
    this.#toSkip = 0;
    this.#isEnded = this.#groups.length === 0;
  }

  /** What was gathered of a destination, which is empty then. */
  #taken(destination: GatheredDestination): string {
    const text = this.#gathered.get(destination)?.trim() ?? '';
    this.#gathered.delete(destination);
    return text;
  }

  /** The group of a destination that stands outside of the text is closed. */
  #endFact(destination: Destination): void {
    if (isRunningHead(destination)) {
      const value = joinedLines(this.#taken(destination).split('\n'));
      this.#runningHeads.push({ name: destination === 'header' ? 'Header' : 'Footer', value });
    } else if (destination === 'staticval')
      this.#given.push(...givenProperty(this.#taken('propname'), this.#taken('staticval')));
    else if (destination === 'ffl') this.#field.choices.push(this.#taken('ffl'));
    else if (destination === 'formfield') this.#endField();
  }

  /** A box or a list of a form is shown by what is chosen, not by the words that the field has. */
  #endField(): void {
    const { choices, numbers } = this.#field;
    this.#field = emptyField();
    const result = numbers.get('ffres') ?? undefinedResult;
    const chosen = result === undefinedResult ? (numbers.get('ffdefres') ?? 0) : result;
    const type = numbers.get('fftype');
    const shown = type === 1 ? checkBox(chosen !== 0) : type === 2 ? (choices[chosen] ?? '') : '';
    // The field stands among its instructions, which are skipped.
    const { destination } = this.#groups.findLast((group) => group.destination !== 'skip') ?? this.#group;
    const field = this.#group;
    this.#group = { ...field, destination };
    this.#addText(shown);
    this.#group = field;
  }

  #endComment(): void {
    const text = this.#taken('comment').replace(/\s+/g, ' ');
    const author = this.#taken('commenter');
    if (text !== '') this.#paragraphs.addNote(commentText({ text, author }));
  }

  #endStyle(): void {
    const [style, heading] = /^(?:heading (\d)|title)\s*;/i.exec(this.#taken('styles')) ?? [];
    if (style) this.#paragraphs.setStyleLevel(this.#style, Number(heading ?? 1));
    this.#style = 0;
  }

  #control(word: string, parameter: number | undefined): void {
    const destination = destinations.get(word);
    if (destination !== undefined) this.#enter(destination);
    else if (this.#isIgnorable) this.#enter('skip');
    else if (this.#group.destination === 'fonts' || this.#group.destination === 'styles') {
      this.#tableWord(word, parameter);
    } else this.#textWord(word, parameter);
  }

  #enter(destination: Destination): void {
    const { destination: around } = this.#group;
    if (around === 'skip' && !withinSkipped.has(destination)) return;
    // What hangs on a running head has no paragraph to follow.
    this.#group.destination = isRunningHead(around) && around !== destination ? 'skip' : destination;
  }

  #tableWord(word: string, parameter = 0): void {
    if (word === 'f') this.#font = parameter;
    if (word === 's') this.#style = parameter;
    if (word === 'fcharset') {
      const encoding = encodingOfCharset(parameter);
      if (encoding) this.#fontEncodings.set(this.#font, encoding);
    }
    if (word === 'cpg') this.#fontEncodings.set(this.#font, encodingOfCodepage(parameter));
  }

  #textWord(word: string, parameter: number | undefined): void {
    const { destination } = this.#group;
    const isOn = parameter !== 0;
    const symbol = symbols.get(word);
    if (destination === 'formfield') this.#field.numbers.set(word, parameter ?? 0);
    else if (paragraphEnds.has(word)) this.#endParagraph();
    else if (word === 'u') this.#addUnicode(parameter ?? 0);
    else if (word === 'uc') this.#group.fallbackLength = Math.max(0, parameter ?? 1);
    else if (word === 'ansicpg') this.#setDocumentEncoding(encodingOfCodepage(parameter ?? 1252));
    else if (word === 'mac') this.#setDocumentEncoding('macintosh');
    else if (word === 'f') this.#setFont(parameter ?? 0);
    else if (word === 'plain') {
      this.#setFont(undefined);
      Object.assign(this.#group, plainForm);
    } else if (word === 'v' || word === 'deleted') this.#group.isHidden = isOn;
    else if (word === 'b') this.#group.isBold = isOn;
    else if (word === 'fs') this.#group.size = parameter ?? plainForm.size;
    else if (word === 'super') this.#group.isRaised = isOn;
    else if (word === 'sub' || word === 'nosupersub') this.#group.isRaised = false;
    else if (word === 'strike' || word === 'striked') this.#group.isStruck = isOn;
    else if (symbol !== undefined) this.#addText(symbol);
    else if (word === 'chftn') this.#addNoteNumber();
    else if (destination === 'body') this.#paragraphs.control(word, parameter);
    else if (word === 'cell') this.#endParagraph();
  }

  /** The number of a note, where it is referred to and again where it begins. */
  #addNoteNumber(): void {
    const { destination } = this.#group;
    if (destination === 'body') this.#addText(`[${++this.#noteCount}]`);
    else if (destination === 'note' && this.#noteCount > 0) this.#addText(`[${this.#noteCount}] `);
  }

  #endParagraph(): void {
    const { destination } = this.#group;
    if (destination === 'body') this.#paragraphs.control('par', undefined);
    else if (destination === 'note' || destination === 'comment') this.#addText(' ');
    else if (isRunningHead(destination)) this.#addText('\n');
  }

  /** Undefined is the document's own. */
  #setFont(font: number | undefined): void {
    this.#group.encoding = this.#fontEncodings.get(font ?? -1) ?? this.#documentEncoding;
    this.#group.font = this.#fontNames.get(font ?? -1);
  }

  #setDocumentEncoding(encoding: string): void {
    this.#documentEncoding = encoding;
    this.#group.encoding = encoding;
  }

  #addUnicode(code: number): void {
    this.#addWords(String.fromCharCode(code & 0xffff));
    this.#toSkip = this.#group.fallbackLength;
  }

  /** Characters of two bytes may be written as two escapes: they are put together before they are decoded. */
  #addBytes(bytes: string): void {
    const wanted = bytes.slice(this.#toSkip);
    this.#toSkip = Math.max(0, this.#toSkip - bytes.length);
    if (wanted !== '') this.#bytes.push(wanted);
  }

  #flushBytes(): void {
    if (this.#bytes.length === 0) return;
    const bytes = this.#bytes.join('');
    this.#bytes = [];
    this.#addWords(decode(bytes, this.#group.encoding));
  }

  #addWords(words: string): void {
    const { isRaised, font } = this.#group;
    this.#addText(shownWords(words, { isRaised, font }));
  }

  #addText(text: string): void {
    const { destination, isHidden, isStruck } = this.#group;
    const words = isStruck ? struckWords(text) : text;
    if (destination === 'body') {
      if (!isHidden) this.#paragraphs.addText(words, this.#group);
    } else if (destination === 'marker') this.#paragraphs.addMarker(text);
    else if (destination === 'fonts') this.#fontNames.set(this.#font, text.replace(/;.*$/s, ''));
    else if (destination !== 'skip' && destination !== 'shape' && destination !== 'formfield') {
      const gathered = this.#gathered.get(destination) ?? '';
      this.#gathered.set(destination, gathered + (destination === 'note' ? words : text));
    }
  }
}

const onlyAscii = /^[\0-\x7f]*$/;

function decode(bytes: string, encoding: string): string {
  return onlyAscii.test(bytes) ? bytes : decodeBytes(Buffer.from(bytes, 'latin1'), encoding);
}

/** What an RTF file is made of (RTF 1.9.1). */
type RtfToken =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'word'; readonly word: string; readonly parameter: number | undefined }
  /** Characters as bytes of the running code page, one per character. */
  | { readonly kind: 'bytes'; readonly bytes: string };

const controlWord = /([a-zA-Z]{1,32})(-?\d{1,10})? ?/y;
const plainText = /[^\\{}\r\n]+/y;

/** Reads the tokens of a file that was decoded as Latin-1. Linear; anything at all can be read. */
function* rtfTokens(source: string): Generator<RtfToken> {
  let position = 0;
  while (position < source.length) {
    const character = source[position];
    if (character === '{' || character === '}') {
      yield character === '{' ? { kind: 'open' } : { kind: 'close' };
      position += 1;
    } else if (character === '\r' || character === '\n') {
      position += 1;
    } else if (character === '\\') {
      controlWord.lastIndex = position + 1;
      const control = controlWord.exec(source);
      if (control) {
        const word = control[1] as string;
        const parameter = control[2] === undefined ? undefined : Number(control[2]);
        position = controlWord.lastIndex;
        // Binary data follows as it is.
        if (word === 'bin') position += Math.max(0, parameter ?? 0);
        else yield { kind: 'word', word, parameter };
      } else {
        const symbol = source[position + 1] ?? '';
        const hex = symbol === "'" ? /^[0-9a-fA-F]{2}/.exec(source.slice(position + 2, position + 4)) : null;
        if (hex) yield { kind: 'bytes', bytes: String.fromCharCode(Number.parseInt(hex[0], 16)) };
        else yield { kind: 'word', word: symbol, parameter: undefined };
        position += hex ? 4 : 2;
      }
    } else {
      plainText.lastIndex = position;
      const text = (plainText.exec(source) as RegExpExecArray)[0];
      yield { kind: 'bytes', bytes: text };
      position = plainText.lastIndex;
    }
  }
}

/** A field of a form, as far as it was read: its choices, and its numbers by their control words. */
function emptyField(): { readonly choices: string[]; readonly numbers: Map<string, number> } {
  return { choices: [], numbers: new Map() };
}

/** `\ffres` of a field that nobody has filled in. */
const undefinedResult = 25;

/** Where the text of a group goes. What is in a `shape`, but for its own groups, goes nowhere. */
type Destination = GatheredDestination | 'body' | 'skip' | 'shape' | 'fonts' | 'marker' | 'formfield';

function isRunningHead(destination: Destination): destination is 'header' | 'footer' {
  return destination === 'header' || destination === 'footer';
}

/** Those whose text is read as a whole, once the group is closed. */
type GatheredDestination = Fact | 'styles' | 'note' | 'commenter' | 'comment' | 'header' | 'footer';

const skippedWords =
  'colortbl pict object objdata fldinst userprops themedata ' +
  'colorschememapping datastore latentstyles listtable listoverridetable revtbl rsidtbl generator xmlnstbl ' +
  'mmathPr atnid atntime atndate atnref atnparent xe tc nonshppict shppict sp filetbl ' +
  'bkmkstart bkmkend info pgdsctbl upr ftnsep ftnsepc aftnsep aftnsepc';

/** What a file says of itself, and a field of a form of its choices. */
type Fact = (typeof facts)[number];

const facts = [
  ...(['title', 'author', 'subject', 'keywords', 'category', 'doccomm', 'manager', 'company'] as const),
  ...(['operator', 'propname', 'staticval', 'ffl'] as const),
];

/** What stands within groups that are skipped otherwise. */
const withinSkipped: ReadonlySet<Destination> = new Set([...facts, 'formfield']);

/** By the control word that a group begins with (RTF 1.9.1). */
const destinations: ReadonlyMap<string, Destination> = new Map<string, Destination>([
  ...skippedWords.split(' ').map((word) => [word, 'skip'] as const),
  ...facts.map((fact) => [fact, fact] as const),
  ...['', 'l', 'r', 'f'].flatMap((page) => [
    [`header${page}`, 'header'] as const,
    [`footer${page}`, 'footer'] as const,
  ]),
  ['formfield', 'formfield'],
  ['stylesheet', 'styles'],
  ['fonttbl', 'fonts'],
  ['listtext', 'marker'],
  ['pntext', 'marker'],
  ['footnote', 'note'],
  ['atnauthor', 'commenter'],
  ['annotation', 'comment'],
  ['shpinst', 'shape'],
  ['shptxt', 'note'],
]);

/** The characters that control words stand for. */
const symbols: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['emdash', '—'],
  ['endash', '–'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['bullet', '•'],
  ['emspace', ' '],
  ['enspace', ' '],
  ['line', '\n'],
  ['lbr', '\n'],
  ['~', '\u00a0'],
  ['_', '-'],
  ['\\', '\\'],
  ['{', '{'],
  ['}', '}'],
]);

/** Encodings of Windows by the number that a font's `\fcharset` gives. */
const encodingByCharset: Readonly<Record<number, string>> = {
  // Of symbol fonts: each byte is a place in the font.
  2: 'windows-1252',
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gb18030',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};

const encodingByCodepage: Readonly<Record<number, string>> = {
  437: 'windows-1252',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
};

/** The WHATWG encoding of a font's character set; undefined where the document's holds. */
function encodingOfCharset(charset: number): string | undefined {
  return encodingByCharset[charset];
}

/** The WHATWG encoding of a Windows code page; windows-1252 where it is none. */
function encodingOfCodepage(codepage: number): string {
  if (codepage >= 1250 && codepage <= 1258) return `windows-${codepage}`;
  return encodingByCodepage[codepage] ?? 'windows-1252';
}

/** Put together from text and paragraph controls: paragraphs, headings, lists and tables. */
export class RtfParagraphs {
  readonly #builder: DocumentBuilder;
  readonly #flow: BlockFlow<string>;
  readonly #levelByStyle = new Map<number, number>();
  #text: string[] = [];
  #marker = '';
  #notes: string[] = [];
  /** How the words of the paragraph are set that are set least. */
  #look: Look | undefined;
  #level: number | undefined;
  #depth = 0;
  #isInTable = false;
  #cells: string[] = [];
  #rows: RtfRow[] = [];
  #headerRows = 0;
  #isHeaderRow = false;
  #forms: CellForm[] = [];
  #form: Partial<CellForm> = {};

  constructor(builder: DocumentBuilder) {
    this.#builder = builder;
    this.#flow = new BlockFlow(builder, (note) => builder.paragraph(note));
  }

  /** The heading level of a style's paragraphs. */
  setStyleLevel(style: number, level: number): void {
    this.#levelByStyle.set(style, level);
  }

  addText(text: string, { size, isBold }: Look): void {
    this.#text.push(text);
    if (!/\S/.test(text)) return;
    const { size: least = size, isBold: isAllBold = true } = this.#look ?? {};
    this.#look = { size: Math.min(size, least), isBold: isBold && isAllBold };
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
    else if (word === 'clvmrg') this.#form = { ...this.#form, isBelow: true };
    else if (word === 'clmrg') this.#form = { ...this.#form, isBeside: true };
    else if (word === 'cellx') this.#endCellForm(parameter ?? 0);
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
    this.#look = undefined;
    return text;
  }

  #takeNotes(): readonly string[] {
    const notes = this.#notes;
    this.#notes = [];
    return notes;
  }

  #beginRow(): void {
    this.#isHeaderRow = false;
    this.#forms = [];
    this.#form = {};
  }

  #endCellForm(edge: number): void {
    this.#forms.push({ isBelow: false, isBeside: false, ...this.#form, edge });
    this.#form = {};
  }

  #endRow(): void {
    const stray = this.#take();
    if (stray !== '') this.#cells.push(stray);
    if (this.#rows.length === 0) this.#flow.flush();
    if (this.#isHeaderRow && this.#headerRows === this.#rows.length) this.#headerRows += 1;
    if (this.#cells.some((cell) => cell !== '')) this.#rows.push({ cells: this.#cells, forms: this.#forms });
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
    const look = this.#look;
    const text = this.#take();
    const marker = this.#marker.trim();
    this.#marker = '';
    if (text !== '') this.#writeParagraph(marker, text, look);
    else this.#flow.hang(this.#takeNotes());
  }

  #writeParagraph(marker: string, text: string, look: Look | undefined): void {
    this.#closeTable();
    const level = this.#level;
    const notes = this.#takeNotes();
    if (level === undefined) {
      const place = marker === '' ? undefined : { depth: this.#depth, marker: ownMarker(marker) };
      const content = { text, isEquation: false, asides: notes, ...(look && { look }) };
      this.#flow.paragraph(content, [], place);
    } else this.#flow.block(() => this.#builder.heading(level, `${marker} ${text}`), notes);
  }

  #closeTable(): void {
    const rows = this.#rows;
    if (rows.length === 0) return;
    if (isLayout(rows.map(({ cells }) => cells)))
      for (const cell of rows.flatMap(({ cells }) => cells)) this.#builder.paragraph(cell);
    else {
      const table = tableRows(gridOf(joinedDown(writtenCells(rows))), this.#headerRows || undefined);
      this.#builder.table(table.rows, table.headerRows);
    }
    this.#flow.flush();
    this.#rows = [];
    this.#headerRows = 0;
  }
}

/** A row of a table as it was read. `forms`: of its cells, as far as they were told before them. */
interface RtfRow {
  readonly cells: readonly string[];
  readonly forms: readonly CellForm[];
}

interface CellForm {
  /** Where it ends from the left, in twentieths of a point. */
  readonly edge: number;
  /** Whether it goes on with the cell above, or with the one left of it. */
  readonly isBelow: boolean;
  readonly isBeside: boolean;
}

/** Edges that are nearer to each other than this are meant to be one. */
const sameEdge = 40;

/**
 * The cells of rows with the columns that each takes up: those of which edges lie within it in other rows. Where there
 * are more edges than a table has columns, rows do not share them, and a cell is a column.
 */
function writtenCells(rows: readonly RtfRow[]): readonly (readonly WrittenCell[])[] {
  const edges: number[] = [];
  for (const edge of rows.flatMap(({ forms }) => forms.map((form) => form.edge)).toSorted((a, b) => a - b))
    if (edge - (edges.at(-1) ?? Number.NEGATIVE_INFINITY) > sameEdge) edges.push(edge);
  return rows.map(({ cells, forms }) => {
    const written: WrittenCell[] = [];
    let from = 0;
    for (const [place, text] of cells.entries()) {
      const { edge, isBelow = false, isBeside = false } = forms[place] ?? {};
      const to =
        edge === undefined || edges.length > maxTableColumns
          ? from + 1
          : edges.findLastIndex((one) => one <= edge) + 1;
      const columns = Math.max(1, to - from);
      from = Math.max(from + 1, to);
      const left = isBeside ? written.pop() : undefined;
      if (left) written.push({ ...left, columns: left.columns + columns });
      else written.push({ text, columns, isBelow });
    }
    return written;
  });
}

/** A number stays what it is, and so does a box or a tick; any other bullet becomes a hyphen. */
function ownMarker(marker: string): string {
  return /[\p{L}\p{N}]/u.test(marker) && marker.length > 1 ? marker : bulletMarker(marker);
}
