import type { FieldType, FieldTypes, Filter } from '../contracts/engine.ts';
import { byLanguage } from '../language/language-packs.ts';
import type { Place } from '../text/sentences/note-marks.ts';
import { unspacedLetters, wholeWordsSource } from '../text/words.ts';
import { hasCalendarDay } from '../values/iso-time.ts';
import { ownValue } from '../values/own-value.ts';

/** A phrase between quotation marks, the marks belonging to the place and not to the text. */
interface QuotedPhrase extends Place {
  readonly text: string;
}

/** What is longer is a passage that someone pasted, and hardly stands in a document letter for letter. */
const maxPhraseLength = 200;

/** Opening quotation marks with what closes them: English, German and Polish, French, German in books, Japanese. */
const closingMarks: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”',
  '„': '“”',
  '«': '»',
  '»': '«',
  '「': '」',
  '『': '』',
};

const quotation = new RegExp(
  Object.entries(closingMarks)
    .map(([opening, closing]) => `${opening}[^${closing}\\n]{0,${maxPhraseLength}}[${closing}]`)
    .join('|'),
  'g',
);

/** The quoted phrases of a text in order. A mark without its counterpart on the same line is no quotation. */
export function quotedPhrases(text: string): QuotedPhrase[] {
  const quotations = Array.from(text.matchAll(quotation), ({ 0: quoted, index }) => {
    return { text: quoted.slice(1, -1).trim(), start: index, end: index + quoted.length };
  });
  return quotations.filter((phrase) => /[\p{L}\p{N}]/u.test(phrase.text));
}

/** What a document can be told by without looking into it. */
export interface DocumentFacts {
  readonly path: string;
  readonly title: string;
}

/** What a question says of the path or title of the documents that it is put to. */
export interface DocumentCondition {
  readonly field: keyof DocumentFacts;
  /** `*` stands for anything. */
  readonly pattern: string;
  /** What meets the condition is left out. */
  readonly excluded: boolean;
}

/**
 * Whether a document meets the conditions. Case does not count, and `\` is `/` in a path. A path is matched from the
 * beginning of any of its parts: a pattern without `*` names a file or a folder (`handbook`), one with `*` goes to the
 * path's end (`handbook/*.md`). A title is matched anywhere in it. Several patterns for one field are alternatives.
 */
export function documentMatcher(
  conditions: readonly DocumentCondition[],
): (document: DocumentFacts) => boolean {
  const excluded = conditions.filter((condition) => condition.excluded);
  const wanted = (['path', 'title'] as const)
    .map((field) => conditions.filter((condition) => condition.field === field && !condition.excluded))
    .filter((alternatives) => alternatives.length > 0);
  return (document) =>
    wanted.every((alternatives) => alternatives.some((condition) => meets(document, condition))) &&
    !excluded.some((condition) => meets(document, condition));
}

function meets({ path, title }: DocumentFacts, { field, pattern }: DocumentCondition): boolean {
  const wanted = comparable(pattern);
  if (field === 'title') return containsInOrder(comparable(title), wanted.split('*'));
  const parts = bordered(wanted.replaceAll('\\', '/').replace(/^\.\//, '')).split('*');
  return containsInOrder(bordered(comparable(path)), parts, { toEnd: parts.length > 1 });
}

/** Names of files may have their accents as characters of their own. */
function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** With one slash at each end. */
function bordered(path: string): string {
  return `/${path.replace(/^\/|\/$/g, '')}/`;
}

/** Whether the parts follow one another in the text; with `toEnd`, the last of them at its end. */
function containsInOrder(text: string, parts: readonly string[], { toEnd = false } = {}): boolean {
  let position = 0;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const found = toEnd && isLast ? text.length - part.length : text.indexOf(part, position);
    if (found < position || !text.startsWith(part, found)) return false;
    position = found + part.length;
  }
  return true;
}

/** `field:value` in a question. */
interface FieldCondition extends Place {
  readonly text: string;
  readonly field: string;
  /** Written with a minus before it: what holds is left out. */
  readonly excluded: boolean;
  /** Over a declared field of the index; undefined for `path` and `title`, which every document has. */
  readonly filter?: Filter | undefined;
  /** Over one of these two; undefined for the others. */
  readonly document?: DocumentCondition;
}

/** What is written like a condition and is none: its words are looked for. */
export interface MistakenCondition {
  readonly text: string;
  /** Its name; where there is no such field, as it is written. */
  readonly field: string;
  /** What the field holds, which the value is none of; undefined where there is no such field. */
  readonly type: FieldType | undefined;
}

/** What a question says of fields. */
export interface FieldConditions {
  readonly conditions: readonly FieldCondition[];
  readonly mistaken: readonly MistakenCondition[];
}

/** A value between marks; single ones, which are also apostrophes, where no word goes on behind them. */
const quoted = [
  ...Object.entries(closingMarks).map(([opening, closing]) => `${opening}[^${closing}\\n]*[${closing}]`),
  `['‘][^'’\\n]*['’](?![\\p{L}\\p{N}])`,
].join('|');

const openingMarks = Object.keys(closingMarks).join('');

const condition = new RegExp(
  `(?<![^\\s(])(-?)([\\p{L}_][\\p{L}\\p{N}_.-]{0,127}):(${quoted}|[^\\s${openingMarks}]+)`,
  'gu',
);

const isQuotedValue = new RegExp(`^(?:${quoted})$`, 'u');

/**
 * Addresses, drives and names of code are no fields: `https://`, `localhost:3000`, `C:\\`, `std::move`. In scripts
 * without spaces none stands behind any colon.
 */
const meansField = new RegExp(
  String.raw`^-?(?!localhost:)(?![\p{L}_][\p{L}\p{N}_]+:(?!(?:19|20|21)\d\d(?:$|\D))\d{4,5}(?:$|[/?]))(?![${unspacedLetters}])[\p{L}_][\p{L}\p{N}_]+:(?:\.{2}|[<>]=?|["'‘“„«»]?-?)[\p{L}\p{N}]`,
  'u',
);

/**
 * The conditions of a question, whose names may also be written in capitals. A name that is neither `path`, `title` nor
 * a declared field, and a value that its field cannot hold, are ordinary text: a question may well say "note: this" or
 * "page:three".
 */
export function fieldConditions(text: string, fields: FieldTypes): FieldConditions {
  const conditions: FieldCondition[] = [];
  const mistaken: MistakenCondition[] = [];
  for (const match of text.matchAll(condition)) {
    const [all, minus, name = '', written = ''] = match;
    const field = Object.hasOwn(fields, name) ? name : name.toLowerCase();
    const isQuoted = isQuotedValue.test(written);
    const value = isQuoted ? written.slice(1, -1).trim() : withoutPunctuation(written);
    if (value === '') continue;
    const end = match.index + all.length - (isQuoted ? 0 : written.length - value.length);
    const excluded = minus === '-';
    const place = { start: match.index, end, text: text.slice(match.index, end), field, excluded };
    if (field === 'path' || field === 'title') {
      conditions.push({ ...place, document: { field, pattern: value, excluded } });
      continue;
    }
    const type = ownValue(fields, field);
    const filter = type && comparison(field, type, value);
    if (filter) conditions.push({ ...place, filter });
    else if (meansField.test(place.text))
      mistaken.push({ text: place.text, field: type ? field : name, type });
  }
  return { conditions, mistaken };
}

/**
 * The filter of all conditions on declared fields: values of one field are alternatives, fields must all hold, and
 * what is excluded must not. Undefined where there are none.
 */
export function filterOf(conditions: readonly FieldCondition[]): Filter | undefined {
  const wanted = Map.groupBy(
    conditions.filter(({ excluded }) => !excluded),
    ({ field }) => field,
  );
  const all = [
    ...Array.from(wanted, ([field, alternatives]) => anyOf(field, filtersOf(alternatives))),
    ...filtersOf(conditions.filter(({ excluded }) => excluded)).map((not) => ({ not })),
  ].filter((filter) => filter !== undefined);
  return all.length > 1 ? { and: all } : all[0];
}

function filtersOf(conditions: readonly FieldCondition[]): Filter[] {
  return conditions.flatMap(({ filter }) => filter ?? []);
}

/** Values that are equal to one field's are one list, however many they are. */
function anyOf(field: string, filters: readonly Filter[]): Filter | undefined {
  const values = filters.flatMap((filter) => ('op' in filter && filter.op === 'eq' ? [filter.value] : []));
  const others = filters.filter((filter) => !('op' in filter && filter.op === 'eq'));
  const alternatives = values.length > 1 ? [{ field, op: 'in' as const, value: values }, ...others] : filters;
  return alternatives.length > 1 ? { or: alternatives } : alternatives[0];
}

/** What a sentence puts behind a value; two points are an open range. */
function withoutPunctuation(written: string): string {
  return written.replace(/[?!,;:)]{1,9}$/, '').replace(/(?<!\.)\.$/, '');
}

/** Greater than any text that begins with what stands before it: texts are compared by code unit. */
const last = '\uffff';

const isoDate = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/;

/** Undefined where the field cannot hold the value. */
function comparison(field: string, type: FieldType, value: string): Filter | undefined {
  if (type === 'boolean') {
    const [isTrue, isFalse] = [/^true$/i.test(value), /^false$/i.test(value)];
    return isTrue || isFalse ? { field, op: 'eq', value: isTrue } : undefined;
  }
  if (type === 'list') return { field, op: 'eq', value };
  if (type === 'string') {
    return value.endsWith('*')
      ? between(field, value.slice(0, -1), value.slice(0, -1) + last)
      : { field, op: 'eq', value };
  }
  const [from = '', to = from] = value.split('..', 2);
  if (from === '' && to === '') return undefined;
  if (type === 'date') {
    const isDate = [from, to].every((end) => end === '' || (isoDate.test(end) && hasCalendarDay(end)));
    if (!isDate) return undefined;
    return from === to ? { field, op: 'eq', value: from } : between(field, from, to);
  }
  const isNumber = [from, to].every((end) => end === '' || /^-?\d+(?:\.\d+)?$/.test(end));
  if (!isNumber) return undefined;
  return from === to
    ? { field, op: 'eq', value: Number(from) }
    : between(field, from && Number(from), to && Number(to));
}

/** An empty end is open. */
function between(field: string, from: string | number, to: string | number): Filter {
  const ends: Filter[] = [];
  if (from !== '') ends.push({ field, op: 'gte', value: from });
  if (to !== '') ends.push({ field, op: 'lte', value: to });
  return ends.length === 1 ? (ends[0] as Filter) : { and: ends };
}

/** A place within documents that a question names, where it is to be answered from: "on page 3", "section 4.2". */
export interface AskedPlace {
  /** A page, a slide or a sheet; or what stands under a heading that has this number. */
  readonly kind: 'page' | 'section';
  /** As it was asked for: `3`, `4.2`. */
  readonly number: string;
  /** As it is written in the question: `page 3`. */
  readonly text: string;
  /** The words of the question that only say where to look. */
  readonly frame: readonly Place[];
}

/** How each language names places. */
const wordings = byLanguage(({ asking }) => asking?.places);

/** "The" and its like between a preposition and a name. */
const article = String.raw`(?:(?:the|de[rmns]?|die|das|la|le|les|el|il|lo|o|a|het)\s+)?`;

const number = String.raw`\p{Nd}{1,4}(?:\.\p{Nd}{1,3}){0,4}`;

interface Patterns {
  readonly place: RegExp;
  readonly says: RegExp;
  /** Whether a number written so is a place whatever stands around it. */
  readonly isAlways?: true;
}

const patterns: Readonly<Record<string, Patterns>> = {
  ...Object.fromEntries(
    Object.entries(wordings).map(([language, { page, section, before, says }]): [string, Patterns] => [
      language,
      {
        place: new RegExp(
          String.raw`(?<before>(?<![\p{L}\p{N}])(?:${before})\s+${article})?(?<![\p{L}\p{N}])(?:(?<page>${page})|(?:${section}|§))\s*(?<number>${number})(?![\p{L}\p{N}%])`,
          'iu',
        ),
        says: new RegExp(wholeWordsSource(says), 'giu'),
      },
    ]),
  ),
  ...byLanguage(({ asking }) => {
    const words = asking?.placesWithin;
    return (
      words && {
        place: new RegExp(words.place.replace('NUMBER', number), 'u'),
        says: words.says,
        isAlways: true as const,
      }
    );
  }),
};

/**
 * The place that a question names as one; undefined where it names none, or in other languages. A number behind such a
 * word may be a name: "What is section 230?", "error page 404".
 */
export function askedPlace(question: string, language: string): AskedPlace | undefined {
  const known = ownValue(patterns, language);
  const match = known?.place.exec(question);
  if (!known || !match) return undefined;
  const [text] = match;
  const { page, before, number: asked = '' } = match.groups ?? {};
  const kind = page === undefined ? 'section' : 'page';
  if (kind === 'page' && asked.includes('.')) return undefined;
  const start = match.index;
  const end = start + text.length;
  const verbs = Array.from(question.matchAll(known.says), ({ index, 0: verb }) => {
    return { start: index, end: index + verb.length };
  }).filter((verb) => verb.end <= start || verb.start >= end);
  const isPlace = known.isAlways || before !== undefined || verbs.length > 0 || asked.includes('.');
  if (!isPlace) return undefined;
  const numberAt = start + text.lastIndexOf(asked);
  // The number of a section stands in its heading, and is looked for.
  const places =
    kind === 'page'
      ? [{ start, end }]
      : [
          { start, end: numberAt },
          { start: numberAt + asked.length, end },
        ];
  return {
    kind,
    number: asked,
    text: text.slice(before?.length ?? 0),
    frame: [...places, ...verbs].toSorted((a, b) => a.start - b.start),
  };
}
