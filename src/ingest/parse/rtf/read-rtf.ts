import type { SourceFile } from '../../../contracts/parser.ts';
import { FootnoteError } from '../../../errors.ts';
import { ownValue } from '../../../own-value.ts';
import { decodeBytes } from '../../../text/decode-bytes.ts';
import { DocumentBuilder } from '../document-builder.ts';
import { commentText } from '../office/comment-text.ts';
import { shownWords } from '../office/shown-words.ts';
import { struckWords } from '../struck-words.ts';
import { encodingOfCharset, encodingOfCodepage } from './rtf-charsets.ts';
import { RtfParagraphs } from './rtf-paragraphs.ts';
import { type RtfToken, rtfTokens } from './rtf-tokens.ts';

/** Where the text of a group goes. */
type Destination =
  | 'body'
  | 'skip'
  | 'shape'
  | 'title'
  | 'author'
  | 'styles'
  | 'fonts'
  | 'marker'
  | 'note'
  | 'commenter'
  | 'comment';

interface Group {
  destination: Destination;
  encoding: string;
  font: string | undefined;
  /** Characters that stand in for one in Unicode, to be skipped (`\ucN`). */
  fallbackLength: number;
  isHidden: boolean;
  isRaised: boolean;
  isStruck: boolean;
}

const destinations: Readonly<Record<string, Destination>> = {
  ...Object.fromEntries(
    (
      'colortbl pict object objdata header headerl headerr headerf footer footerl footerr footerf fldinst themedata ' +
      'colorschememapping datastore latentstyles listtable listoverridetable revtbl rsidtbl generator xmlnstbl ' +
      'mmathPr atnid atntime atndate atnref atnparent xe tc nonshppict shppict sp filetbl ' +
      'bkmkstart bkmkend info pgdsctbl upr ftnsep ftnsepc aftnsep aftnsepc'
    )
      .split(' ')
      .map((word) => [word, 'skip' as const]),
  ),
  title: 'title',
  author: 'author',
  stylesheet: 'styles',
  fonttbl: 'fonts',
  listtext: 'marker',
  pntext: 'marker',
  footnote: 'note',
  atnauthor: 'commenter',
  annotation: 'comment',
  shpinst: 'shape',
  shptxt: 'note',
};

/** One line through the words, or two. */
const struckForms = new Set(['strike', 'striked']);

const symbols: Readonly<Record<string, string>> = {
  tab: '\t',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
  line: '\n',
  lbr: '\n',
  '~': '\u00a0',
  _: '-',
  '\\': '\\',
  '{': '{',
  '}': '}',
};

/** A line end behind a backslash ends a paragraph, as TextEdit writes all of them. */
const paragraphEnds = new Set(['par', '\n', '\r']);

/** What an RTF file holds. */
export interface RtfContent {
  readonly builder: DocumentBuilder;
  readonly title: string;
  readonly author: string;
  readonly warnings: readonly string[];
}

/** Reads an RTF file. Errors: `file_malformed` where it does not begin as one. */
export function readRtf(file: SourceFile): RtfContent {
  const source = Buffer.from(file.bytes).toString('latin1');
  if (!/^\s*\{\\rtf/.test(source.slice(0, 64))) {
    throw new FootnoteError('file_malformed', { path: file.path, line: 1, problem: 'it is not RTF' });
  }
  const reader = new RtfReader();
  for (const token of rtfTokens(source)) reader.read(token);
  return reader.finish();
}

class RtfReader {
  readonly #builder = new DocumentBuilder();
  readonly #paragraphs = new RtfParagraphs(this.#builder);
  readonly #groups: Group[] = [];
  readonly #fontEncodings = new Map<number, string>();
  readonly #fontNames = new Map<number, string>();
  #group: Group = {
    destination: 'body',
    encoding: 'windows-1252',
    font: undefined,
    fallbackLength: 1,
    isHidden: false,
    isRaised: false,
    isStruck: false,
  };
  #documentEncoding = 'windows-1252';
  #bytes: string[] = [];
  #bytesEncoding = 'windows-1252';
  #toSkip = 0;
  #isIgnorable = false;
  #font = 0;
  #style = 0;
  #styleName = '';
  #title = '';
  #author = '';
  #commenter = '';
  #comment = '';
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
    else if (token.kind === 'word') this.#control(token.word, token.parameter);
    this.#isIgnorable = false;
  }

  finish(): RtfContent {
    this.#flushBytes();
    this.#paragraphs.finish();
    return {
      builder: this.#builder,
      title: this.#title.trim(),
      author: this.#author.trim(),
      warnings: this.#warnings(),
    };
  }

  #warnings(): readonly string[] {
    if (!this.#isEnded)
      return ['it ends within a group, as if it had not been copied to the end: words may be missing'];
    return this.#hasRest ? ['it goes on behind its end: what stands there was left out'] : [];
  }

  #closeGroup(): void {
    if (this.#group.destination === 'styles') this.#endStyle();
    const outer = this.#groups.pop();
    if (!outer) return;
    if (this.#group.destination === 'note' && outer.destination !== 'note') this.#paragraphs.endNote();
    if (this.#group.destination === 'comment' && outer.destination !== 'comment') this.#endComment();
    this.#group = outer;
    this.#toSkip = 0;
    this.#isEnded = this.#groups.length === 0;
  }

  #endComment(): void {
    const text = this.#comment.replace(/\s+/g, ' ').trim();
    if (text !== '') this.#paragraphs.addNote(commentText({ text, author: this.#commenter.trim() }));
    this.#paragraphs.endNote();
    this.#comment = '';
    this.#commenter = '';
  }

  #endStyle(): void {
    const level = /^\s*heading (\d)\s*;/i.exec(this.#styleName)?.[1];
    if (level) this.#paragraphs.setStyleLevel(this.#style, Number(level));
    else if (/^\s*title\s*;/i.test(this.#styleName)) this.#paragraphs.setStyleLevel(this.#style, 1);
    this.#styleName = '';
    this.#style = 0;
  }

  #control(word: string, parameter: number | undefined): void {
    const destination = ownValue(destinations, word);
    if (destination !== undefined) this.#enter(destination);
    else if (this.#isIgnorable) this.#enter('skip');
    else if (this.#group.destination === 'fonts' || this.#group.destination === 'styles') {
      this.#tableWord(word, parameter);
    } else this.#textWord(word, parameter);
  }

  /** Title and author stand within a group that is skipped otherwise. */
  #enter(destination: Destination): void {
    const isFact = destination === 'title' || destination === 'author';
    if (this.#group.destination === 'skip' && !isFact) return;
    this.#group.destination = destination;
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
    if (paragraphEnds.has(word)) this.#endParagraph();
    else if (word === 'u') this.#addUnicode(parameter ?? 0);
    else if (word === 'uc') this.#group.fallbackLength = Math.max(0, parameter ?? 1);
    else if (word === 'ansicpg') this.#setDocumentEncoding(encodingOfCodepage(parameter ?? 1252));
    else if (word === 'mac') this.#setDocumentEncoding('macintosh');
    else if (word === 'f') this.#setFont(parameter ?? 0);
    else if (word === 'plain') {
      this.#setFont(undefined);
      this.#group.isHidden = false;
      this.#group.isRaised = false;
      this.#group.isStruck = false;
    } else if (word === 'v' || word === 'deleted') this.#group.isHidden = parameter !== 0;
    else if (word === 'super' || word === 'sub' || word === 'nosupersub') {
      this.#group.isRaised = word === 'super' && parameter !== 0;
    } else if (struckForms.has(word)) this.#group.isStruck = parameter !== 0;
    else if (Object.hasOwn(symbols, word)) this.#addText(symbols[word] as string);
    else if (this.#group.destination === 'body') this.#paragraphs.control(word, parameter);
    else if (this.#group.destination === 'note' && word === 'chftn') this.#addText(' ');
  }

  #endParagraph(): void {
    if (this.#group.destination === 'body') this.#paragraphs.control('par', undefined);
    else if (this.#group.destination === 'note' || this.#group.destination === 'comment') this.#addText(' ');
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
    if (wanted === '') return;
    if (this.#bytesEncoding !== this.#group.encoding) this.#flushBytes();
    this.#bytesEncoding = this.#group.encoding;
    this.#bytes.push(wanted);
  }

  #flushBytes(): void {
    if (this.#bytes.length === 0) return;
    const bytes = this.#bytes.join('');
    this.#bytes = [];
    this.#addWords(decode(bytes, this.#bytesEncoding));
  }

  #addWords(words: string): void {
    const { isRaised, font } = this.#group;
    this.#addText(shownWords(words, { isRaised, font }));
  }

  #addText(text: string): void {
    const { destination, isHidden, isStruck } = this.#group;
    if (destination === 'title') this.#title += text;
    else if (destination === 'author') this.#author += text;
    else if (destination === 'styles') this.#styleName += text;
    else if (destination === 'commenter') this.#commenter += text;
    else if (destination === 'comment') this.#comment += text;
    else if (destination === 'fonts') this.#fontNames.set(this.#font, text.replace(/;.*$/s, ''));
    else if (destination === 'marker') this.#paragraphs.addMarker(text);
    else if (destination === 'note') this.#paragraphs.addNote(isStruck ? struckWords(text) : text);
    else if (destination === 'body' && !isHidden)
      this.#paragraphs.addText(isStruck ? struckWords(text) : text);
  }
}

const onlyAscii = /^[\0-\x7f]*$/;

function decode(bytes: string, encoding: string): string {
  return onlyAscii.test(bytes) ? bytes : decodeBytes(Buffer.from(bytes, 'latin1'), encoding);
}
