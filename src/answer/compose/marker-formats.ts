import { byLanguage } from '../../language/language-packs.ts';
import { asciiDigits, unspacedLetters } from '../../text/words.ts';
import type { NamedPassage } from './cite.ts';

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
function passageNamed(written: string, passages: readonly NamedPassage[]): readonly number[] | undefined {
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
function namesOf({ title, path, headingPath }: NamedPassage['hit']): readonly string[] {
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

/** Makes the format for the passages of one answer. */
export type MarkerFormatFor = (passages: readonly NamedPassage[]) => MarkerFormat;

/** How citations are written: `number` as `[1]`, `citation` as `[Citation 1]`, `title` as `[Title > Section]`. */
export type CitationFormat = 'number' | 'citation' | 'title';

/** The ways of writing citations, by their names in the settings. */
export const markerFormats: Readonly<Record<CitationFormat, MarkerFormatFor>> = {
  number: numberMarkers,
  citation: citationMarkers,
  title: titleMarkers,
};
