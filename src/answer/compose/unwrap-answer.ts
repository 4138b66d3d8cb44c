import { closesFence, fenceBehind, fenceOf, mayBecomeFence } from '../../text/sentences/code-fence.ts';
import { itemMark } from '../../text/sentences/note-marks.ts';
import { conjunctions, matchTitle, placeWord, sourceWords } from './markers.ts';

/** What some models put the whole of an answer into, though nobody asks them to. */
const elements: readonly string[] = ['<answer>', '<final_answer>', '<response>'];
/** A fence for Markdown, and what may become one. */
const markdownFence = /^(?:`{3,}|~{3,})[ \t]*(?:markdown|md)[ \t\r]*\n/i;
const markdownFenceBegun = /^(?:`{0,2}|~{0,2}|(?:`{3,}|~{3,})[ \t]*\w{0,8}[ \t\r]*)$/;

/**
 * Takes a wrapping off an answer as it comes: a fence for Markdown around all of it, in which its citations would be
 * code, an element like `<answer>`, or JSON with an `answer`. Only what opens an answer is one. All else goes on at
 * once, but for what may open or close it.
 */
export class AnswerUnwrapper {
  #stage: 'opening' | 'fence' | 'element' | 'json' | 'none' = 'opening';
  #held = '';
  /** What opened it: a fence, or an element’s tag. */
  #opening = '';
  /** Whether what is held begins a line. */
  #beginsLine = true;
  /** The fence of the code that stands within the one for Markdown. */
  #codeFence: string | undefined;
  readonly #json = new JsonAnswer();
  #hasSaid = false;

  /** What of the answer goes on now. */
  push(text: string): string {
    if (this.#stage === 'none') return text;
    this.#held += text;
    if (this.#stage === 'opening') this.#open();
    return this.#goOn();
  }

  #goOn(): string {
    if (this.#stage === 'fence') return this.#trimmed(this.#lines());
    if (this.#stage === 'element') return this.#trimmed(this.#upToClosing());
    if (this.#stage === 'json') return this.#json.push(this.#rest());
    return this.#stage === 'none' ? this.#rest() : '';
  }

  /** The rest. */
  end(): string {
    if (this.#stage === 'json') return this.#json.end();
    const rest = this.#rest();
    return this.#stage === 'fence' && this.#beginsLine && this.#isClosedBy(rest) ? '' : rest;
  }

  #rest(): string {
    const rest = this.#held;
    this.#held = '';
    return rest;
  }

  #open(): void {
    const said = this.#held.trimStart();
    const tag = elements.find((one) => said.toLowerCase().startsWith(one));
    const fence = markdownFence.exec(said)?.[0];
    const opening = tag ?? fence ?? jsonOpening(said);
    if (opening !== undefined) {
      this.#stage = tag !== undefined ? 'element' : fence !== undefined ? 'fence' : 'json';
      this.#opening = tag ?? fenceOf(said) ?? '';
      this.#held = said.slice(opening.length);
    } else if (!this.#mayOpen(said)) this.#stage = 'none';
  }

  #mayOpen(said: string): boolean {
    const begun = said.toLowerCase();
    return (
      markdownFenceBegun.test(said) || mayBecomeJson(said) || elements.some((one) => one.startsWith(begun))
    );
  }

  /** Whole lines, and the beginning of one that is no fence. */
  #lines(): string {
    let said = '';
    for (;;) {
      const end = this.#held.indexOf('\n');
      const line = end < 0 ? this.#held : this.#held.slice(0, end);
      if (end < 0 && this.#beginsLine && mayBecomeFence(line)) return said;
      this.#held = this.#held.slice(end < 0 ? line.length : end + 1);
      if (this.#beginsLine && this.#isClosedBy(line)) {
        this.#stage = 'none';
        return said + this.#rest();
      }
      if (this.#beginsLine) this.#codeFence = fenceBehind(line, this.#codeFence);
      said += end < 0 ? line : `${line}\n`;
      this.#beginsLine = end >= 0;
      if (end < 0) return said;
    }
  }

  /** Whether a line closes the fence for Markdown, and no code within it. */
  #isClosedBy(line: string): boolean {
    return this.#codeFence === undefined && closesFence(line, this.#opening);
  }

  #upToClosing(): string {
    const closing = this.#opening.replace('<', '</');
    const at = this.#held.toLowerCase().indexOf(closing);
    if (at >= 0) {
      this.#stage = 'none';
      const said = this.#held.slice(0, at) + this.#held.slice(at + closing.length);
      this.#held = '';
      return said;
    }
    const open = this.#held.lastIndexOf('<');
    const mayClose = open >= 0 && closing.startsWith(this.#held.slice(open).toLowerCase());
    const said = mayClose ? this.#held.slice(0, open) : this.#held;
    this.#held = this.#held.slice(said.length);
    return said;
  }

  /** Without the blanks between what opens the answer and its first word. */
  #trimmed(said: string): string {
    const words = this.#hasSaid ? said : said.trimStart();
    this.#hasSaid ||= words !== '';
    return words;
  }
}

/** How an answer begins that is written as JSON. */
const opening = /^\s*(?:`{3,}[ \t]*(?:json)?\s*)?\{\s*"(?:final_)?answer"\s*:\s*"/i;

/** The same without white space, as far as tells it from others. */
const openings: readonly string[] = ['answer', 'final_answer']
  .map((name) => `{"${name}":"`)
  .flatMap((json) => [json, `\`\`\`${json}`, `\`\`\`json${json}`]);

/** A list of its sources beside the answer, and what it names. */
const list = /"(?:citations?|sources?|references?)"\s*:\s*\[([^[\]{}]*)\]/i;
const listed = /"((?:[^"\\]|\\.)*)"|\d+/g;

/** Half of an escaped character beyond the basic plane, and the other half. */
const high = String.raw`ud[89ab][\da-f]{2}`;
const low = String.raw`ud[c-f][\da-f]{2}`;

/**
 * What a text in JSON is made of, its end included; what may be an escaped character when more comes is none, and a
 * half waits for the other one.
 */
const sign = new RegExp(
  String.raw`[^"\\]+|"|\\(?:${high}\\${low}|(?!${high}(?:\\(?:u[\da-f]{0,3})?)?$)u[\da-f]{4}|[^u]|u(?![\da-f]{0,3}$|[\da-f]{4}))`,
  'iy',
);

/** What stands before the words of an answer that is JSON; undefined where it is not, or not yet. */
function jsonOpening(text: string): string | undefined {
  return opening.exec(text)?.[0];
}

/** Whether a text that begins so may yet be JSON with an answer. */
function mayBecomeJson(text: string): boolean {
  const begun = text.replace(/\s+/g, '').toLowerCase();
  return openings.some((one) => one.startsWith(begun));
}

/**
 * Takes an answer out of JSON as it comes, `{"answer": "It rings [1].", "sources": [1]}`. What it lists as its sources
 * comes behind it, as others write such a list.
 */
class JsonAnswer {
  #held = '';
  #isOver = false;

  /** What the answer says further, behind {@link jsonOpening}. */
  push(text: string): string {
    this.#held += text;
    const held = this.#held;
    let said = '';
    sign.lastIndex = 0;
    let at = 0;
    while (!this.#isOver) {
      const [found] = sign.exec(held) ?? [];
      if (found === undefined) break;
      at = sign.lastIndex;
      this.#isOver = found === '"';
      if (!this.#isOver) said += found.startsWith('\\') ? unescaped(found) : found;
    }
    this.#held = held.slice(at);
    return said;
  }

  /** The list of its sources. */
  end(): string {
    const found = list.exec(this.#held)?.[1] ?? '';
    const sources = Array.from(found.matchAll(listed), ([source, name]) => `[${name ?? source}]`);
    return sources.length === 0 ? '' : `\n\nSources: ${sources.join(', ')}`;
  }
}

/** A character that JSON has behind a backslash; what stands there where JSON knows none. */
function unescaped(found: string): string {
  try {
    return JSON.parse(`"${found}"`) as string;
  } catch {
    return found.slice(1);
  }
}

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
