import { type Attribute, none, type Relation } from '../language/language-pack.ts';
import { byLanguage } from '../language/language-packs.ts';
import { formsOf } from '../text/scale-words.ts';
import { blank } from '../text/sentences/note-marks.ts';
import { wholeWordsSource, writesSpaces } from '../text/words.ts';
import { ownValue } from '../values/own-value.ts';
import { isQuestionWord, tellingWords, withoutOpeningTalk } from './asking-words.ts';
import { countedThing, hasAlternatives } from './intent.ts';
import { dateExpressions } from './names.ts';

/** What a question asks to be done with the rows of a table. */
export interface AskedOfRows {
  /** To count them, to find those with the most or the least of something, or to add that up. */
  readonly kind: 'number' | 'highest' | 'lowest' | 'total';
  /** The word that says so, "heaviest"; empty where it asks how many. */
  readonly word: string;
  /** What it says besides: the words that name what is counted or compared. */
  readonly text: string;
  /** What is compared, as far as the word that compares tells: “heaviest” of weights. */
  readonly attributes: readonly Attribute[];
  /** Whether the word may be said of whatever a column gives: “最高” is highest and tallest. */
  readonly isOfAny: boolean;
  /** Whether one of several things that it says will do: “with gas or built in 2021”. */
  readonly hasAlternatives: boolean;
  /** The bounds that rows must keep. */
  readonly bounds: readonly AskedBound[];
  /** Days that it names besides: “built in 2016”. */
  readonly days: readonly { readonly from: string; readonly to: string; readonly text: string }[];
  /** The word behind the one that asks, in small letters: “kiln” of “Which kiln is heaviest?” */
  readonly thing: string | undefined;
}

/** A bound of a question: “more than 20 kg”, “before 2020”. */
export interface AskedBound {
  readonly relation: Relation;
  /** As it is written, with its unit: “20 kg”. */
  readonly amount: string;
  /** The days that it covers, ISO 8601; undefined of what is no date. */
  readonly days: { readonly from: string; readonly to: string } | undefined;
  /** What is compared, where the word that compares tells: “deeper than 10”. */
  readonly attributes: readonly Attribute[];
  /** The words right before it, nearest last: what they name is what has the bound. */
  readonly before: string;
}

/** How a language compares, with its words as patterns. */
interface ComparingPatterns {
  readonly attributes: readonly { readonly name: Attribute; readonly more: RegExp; readonly less: RegExp }[];
  readonly most: RegExp;
  readonly least: RegExp;
  readonly total: RegExp;
  /** Between two things that are compared, anywhere in a text, and at its end. */
  readonly than: RegExp;
  readonly relations: readonly {
    readonly relation: Relation;
    readonly before: RegExp | undefined;
    readonly behind: RegExp | undefined;
  }[];
}

const parts = byLanguage(({ comparing }) => comparing);

/** A pattern in which a space stands for any white space. */
function spaced(source: string): string {
  return source.replaceAll(' ', String.raw`\s+`);
}

/** Made when a question in a language first comes. */
const made = new Map<string, ComparingPatterns>();

function patternsOf(language: string): ComparingPatterns | undefined {
  const known = made.get(language);
  const words = ownValue(parts, language);
  if (known || !words) return known;
  const isParted = writesSpaces(language) && language !== 'ko';
  const source = (pattern: string) =>
    isParted ? wholeWordsSource(spaced(pattern)) : `(?:${spaced(pattern)})`;
  const pattern = (words: string | typeof none) =>
    words === none ? /(?!)/u : new RegExp(source(words), 'iu');
  const attributes = Object.entries(words.attributes).flatMap(([name, attribute]) =>
    attribute === none
      ? []
      : [{ name: name as Attribute, more: pattern(attribute.more), less: pattern(attribute.less) }],
  );
  const [wordStart, unit] = isParted ? [String.raw`(?<!\p{L})`, ''] : ['', String.raw`(?:\p{L}{1,4}?)?`];
  const relations = Object.entries(words.relations).map(([relation, { before, behind }]) => ({
    relation: relation as Relation,
    before: before === none ? undefined : new RegExp(`${wordStart}(?:${spaced(before)})\\s?$`, 'iu'),
    behind: behind === none ? undefined : new RegExp(`^\\s?${unit}(?:${spaced(behind)})`, 'iu'),
  }));
  const found = {
    attributes,
    relations,
    most: pattern(words.most),
    least: pattern(words.least),
    total: pattern(words.total),
    than: pattern(words.than),
  };
  made.set(language, found);
  return found;
}

/** A longer question was pasted, and asks nothing of rows. */
const longestAsked = 500;

/**
 * What a question asks of all rows of a table; undefined where it asks for one thing, compares two, or its language
 * tells nothing of comparing. Linear in its length.
 * @param language a BCP 47 primary subtag
 */
export function askedOfRows(question: string, language: string): AskedOfRows | undefined {
  const asked = withoutOpeningTalk(question).replace(/\s+/g, ' ').slice(0, longestAsked).trim();
  const counted = countedThing(question, language);
  const patterns = patternsOf(language);
  const asksOf = (kind: AskedOfRows['kind'], text: string, of?: Partial<AskedOfRows>): AskedOfRows => {
    const [asking = '', thing] = asked.toLowerCase().match(/[\p{L}\p{M}'’-]+/gu) ?? [];
    return {
      kind,
      word: '',
      text: kind === 'number' ? text : tellingWords(text, language),
      attributes: [],
      isOfAny: true,
      hasAlternatives: hasAlternatives(text, language),
      bounds: [],
      days: dateExpressions(text),
      thing: isQuestionWord(asking, language) ? thing : undefined,
      ...of,
    };
  };
  if (!patterns) return counted ? asksOf('number', counted) : undefined;
  const { bounds, rest } = boundsOf(counted ?? asked.replace(/[?？!.。\s]+$/u, ''), patterns, language);
  if (counted) return asksOf('number', rest, { bounds });
  for (const kind of ['highest', 'lowest'] as const) {
    const side = kind === 'highest' ? 'more' : 'less';
    const named = patterns.attributes.flatMap(({ name, [side]: pattern }) => {
      const found = pattern.exec(rest);
      return found ? [{ name, found }] : [];
    });
    const longest = Math.max(...named.map(({ found }) => found[0].length));
    const [first, ...others] = named.filter(({ found }) => found[0].length === longest);
    if (!first) continue;
    const attributes = [first, ...others].map(({ name }) => name);
    return comparesTwo(rest, first.found, patterns, language)
      ? undefined
      : asksOf(kind, without(rest, first.found), {
          word: first.found[0],
          // “Most expensive” holds one, and is said of prices.
          isOfAny:
            (kind === 'highest' ? patterns.most : patterns.least).exec(first.found[0])?.[0] ===
            first.found[0],
          attributes,
          bounds,
        });
  }
  for (const [kind, pattern] of [
    ['lowest', patterns.least],
    ['highest', patterns.most],
    ['total', patterns.total],
  ] as const) {
    const found = pattern.exec(rest);
    if (found && !comparesTwo(rest, found, patterns, language))
      return asksOf(kind, without(rest, found), { word: found[0], bounds });
  }
  return undefined;
}

/** Whether what is compared is compared with one other thing: “heavier than the Kestrel”. */
function comparesTwo(
  text: string,
  { index, 0: word }: RegExpExecArray,
  { than }: ComparingPatterns,
  language: string,
): boolean {
  if (!writesSpaces(language) || language === 'ko') return than.test(text);
  return than.exec(text.slice(index + word.length).trimStart())?.index === 0;
}

function without(text: string, { index, 0: word }: RegExpExecArray): string {
  return blank(text, [{ start: index, end: index + word.length }])
    .replace(/\s+/g, ' ')
    .trim();
}

/** A number with what may be its unit before it or behind, or a time of day. */
const amounts =
  /(?:[$€£¥]\s?)?[+−-]?(?<![\p{L}\p{N}])\p{N}+(?:[.,:'’\u00a0\u202f]\p{N}+|\s\p{N}{3}(?!\p{N}))*(?<unit>\s?(?:[%‰$€£¥°℃]\p{Lu}?|\p{L}{1,3}(?![\p{L}\p{N}])))?/gu;

/** The bounds of a text, and what is left of it. */
function boundsOf(
  text: string,
  { relations, attributes, than }: ComparingPatterns,
  language: string,
): { readonly bounds: readonly AskedBound[]; readonly rest: string } {
  const dates = dateExpressions(text);
  const numbers = Array.from(blankedApart(text, language, dates).matchAll(amounts), (found) => {
    const { 0: amount, index, groups: { unit = '' } = {} } = found;
    // Behind “3 or more” stands no unit.
    const isUnit = !/\p{L}/u.test(unit) || formsOf(unit.trim()).length > 0;
    return { start: index, end: index + amount.length - (isUnit ? 0 : unit.length) };
  });
  const bounds: AskedBound[] = [];
  const taken: { start: number; end: number }[] = [];
  for (const one of [...dates, ...numbers].toSorted((a, b) => a.start - b.start)) {
    const [ahead, rear] = [text.slice(0, one.start), text.slice(one.end)];
    const days = 'from' in one ? { from: one.from, to: one.to } : undefined;
    const amount = text.slice(one.start, one.end);
    const add = (relation: Relation, start: number, end: number, of: readonly Attribute[] = []) => {
      bounds.push({ relation, amount, days, attributes: of, before: text.slice(0, start) });
      taken.push({ start, end });
    };
    const matches = relations.flatMap(({ relation, before, behind }) => {
      const [front, back] = [before?.exec(ahead)?.[0].length, behind?.exec(rear)?.[0].length];
      return front || back ? [{ relation, front: front ?? 0, back: front ? 0 : (back ?? 0) }] : [];
    });
    // “no more than” ends with “more than”.
    const best = matches.toSorted((a, b) => b.front + b.back - a.front - a.back)[0];
    const compared = Array.from(ahead.matchAll(new RegExp(than.source, 'giu'))).at(-1);
    const endsSo = compared && ahead.slice(compared.index + compared[0].length).trim() === '';
    const words = endsSo ? ahead.slice(0, compared.index).trimEnd() : '';
    const more = attributes.flatMap(({ name, more: pattern }) => endOf(words, pattern, name));
    const less = attributes.flatMap(({ name, less: pattern }) => endOf(words, pattern, name));
    const [first] = [...more, ...less];
    if (first) {
      const side = more.length > 0 ? more : less;
      add(
        more.length > 0 ? 'above' : 'below',
        first.start,
        one.end,
        side.map(({ name }) => name),
      );
    } else if (best) add(best.relation, one.start - best.front, one.end + best.back);
  }
  return { bounds, rest: blank(text, taken).replace(/\s+/g, ' ').trim() };
}

/** Where a text ends with what has more or less of an attribute. */
function endOf(
  text: string,
  pattern: RegExp,
  name: Attribute,
): readonly { readonly name: Attribute; readonly start: number }[] {
  if (text === '') return [];
  const found = Array.from(text.matchAll(new RegExp(pattern.source, 'giu'))).at(-1);
  return found && found.index + found[0].length === text.length ? [{ name, start: found.index }] : [];
}

/** A text without its dates, and with a space for letters that no space parts from figures: “价格超过300元”. */
function blankedApart(
  text: string,
  language: string,
  dates: readonly { readonly start: number; readonly end: number }[],
): string {
  const rest = blank(text, dates);
  return writesSpaces(language) && language !== 'ko' ? rest : rest.replace(/\p{L}/gu, ' ');
}
