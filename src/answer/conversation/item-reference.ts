import { byLanguage } from '../../language/language-packs.ts';
import { anyItemMark } from '../../text/sentences/item-mark.ts';
import { ownValue } from '../../values/own-value.ts';
import { cellsOf } from '../extract/table-cells.ts';

/** Ordinals up to the fifth and the last, by language: how they begin, since their endings change. */
const ordinals = byLanguage(({ talking }) => talking?.ordinals);

/** The articles before them; a language without articles has none. */
const articles = byLanguage(({ talking }) => talking?.ordinalArticles);

/** What any item may be called: "the second step". */
const nouns =
  'ones?|steps?|points?|items?|options?|schritt|punkt|étape|élément|paso|punto|opción|passo|passaggio|opzione|ponto|item|opção|stap|punt|optie|шаг|пункт|вариант';

/** Behind them no other noun follows, but the end of a clause: "et le premier ?". "One" may stand anywhere. */
const withoutNoun = String.raw`(?:\s+ones?(?!\p{L})|(?:\s+(?:${nouns}))?(?=\s*(?:[?؟.,;:!]|$)))`;

const patterns: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    Object.entries(ordinals).map(([language, stems]) => [
      language,
      new RegExp(
        `(?<!\\p{L})${articles[language] ?? ''}(?:${stems.map((stem) => `((?:${stem})\\p{L}{0,3})`).join('|')})${withoutNoun}`,
        'iu',
      ),
    ]),
  ),
  ...byLanguage(({ talking }) => talking?.ordinalsWithin),
};

/** The one behind the fifth. */
const lastOrdinal = 5;

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
  return { place: place === lastOrdinal ? -1 : place, words: match[0] };
}

/** An item of a list in Markdown: its indentation, and its words. */
const item = new RegExp(String.raw`^([ \t]*)${anyItemMark}(\S.*)$`, 'gmu');

/** The rows below the header of a table in Markdown, with bars around them or without. */
const rowsOfTable = /^(?=[^\n-]*-)(?=[^\n|]*\|)[ \t:|-]+\n((?:[^\n|]*\|.*(?:\n|$))+)/mu;

/** What an item is called stands before a colon or a dash, else it is all of its first words. */
const name = /^(.{2,60}?)(?:\s*[:：]|\s[–—-]\s|$)/u;

/**
 * The name of the item at this place of the first list in a reply, or of the row of its first table where that comes
 * first, without marks and footnotes; undefined where none has one there. Items within items do not count.
 */
export function itemAt(reply: string, place: number): string | undefined {
  const table = rowsOfTable.exec(reply);
  const items = listItems(reply.slice(0, table?.index)) ?? (table && labelsOf(table[1] ?? ''));
  const words = items
    ?.at(place)
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

function labelsOf(rows: string): readonly string[] {
  const lines = rows.trim().split('\n');
  return lines.map((row) => cellsOf(row).find((cell) => /\p{L}/u.test(cell)) ?? '');
}
