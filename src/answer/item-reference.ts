import { ownValue } from '../own-value.ts';
import { itemMark } from '../text/item-mark.ts';
import { cellsOf } from './extract/table-cells.ts';

/** Ordinals up to the fifth and the last, by language: how they begin, since their endings change. */
const ordinals: Readonly<Record<string, readonly string[]>> = {
  en: ['first|1st', 'second|2nd', 'third|3rd', 'fourth|4th', 'fifth|5th', 'last'],
  de: ['erste', 'zweite', 'dritte', 'vierte', 'fünfte', 'letzte'],
  fr: ['premi[eè]r', 'deuxième|second', 'troisième', 'quatrième', 'cinquième', 'derni[eè]r'],
  es: ['primer', 'segund', 'tercer', 'cuart', 'quint', 'últim'],
  it: ['prim', 'second', 'terz', 'quart', 'quint', 'ultim'],
  pt: ['primeir', 'segund', 'terceir', 'quart', 'quint', 'últim'],
  nl: ['eerste', 'tweede', 'derde', 'vierde', 'vijfde', 'laatste'],
  ru: ['перв', 'втор', 'трет', 'четв[её]рт', 'пят', 'последн'],
};

/** The articles before them; a language without articles has none. */
const articles: Readonly<Record<string, string>> = {
  en: 'the ',
  de: 'd(?:er|ie|as|en|em|es) ',
  fr: '(?:l[ae]s? |du |des )',
  es: '(?:el |la |los |las |del )',
  it: "(?:il |la |lo |i |le |gli |del |della |l['’])",
  pt: '(?:o |a |os |as |do |da )',
  nl: 'de ',
  ru: '',
};

/**
 * Behind them no noun follows, but "one" or the end of a clause: "the second one costs what?", "et le premier ?". Any
 * other word may be the noun.
 */
const withoutNoun = String.raw`(?:\s+ones?(?!\p{L})|\s*(?:[?.,;:!]|$))`;

const patterns: Readonly<Record<string, RegExp>> = Object.fromEntries(
  Object.entries(ordinals).map(([language, stems]) => [
    language,
    new RegExp(
      `(?<!\\p{L})${articles[language] ?? ''}(?:${stems.map((stem) => `((?:${stem})\\p{L}{0,3})`).join('|')})${withoutNoun}`,
      'iu',
    ),
  ]),
);

/** An item of a list that a question means by its place: "And the second one?" */
export interface ItemReference {
  /** 0 for the first; −1 for the last. */
  readonly place: number;
  /** The words that mean it, as they stand in the question. */
  readonly words: string;
}

/** The item that a question means by its place and no name; undefined where it means none, or in other languages. */
export function itemReference(question: string, language: string): ItemReference | undefined {
  const match = ownValue(patterns, language)?.exec(question);
  if (!match) return undefined;
  const place = match.slice(1).findIndex((ordinal) => ordinal !== undefined);
  const isLast = place === (ordinals[language]?.length ?? 0) - 1;
  return { place: isLast ? -1 : place, words: match[0] };
}

/** An item of a list in Markdown: its indentation, and its words. */
const item = new RegExp(String.raw`^([ \t]*)${itemMark}[ \t]+(\S.*)$`, 'gmu');

/** The rows below the header of a table in Markdown. */
const rowsOfTable = /^\|(?=.*-)[ \t:|-]+\n((?:\|.*\n?)+)/mu;

/** What an item is called stands before a colon or a dash, else it is all of its first words. */
const name = /^(.{2,60}?)(?:\s*[:：]|\s[–—-]\s|$)/u;

/**
 * The name of the item at this place of the first list in a reply, or, where there is none, of the row of its first
 * table, without marks and footnotes; undefined where none has one there. Items within items do not count.
 */
export function itemAt(reply: string, place: number): string | undefined {
  const words = (listItems(reply) ?? tableLabels(reply))
    .at(place)
    ?.replace(/\s\[\d+\]/gu, '')
    .replace(/[*_`]/gu, '');
  return words === undefined ? undefined : (name.exec(words)?.[1] ?? words).trim();
}

/** Undefined where there is no list. */
function listItems(reply: string): readonly string[] | undefined {
  const found = [...reply.matchAll(item)];
  const outermost = Math.min(...found.map(([, indentation = '']) => indentation.length));
  const items = found.filter(([, indentation = '']) => indentation.length === outermost);
  return items.length === 0 ? undefined : items.map(([, , words = '']) => words);
}

function tableLabels(reply: string): readonly string[] {
  const rows = rowsOfTable.exec(reply)?.[1]?.trim().split('\n') ?? [];
  return rows.map((row) => cellsOf(row).find((cell) => /\p{L}/u.test(cell)) ?? '');
}
