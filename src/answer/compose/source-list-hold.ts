import { itemMark } from '../../text/sentences/note-marks.ts';
import { conjunctions, matchTitle, placeWord, sourceWords } from './marker-formats.ts';

/** Models like to put a picture before a heading, of which half may have come. */
const picture = String.raw`(?:(?:\p{Extended_Pictographic}\uFE0F?|\p{Surrogate})\s*)?`;

const headed = String.raw`^[\s>]*(?:(?:#{1,6}|[-–—]{1,3})\s+)?${picture}[*_(]{0,3}${picture}(?:${sourceWords.join('|')})[*_]{0,3}\s*`;

/** A heading of the list, set as one, in bold, between parentheses or bare; behind its colon stands an entry. */
const heading = new RegExp(String.raw`${headed}(?:[:：][*_]{0,3}\s*(?<entry>.*))?$`, 'iu');
const headingWithColon = new RegExp(`${headed}[:：]`, 'iu');

/** What may stand before the words of a heading, and a rule while it is drawn. */
const decoration = new RegExp(String.raw`^[\s>]*#*\s*${picture}[-–—*_(]*\s*${picture}`, 'u');

const rule = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/;

/** A footnote in Markdown: `[^1]: The dam`. */
const definition = /^\s*[[【［]\^?\d{1,4}[\]】］]:/;
const definitionBegun = /^\s*[[【［]\^?\d{0,4}[\]】］]?$/;

const entryOf = new RegExp(String.raw`^(?<indentation>\s*)(?<marker>${itemMark})?(?<words>.*)$`, 'u');
const entryBegun = /^(?:\s*[-*+•_\d[【［]|\s{2})/u;
const leadingMark = /^[*_]{0,3}[[【［]/;

/** Marks that are numbers, whatever is called before these. */
const numberMark = /[[【［]\s*\^?\s*(?:\p{L}+\.?\s*)?[\p{Nd}\s,;–-]+(?:†[^\]】］]*)?[\]】］]:?/gu;

/** What a source says, letter for letter. */
const quotation = /^\s*["“„«「].*["”“»」]\s*$/u;

/** A list that is nothing but marks behind its heading: it says where the words above it are from. */
const onlyMarks = new RegExp(
  String.raw`${headed}[:：][*_]{0,3}\s*(?<marks>(?:[,;，、]?\s*(?:${numberMark.source}))+)[.)*_]*(?=\s*$)`,
  'iu',
);

/** Numbers that no brackets mark, as all that stands behind the heading. */
const bareNumbers = new RegExp(String.raw`${headed}[:：][*_]{0,3}\s*(?=\d)[\d\s,;&.]+$`, 'iu');

/** A line that may open a list, and has not yet shown whether it does, is at most so long. */
const longestUntold = 200;

/** Share of an entry's words that names of sources must hold where no mark opens it. */
const namedShare = 0.5;

/** What a place is called within a source, whatever stands behind the word. */
const isPlace = new RegExp(`^(?:${placeWord.replaceAll(String.raw`\.`, '')})$`, 'u');

/**
 * Holds back the list of sources that many models end an answer with, though nobody asks them to: readers are shown a
 * better one, and its lines are no claims. Held are the lines from its heading, or its first footnote, on for as long
 * as each is an entry that names a source by its mark or by what it is called; when something else follows they were
 * none. All before goes on as it comes, but for the beginning of a line that may be such a heading.
 *
 * However an answer is cut, the same is left of it: whether a line may be of the list is told by as few of its first
 * characters as tell, though more may have come.
 */
export class SourceListHold {
  readonly #names: readonly string[];
  readonly #words: ReadonlySet<string>;
  /** Whole lines that may be the list. */
  #held = '';
  /** The beginning of a line that may be of it. */
  #line = '';
  /** Whether the line may be of it when it is whole; undefined where that is not told yet. */
  #mayBeOfList: boolean | undefined;
  #stage: 'text' | 'rule' | 'list' = 'text';
  /** Whether the answer itself is written as footnotes are: its first line is one. */
  #saysFootnotes = false;
  #hasSaid = false;
  /** Whether the answer cites below its paragraphs. */
  #citesBelow = false;

  /** `names`: what the sources and their chapters are called. Where nothing is, marks alone tell an entry. */
  constructor(names: readonly string[]) {
    this.#names = names;
    this.#words = new Set(names.flatMap(wordsOf));
  }

  /** What of the answer goes on now. */
  push(text: string): string {
    if (this.#mayBeOfList === false && !text.includes('\n')) return this.#say(text);
    return text
      .split(/(?<=\n)/)
      .map((part) => this.#take(part))
      .join('');
  }

  /**
   * The rest. A list goes on only where the answer cites nothing before it: then it alone says where that is from, by
   * its marks where it has some.
   */
  end(isCited: boolean): string {
    const rest = this.#line === '' ? '' : this.#settle(this.#line);
    if (bareNumbers.test(this.#held)) this.#held = this.#held.replace(/\d+/g, '[$&]');
    const isOnlyMarks = onlyMarks.test(this.#held);
    if (this.#stage === 'list' && isCited && !(this.#citesBelow && isOnlyMarks)) this.#held = '';
    else if (this.#stage === 'list' && !isOnlyMarks)
      this.#held = this.#held.match(numberMark)?.join(' ').replaceAll(']:', ']') ?? this.#held;
    return rest + this.#release();
  }

  /** Takes the rest of a line, or a part of it. */
  #take(part: string): string {
    const line = this.#line + part;
    const isWhole = part.endsWith('\n');
    const end = isWhole ? line.length - 1 : line.length;
    for (let length = this.#line.length + 1; this.#mayBeOfList === undefined && length <= end; length++)
      this.#mayBeOfList = this.#mayBecome(line.slice(0, length));
    const mayBeOfList = this.#mayBeOfList;
    if (isWhole) this.#mayBeOfList = undefined;
    this.#line = isWhole || mayBeOfList === false ? '' : line;
    if (mayBeOfList === false) return this.#release() + this.#say(line);
    return isWhole ? this.#settle(line) : '';
  }

  /** What goes on now that a line is whole. */
  #settle(line: string): string {
    const isInList = this.#stage === 'list';
    if (isInList && this.#isEntry(line)) return this.#hold(line);
    const before = isInList ? this.#release() : '';
    if (this.#hasSaid && this.#opens(line)) {
      this.#stage = 'list';
      return before + this.#hold(line);
    }
    if (this.#hasSaid && rule.test(line)) {
      const earlier = this.#release();
      this.#stage = 'rule';
      return before + earlier + this.#hold(line);
    }
    if (this.#stage === 'rule' && line.trim() === '') return before + this.#hold(line);
    return before + this.#release() + this.#say(line);
  }

  /** Whether a line that begins so may be of the list; undefined where what follows may still tell. */
  #mayBecome(begun: string): boolean | undefined {
    if (this.#stage === 'list' && entryBegun.test(begun)) return true;
    if (this.#stage === 'list' && begun.trim() === '') return undefined;
    if (begun.length > longestUntold) return false;
    if (this.#hasSaid) return mayOpen(begun);
    this.#saysFootnotes = definition.test(begun);
    return definitionBegun.test(begun) ? undefined : false;
  }

  #hold(line: string): string {
    this.#held += line;
    return '';
  }

  #release(): string {
    this.#citesBelow ||= onlyMarks.test(this.#held);
    const held = this.#held.replace(onlyMarks, '$<marks>');
    this.#held = '';
    this.#stage = 'text';
    return this.#say(held);
  }

  #say(text: string): string {
    this.#hasSaid ||= text.trim() !== '';
    return text;
  }

  #opens(line: string): boolean {
    if (definition.test(line)) return !this.#saysFootnotes && this.#isEntry(line);
    const found = heading.exec(line.trimEnd());
    const entry = found?.groups?.['entry'] ?? '';
    return found !== null && (entry === '' || bareNumbers.test(line) || this.#namesSource(entry));
  }

  #isEntry(line: string): boolean {
    const { indentation = '', marker, words = '' } = entryOf.exec(line.trimEnd())?.groups ?? {};
    if (words === '') return true;
    // What goes on below an entry.
    if (marker === undefined && !leadingMark.test(words)) return indentation.length > 1;
    return this.#namesSource(words);
  }

  #namesSource(entry: string): boolean {
    const isMarked = leadingMark.test(entry);
    const name = entry
      .replace(/https?:\/\/\S+/g, ' ')
      .replace(numberMark, ' ')
      .replace(/[[\]【】［］*_]/g, ' ');
    const said = wordsOf(name).filter((word) => !isPlace.test(word) && !conjunctions.includes(word));
    if (said.length === 0 || this.#names.length === 0) return isMarked;
    if (isMarked && (quotation.test(name) || matchTitle(name, this.#names) !== undefined)) return true;
    return said.filter((word) => this.#words.has(word)).length >= namedShare * said.length;
  }
}

/** Whether a line that begins so may be a rule, or open a list; undefined where what follows may still tell. */
function mayOpen(begun: string): boolean | undefined {
  const words = begun.replace(decoration, '').toLowerCase();
  if (sourceWords.some((one) => one.startsWith(words)) || definitionBegun.test(begun)) return undefined;
  if (headingWithColon.test(begun) || definition.test(begun)) return true;
  return heading.test(begun) ? undefined : false;
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{M}\p{N}]*/gu) ?? []
  );
}
