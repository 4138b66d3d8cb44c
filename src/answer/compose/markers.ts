import type { Passage } from '../../contracts/generator.ts';
import { byLanguage } from '../../language/language-packs.ts';
import type { Hit } from '../../retrieve/hit.ts';
import { fenceBehind, mayBecomeFence } from '../../text/sentences/code-fence.ts';
import { asciiDigits, unspacedLetters } from '../../text/words.ts';

/** What models call the sources of an answer, where they list them or name one, in lower case. */
export const sourceWords: readonly string[] = Object.values(
  byLanguage(({ telling }) => telling?.sourceNames),
).flatMap((names) => names.split(/,\s*/));

/** What a prompt may ask for before a number. */
const citation = 'citation';

/** What models put before it, though nobody asks them to. */
const labels =
  `^ ${citation} cite document doc passage ref id chunk excerpt dokument документ 文档 资料 文献 資料`
    .split(' ')
    .concat(sourceWords);

/** What may stand between the last two of several, in lower case. */
export const conjunctions: readonly string[] = ['and', 'und', 'et', 'y', 'e', 'en', 'и', 'و'];

/** How places within a document are named: the source of a regular expression for texts in lower case. */
export const placeWord =
  String.raw`pages? pp?\. seiten? s\. páginas? pagina стр\. sections? sec\. § abschnitt abs\. sección chapters? ch\.
  kapitel kap\. chapitre capítulo paragraph para\. lines? zeilen?`.replace(/\s+/g, '|');

/** Places behind the numbers. */
const places = new RegExp(String.raw`(?:\s*[,;]\s*(?:${placeWord})[\s\d.–-]*)+$`, 'u');

/** What stands between two numbers. */
const separator = new RegExp(
  String.raw`\s*[,;，；、،&]\s*(?:(?:${conjunctions.join('|')})\s+)?|\s+(?:${conjunctions.join('|')})\s+|\s*[和与と]\s*`,
  'u',
);

/** What points to a source, before its label maybe, in lower case. */
export const pointers: readonly string[] =
  'see also|see|cf|siehe auch|siehe|vgl|voir|véase|vedi|zie|см|见|参见|详见|参照'.split('|');

const label = labels.join('|').replace('^', String.raw`\^`);
// A label may be a plural, "Documents 1 and 2", and have a mark behind it, "Source: 1", "doc_1", "Source #1".
const labelled = String.raw`(?:(?<label>${label})\p{Ll}{0,2}\s*[.:：_-]?\s*#?)?`;
const numeral = String.raw`\d{1,4}`;
// A raised number may have a mark on both sides: `[^1^]`.
const item = new RegExp(
  String.raw`^${labelled}(?<first>${numeral})\^?(?:\s*[-–]\s*(?<last>${numeral})\^?)?$`,
  'u',
);

/** What a source is called behind its number: `[Source 1: The dam]`. */
const called = new RegExp(String.raw`^\s*${labelled}(?<number>${numeral})\s*[:,–—-]\s*(?<name>\S.*)$`, 'su');

/** Labels that stand before other numbers too. */
const vague: ReadonlySet<string | undefined> = new Set([undefined, '^', 'id', 'ref']);

/** What stands before the label, or a name: "Source: Document 1". */
const labelBefore = new RegExp(
  String.raw`^\s*(?:(?:${label})\p{Ll}{0,2}\s*[:：]\s*(?=\p{L})|(?:${pointers.join('|')})\.?\s*(?=[\p{L}\d]))`,
  'u',
);

/** What may follow the name of a source: nothing, or a place in it. */
const behindName = /^\s*(?:[,;]|$)/;

/** What only files are called. */
const fileName = /\.\p{L}[\p{L}\d]{1,4}$/u;

const plainNumber = /^\d{0,4}$/;

/** A line that begins with a number, behind a label maybe. */
const begun = new RegExp(String.raw`^${labelled}(?:\d.*)?$`, 'u');

/**
 * `[1]`, `[2, 3]`, `[4][5]`, `[1-3]`, and `[^1]`, `[Document 1]`, `(Source 1)`, `[Citations 1 and 2]` or `[1: Title]`:
 * the passage's number. A range, and a number behind a word, count only where all of it was given: `[0-9]` is no
 * citation. So does the name of a file, `[guide.md]`, and behind a label any that a source has, `(Source: The guide)`:
 * it stands for the best passage of it.
 */
export const numberMarkers: MarkerFormatFor = numberedMarkers('');

/**
 * The same with `[Citation 1]` and `[Citation 1, Citation 2]` as those that count in any case, and `[1]` where it was
 * given.
 */
export const citationMarkers: MarkerFormatFor = numberedMarkers(citation);

/** Numbers as citations. Those behind the label that the prompt asks for count also where no passage has them. */
function numberedMarkers(askedLabel: string): MarkerFormatFor {
  return (passages) => {
    const given = new Set(passages.map(({ passage }) => passage.number));
    const names = [...new Set(passages.flatMap(({ hit }) => namesOf(hit)))];
    const words = [...labels, ...pointers, ...names];
    return {
      maxLength: 120,
      mayBeInParentheses: true,
      mayBegin(text) {
        // Nearly all are plain numbers: asked at each of their characters, that is found out many times faster so.
        if (plainNumber.test(text)) return true;
        const written = folded(text.trimStart());
        const rest = written.replace(labelBefore, '');
        return (
          begun.test(rest) ||
          [written, rest].some((from) =>
            words.some((word) => word.startsWith(from.replace(/[.\s]+$/, ''))),
          ) ||
          names.some((name) => rest.startsWith(name) && behindName.test(rest.slice(name.length)))
        );
      },
      read: (written) =>
        passageNamed(folded(written), passages) ??
        numbersIn(written, { given, askedLabel }) ??
        placeIn(folded(written), given),
    };
  };
}

/** The number of the passage whose source is named, `1: Title` or `guide.md`; undefined where none is. */
function passageNamed(written: string, passages: readonly MarkedPassage[]): readonly number[] | undefined {
  const { number, name = '' } = called.exec(written)?.groups ?? {};
  const source = written.replace(labelBefore, '');
  const isName = source !== written || fileName.test(source.trimEnd().replace(places, ''));
  const named = passages.find(({ passage, hit }) =>
    number === undefined
      ? isName && isOneOf(namesOf(hit), source)
      : passage.number === Number(number) && isOneOf(namesOf(hit), name),
  );
  return named && [named.passage.number];
}

/** The number behind a label where words say what place of that passage is meant: `Document 1, Dimensions`. */
function placeIn(written: string, given: ReadonlySet<number>): readonly number[] | undefined {
  const { label: before, number, name = '' } = called.exec(written)?.groups ?? {};
  const isPlace = !vague.has(before) && /^\p{L}[^\d]*$/u.test(name);
  return isPlace && given.has(Number(number)) ? [Number(number)] : undefined;
}

/** The numbers that are written; undefined where something else is, or where they may be none of passages. */
function numbersIn(
  written: string,
  { given, askedLabel }: { readonly given: ReadonlySet<number>; readonly askedLabel: string },
): readonly number[] | undefined {
  const items = itemsOf(written.trim()).map((one) => item.exec(one)?.groups);
  const own = items[0]?.['label'] ?? '';
  const numbers: number[] = [];
  let isSure = true;
  for (const found of items) {
    if (!found) return undefined;
    const first = Number(found['first']);
    const last = Number(found['last'] ?? first);
    for (let number = first; number <= last; number++) numbers.push(number);
    isSure &&= (found['label'] ?? own) === askedLabel && found['last'] === undefined;
  }
  return isSure || (numbers.length > 0 && numbers.every((one) => given.has(one))) ? numbers : undefined;
}

/**
 * What is written between brackets, by its numbers. Some models name the source behind a dagger, after a part of it
 * maybe, `【1:0†source】`, or a place in it behind a comma, `[1, page 3]`.
 */
function itemsOf(written: string): string[] {
  return folded(written)
    .replace(labelBefore, '')
    .replace(/(?::\d+)?†.*$/su, '')
    .replace(places, '')
    .split(separator);
}

/** Whether something is called by one of these names, behind which a place in it may stand. */
function isOneOf(names: readonly string[], called: string): boolean {
  const whole = called.trim();
  return names.includes(whole) || names.includes(whole.replace(places, ''));
}

/** What a passage may be called by, as {@link folded}. */
function namesOf({ title, path, headingPath }: MarkedPassage['hit']): readonly string[] {
  return [title, path, path.split('/').at(-1) ?? '', headingPath.at(-1) ?? '']
    .map(folded)
    .filter((name) => /\p{L}/u.test(name));
}

function folded(written: string): string {
  return asciiDigits(written).toLowerCase();
}

/** A title that a model wrote must share this much of its letter pairs with one that was given. */
const minSimilarity = 0.5;

/**
 * The place of the title that a model meant, among those given: the same but for case, else one that contains it or
 * is contained in it by whole words, else the most similar one above one half; undefined where none is. The first of
 * equals. A part of a word says too little: what is a third of a title or more is similar to it.
 */
export function matchTitle(written: string, titles: readonly string[]): number | undefined {
  const wanted = foldedTitle(written);
  if (wanted === '') return undefined;
  const given = titles.map(foldedTitle);
  const same = given.indexOf(wanted);
  if (same >= 0) return same;
  const within = given.findIndex((title) => holdsWords(title, wanted) || holdsWords(wanted, title));
  if (within >= 0) return within;
  const similarities = given.map((title) => diceSimilarity(wanted, title));
  const most = Math.max(...similarities);
  return most > minSimilarity ? similarities.indexOf(most) : undefined;
}

/** A letter or digit of a script that parts its words. */
const wordPart = new RegExp(String.raw`[[\p{L}\p{N}]--[${unspacedLetters}]]`, 'v');

/** Whether a text holds these words, and not only as parts of others. */
function holdsWords(text: string, words: string): boolean {
  if (words === '') return false;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const around = text.charAt(at - 1) + text.charAt(at + words.length);
    if (!wordPart.test(around)) return true;
  }
  return false;
}

function foldedTitle(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/**
 * Twice the pairs of neighbouring letters that two texts share over all their pairs, in [0, 1].
 * Source: Dice, "Measures of the Amount of Ecologic Association Between Species", Ecology 26(3), 1945.
 */
function diceSimilarity(left: string, right: string): number {
  const pairs = new Map<string, number>();
  const size = Math.max(0, left.length - 1) + Math.max(0, right.length - 1);
  if (size === 0) return left === right ? 1 : 0;
  for (let at = 0; at < left.length - 1; at += 1) {
    const pair = left.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  let shared = 0;
  for (let at = 0; at < right.length - 1; at += 1) {
    const pair = right.slice(at, at + 2);
    const left = pairs.get(pair) ?? 0;
    if (left === 0) continue;
    pairs.set(pair, left - 1);
    shared += 1;
  }
  return (2 * shared) / size;
}

const onlyNumbers = /^[\d\s,;–-]+$/;

/** What stands between a title and a section. */
const sectionMark = '>';

/**
 * `[Title]` and `[Title > Section]`: the best passage of the document of that title, and of the section where one is
 * named. Titles are matched as {@link matchTitle} says; a section that is not there leaves the document. `[1]`, as
 * models write out of habit, is the passage that was given first.
 */
export const titleMarkers: MarkerFormatFor = (passages) => {
  const titles = passages.map(({ hit }) => hit.title);
  const given = new Set(passages.map(({ passage }) => passage.number));
  const numbers = numberMarkers(passages);
  return {
    maxLength: 300,
    mayBeInParentheses: false,
    mayBegin: (text) => !text.includes('\n'),
    read(written) {
      if (written.trim() === '') return undefined;
      const counted = onlyNumbers.test(written) ? numbers.read(written) : undefined;
      if (counted?.every((number) => given.has(number))) return counted;
      const [title = '', ...section] = written.split(sectionMark);
      const place = matchTitle(title, titles);
      if (place === undefined) return [];
      const ofTitle = passages.filter(({ hit }) => hit.title === titles[place]);
      const named = section.at(-1);
      const headings = ofTitle.map(({ hit }) => hit.headingPath.at(-1) ?? '');
      const ofSection = named === undefined ? undefined : matchTitle(named, headings);
      const cited = ofTitle[ofSection ?? 0];
      return cited ? [cited.passage.number] : [];
    },
  };
};

/** How a language model writes its citations: what stands between `[` and `]`, and which passages that names. */
export interface MarkerFormat {
  /** Longest marker that is waited for, in UTF-16 code units, its brackets among them. */
  readonly maxLength: number;
  /** Whether what names passages by a word and a number may stand between parentheses: `(Source 1)`. */
  readonly mayBeInParentheses: boolean;
  /** Whether this text behind an opening bracket, none that closes it in it, could be the beginning of a marker. */
  mayBegin(text: string): boolean;
  /**
   * The numbers of the passages that what stands between brackets names, in its order: none where it names what was not
   * given, undefined where it is no citation but words in brackets.
   */
  read(written: string): readonly number[] | undefined;
}

/**
 * As much of a passage as a marker may name. The page reads this file too: it knows nothing of how answers are made.
 */
interface MarkedPassage {
  readonly passage: Pick<Passage, 'number'>;
  readonly hit: Pick<Hit, 'path' | 'title' | 'headingPath'>;
}

/** Makes the format for the passages of one answer. */
export type MarkerFormatFor = (passages: readonly MarkedPassage[]) => MarkerFormat;

/** How citations are written: `number` as `[1]`, `citation` as `[Citation 1]`, `title` as `[Title > Section]`. */
export type CitationFormat = 'number' | 'citation' | 'title';

/** The ways of writing citations, by their names in the settings. */
export const markerFormats: Readonly<Record<CitationFormat, MarkerFormatFor>> = {
  number: numberMarkers,
  citation: citationMarkers,
  title: titleMarkers,
};

/** A piece of generated text: words, or a complete citation marker with the passages that it names. */
export type TextPiece = { readonly type: 'text'; readonly text: string } | Marker;

/** A citation as a model writes it. */
export interface Marker {
  readonly type: 'marker';
  /** As the model wrote it. */
  readonly raw: string;
  /** Numbers of passages, in the order named; those that were not given among them. */
  readonly passages: readonly number[];
}

/** Where code may begin or end, with a whole run of its marks, and where a marker may begin. */
const signs = /\n|`+|~+|[[【［(（\\<]/g;
const isCodeSign = /^[\n`~]/;

/** What stands at a place of what is held. */
type Found =
  | { readonly type: 'words' | 'codeSign' | 'nothing'; readonly length: number }
  | { readonly type: 'marker'; readonly length: number; readonly passages: readonly number[] };

/**
 * Finds citation markers in text that arrives in pieces. A marker is given out whole or not at all; what turns out to
 * be no marker, or stands in code, is given out as text. Where a marker is written as a link, with brackets of its own
 * maybe, its target is left out. Nothing is held back longer than a marker can be.
 *
 * However a text is cut, the same is found in it: what a sign begins is told by as few of the characters behind it as
 * tell, though more may have come.
 */
export class MarkerScanner {
  readonly #format: MarkerFormat;
  readonly #code = new CodeTracker();
  /** What has not been given out: from a sign on, as long as nothing tells what it begins. */
  #held = '';
  /** The end of what has been given out. */
  #before = '';
  #isBehindMarker = false;

  constructor(format: MarkerFormat) {
    this.#format = format;
  }

  /** What the text so far settles. */
  push(text: string): readonly TextPiece[] {
    const untold = this.#held.length;
    this.#held += text;
    return this.#settle(untold, false);
  }

  /** The rest. */
  end(): readonly TextPiece[] {
    return this.#settle(this.#held.length, true);
  }

  /** `untold`: so many characters of what is held do not tell what they begin. */
  #settle(untold: number, isEnd: boolean): readonly TextPiece[] {
    const pieces: TextPiece[] = [];
    const held = this.#held;
    let words = '';
    let at = 0;
    while (at < held.length) {
      const found = this.#findAt(at, at === 0 ? untold : 0, isEnd);
      if (!found) break;
      const { type, length } = found;
      const text = held.slice(at, at + length);
      at += length;
      this.#isBehindMarker = type === 'marker';
      if (type === 'codeSign') this.#code.sign(text);
      else if (type === 'marker') this.#code.marker(text);
      else this.#code.words(text);
      if (type === 'marker') {
        if (words !== '') pieces.push({ type: 'text', text: words });
        words = '';
        pieces.push({ type, raw: text, passages: found.passages });
      } else if (type !== 'nothing') words += text;
    }
    this.#before = this.#beforePlace(at);
    this.#held = held.slice(at);
    if (words !== '') pieces.push({ type: 'text', text: words });
    return pieces;
  }

  /** What stands at a place; undefined where what is still to come may tell. */
  #findAt(at: number, untold: number, isEnd: boolean): Found | undefined {
    const held = this.#held;
    if (this.#isBehindMarker && held.startsWith('(', at)) {
      const told = this.#told(at, untold, isTarget);
      if (told?.reading === true) return { type: 'nothing', length: told.length };
      return told || isEnd ? { type: 'words', length: 1 } : undefined;
    }
    signs.lastIndex = at;
    const sign = signs.exec(held);
    if (sign?.index !== at) return { type: 'words', length: (sign?.index ?? held.length) - at };
    const { length } = sign[0];
    if (isCodeSign.test(sign[0])) {
      // The rest of a run may come with the next piece.
      const isWhole = sign[0] === '\n' || at + length < held.length || isEnd;
      return isWhole ? { type: 'codeSign', length } : undefined;
    }
    if (this.#code.isInCode) return { type: 'words', length };
    const context = { format: this.#format, before: this.#beforePlace(at) };
    const told = this.#told(at, untold, (text) => readSign(text, context));
    if (!told) return isEnd ? { type: 'words', length } : undefined;
    if (told.reading === 'words') return { type: 'words', length };
    if (told.reading === 'nothing') return { type: 'nothing', length: told.length };
    return { type: 'marker', length: told.length, passages: told.reading };
  }

  /** The reading that as few characters from a place on have as any; undefined where none have one yet. */
  #told<T>(at: number, untold: number, read: (text: string) => T | undefined) {
    for (let length = untold + 1; at + length <= this.#held.length; length++) {
      const reading = read(this.#held.slice(at, at + length));
      if (reading !== undefined) return { reading, length };
    }
    return undefined;
  }

  #beforePlace(at: number): string {
    const before = this.#held.slice(Math.max(0, at - longestBefore), at);
    return (this.#before + before).slice(-longestBefore);
  }
}

/**
 * What a marker may stand between: brackets, those that models which write Chinese or Japanese often take instead, also
 * those of a link in a wiki or behind a backslash, as Markdown may be written; parentheses; elements of HTML.
 */
const enclosures: readonly (readonly [opening: string, closing: string])[] = [
  ['[[', ']]'],
  ['[', ']'],
  ['【', '】'],
  ['［', '］'],
  ['\\[', '\\]'],
  ['(', ')'],
  ['（', '）'],
  ['<sup>', '</sup>'],
  ['<cite>', '</cite>'],
  ['<citation>', '</citation>'],
  ['<ref>', '</ref>'],
];

/** Within others than these a number may have brackets of its own. */
const isBracket = /^\\?[[【［]/;

/** Where Gemini’s models have the words begin that a citation is for. */
const beginsCited = '[cite_start]';

/** What a raised number is no citation behind, but an exponent. */
const mayBeRaised = /[\p{L}\p{N})\]}]$/u;

/** A backslash, or the command of LaTeX whose option stands in brackets: `\sqrt[3]{x}`. */
const latexCommand = /\\[a-z]*$/i;

/** As much of what stands before a sign as tells what it is: the longest command that is told. */
const longestBefore = 24;

/** Where a marker leads that is written as a link: `[1](#dam)`. */
const linkTarget = /^\([^\s()]*[#/.:][^\s()]*\)$/;
const linkBegun = /^\([^\s()]*$/;

/** Longest target that is waited for. */
const longestTarget = 300;

/**
 * A marker, by the passages that it names; `words` of what is none, and `nothing` of what says nothing; undefined where
 * what follows may still tell.
 */
type SignReading = readonly number[] | 'words' | 'nothing' | undefined;

/** What a sign is read with. */
interface SignContext {
  readonly format: MarkerFormat;
  /** The last {@link longestBefore} characters before the sign. */
  readonly before: string;
}

/**
 * What a text is that begins with the first character of what a marker may stand between: where it is a marker, all of
 * it is. To be asked of one character, then of one more at a time until they tell.
 */
function readSign(text: string, { format, before }: SignContext): SignReading {
  if (text === beginsCited) return 'nothing';
  // What formulas hold in brackets counts something else.
  if (text.startsWith('[') && latexCommand.test(before)) return 'words';
  const [opening, closing] = enclosures.find(([sign]) => text.startsWith(sign)) ?? [];
  if (opening === undefined || closing === undefined)
    return enclosures.some(([sign]) => sign.startsWith(text)) ? undefined : 'words';
  const written = text.slice(opening.length);
  const inner = written.slice(0, closedAt(written, opening, closing));
  const behind = written.slice(inner.length);
  if (!closing.startsWith(behind) || !mayStand(inner, opening, { format, before })) return 'words';
  const plain = isBracket.test(opening) ? inner : withoutBrackets(inner);
  if (behind === closing) return format.read(plain) ?? 'words';
  const mayGoOn = inner.length + 1 < format.maxLength && format.mayBegin(plain);
  return mayGoOn || beginsCited.startsWith(text) ? undefined : 'words';
}

/** Whether a text behind a marker is the target of a link, all of it; undefined where what follows may still tell. */
function isTarget(text: string): boolean | undefined {
  return linkBegun.test(text) && text.length < longestTarget ? undefined : linkTarget.test(text);
}

/**
 * Whether a citation may be written so, as far as it has come. Numbers alone count something in parentheses, or are
 * those of items, and are exponents where they are raised behind a word.
 */
function mayStand(inner: string, opening: string, { format, before }: SignContext): boolean {
  if (/^[(（]/.test(opening)) return format.mayBeInParentheses && /^(?:\p{L}.*)?$/u.test(inner);
  return !opening.startsWith('<') || /^\s*(?:$|[[(【])/.test(inner) || !mayBeRaised.test(before);
}

/** Where what a sign opens is closed, or its end; what the same sign opens within it has a closing of its own. */
function closedAt(written: string, opening: string, closing: string): number {
  let open = 1;
  let at = 0;
  for (; at < written.length; at++) {
    if (written[at] === opening) open += 1;
    else if (written[at] === closing[0]) open -= 1;
    if (open === 0) break;
  }
  return at;
}

/** What is written between brackets, without others in it. */
function withoutBrackets(written: string): string {
  return written
    .trim()
    .replace(/[\]】]\s*,?\s*[[【]/g, ', ')
    .replace(/[[【\]】]/g, '')
    .replace(/^\((.*?)\)?$/, '$1')
    .replace(/,\s*$/, '');
}

/** Of a line that may be a fence no more words are kept; a backtick still tells that it is none. */
const longestFence = 200;

/**
 * Tells whether a place in Markdown that arrives piece by piece is code: between fences, or between equal runs of
 * backticks on one line (CommonMark 0.31, sections 4.5 and 6.1).
 */
class CodeTracker {
  /** That of the block of code which the line begins in. */
  #fence: string | undefined;
  /** The line so far, where it may be a fence. */
  #line = '';
  /** The run of backticks that code within the line began with. */
  #run: string | undefined;

  /** Whether what comes now is code. */
  get isInCode(): boolean {
    return this.#run !== undefined || fenceBehind(this.#line, this.#fence) !== undefined;
  }

  /** Takes words without backticks, tildes and line breaks. */
  words(text: string): void {
    const isKept = this.#line.length < longestFence || text.startsWith('`');
    if (isKept && mayBecomeFence(this.#line)) this.#line += text;
  }

  /** Takes a marker that stands in no code. Behind a fence it ends the line: whatever follows, the code is over. */
  marker(text: string): void {
    if (this.#fence === undefined) this.words(text);
    else this.sign('\n');
  }

  /** Takes a line break, or a whole run of backticks or tildes. */
  sign(sign: string): void {
    if (sign === '\n') {
      this.#fence = fenceBehind(this.#line, this.#fence);
      this.#line = '';
      // A backtick that nothing closes on its line stands for itself.
      this.#run = undefined;
      return;
    }
    this.words(sign);
    if (this.#fence !== undefined || sign.startsWith('~')) return;
    if (this.#run === undefined) this.#run = sign;
    else if (this.#run === sign) this.#run = undefined;
  }
}
