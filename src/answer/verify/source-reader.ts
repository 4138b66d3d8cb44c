import type { Analyser } from '../../contracts/analyser.ts';
import { isAscii } from '../../text/analyser/normalise.ts';
import { type DateMention, findDates } from '../../text/dates.ts';
import { withoutFunctionWords } from '../../text/function-words.ts';
import { detectLanguage } from '../../text/language/detect-language.ts';
import { names } from '../../text/proper-names.ts';
import { isDelimiterRow, isTableRow } from '../../text/sentences/row-cells.ts';
import { asciiDigits, withNumbersApart } from '../../text/words.ts';
import { type Clause, clausesOf, type Denial, denials, leavesOpen, Opposites } from './denials.ts';
import { quantities, signWords, unitsIn } from './quantities.ts';

/** A row of a table below its header. */
interface ReadRow {
  /** The terms of its first cell, which names what it is about. */
  readonly label: ReadonlySet<string>;
  readonly numbers: ReadonlySet<number>;
}

/** The rows of the tables in a text, headers aside. `termsIn` and `numbersIn` read a part of it. */
function tableRows(
  text: string,
  termsIn: (part: string) => readonly string[],
  numbersIn: (part: string) => Iterable<number>,
): readonly ReadRow[] {
  if (!text.includes('\n') || !text.includes('|')) return [];
  const lines = text.split('\n');
  const rows = lines.filter(
    (line, place) =>
      isTableRow(line, false) && !isDelimiterRow(line) && !isDelimiterRow(lines[place + 1] ?? ''),
  );
  return rows.map((row) => {
    const [label = ''] = row.trim().replace(/^\|/, '').split('|', 1);
    return { label: new Set(termsIn(label)), numbers: new Set(numbersIn(row)) };
  });
}

/**
 * Numbers that stand in rows of which a claim names none, where it names another: “The P-250 weighs 45 kg.” has the
 * number of the P-300. `terms` are those of the claim.
 */
export function numbersOfOtherRows(
  rows: readonly ReadRow[],
  terms: ReadonlySet<string>,
): ReadonlySet<number> {
  const isNamed = ({ label }: ReadRow) => label.size > 0 && label.isSubsetOf(terms);
  const named = rows.filter(isNamed);
  if (named.length === 0 || named.length === rows.length) return new Set();
  const own = new Set(named.flatMap(({ numbers }) => [...numbers]));
  const all = rows.flatMap(({ numbers }) => [...numbers]);
  return new Set(all).difference(own);
}

/** What a source holds. */
export interface ReadSource {
  readonly folded: string;
  readonly terms: ReadonlySet<string>;
  readonly dates: readonly DateMention[];
  readonly numbers: ReadonlySet<number>;
  /** The words in it that are names. Read when they are asked for. */
  readonly names: readonly string[];
  /** Of the tables in it. */
  readonly rows: readonly ReadRow[];
  readonly units: ReadonlySet<string>;
  readonly denials: readonly Denial[];
  /** Whether it leaves open whether something is so. */
  readonly isHedged: boolean;
  /** With what they leave open. Read when they are asked for: few claims need them. */
  readonly clauses: readonly Clause[];
}

/** Reads sources and the sentences that cite them; what comes again is read once. */
export class SourceReader {
  /** Of the sentences, a BCP 47 primary subtag. */
  readonly language: string;
  readonly #analyser: Analyser;
  readonly #sources = new Map<string, ReadSource>();
  /** The terms of words. */
  readonly #words = new Map<string, readonly string[]>();
  #opposites: Opposites | undefined;

  constructor(analyser: Analyser, language: string) {
    this.#analyser = analyser;
    this.language = language;
  }

  read(source: string): ReadSource {
    const known = this.#sources.get(source);
    if (known) return known;
    const languages = [this.language, detectLanguage(source, this.language)];
    const text = withNumbersApart(withDegrees(source));
    const plain = folded(source);
    const numbersIn = (part: string) => quantities(part, languages).flatMap(({ values }) => values);
    const readClauses = () => clausesOf(plain, this.language, (part) => this.contentTerms(part));
    let clauses: readonly Clause[] | undefined;
    let named: readonly string[] | undefined;
    const readNames = () => names(plain, this.language);
    const read = {
      folded: plain,
      terms: new Set([
        ...this.termsIn(text),
        ...this.termsIn(partsOfNames(text)),
        ...signWords(text).flatMap((word) => this.termsOf(word)),
      ]),
      dates: findDates(text),
      // “6½” is another number once its letters have one form.
      numbers: new Set([...numbersIn(text), ...numbersIn(plain)]),
      get names() {
        return (named ??= readNames());
      },
      rows: tableRows(text, (part) => this.termsIn(part), numbersIn),
      units: unitsIn(text),
      denials: denials(text, this),
      isHedged: leavesOpen(plain, this.language),
      get clauses() {
        return (clauses ??= readClauses());
      },
    };
    this.#sources.set(source, read);
    return read;
  }

  termsIn(text: string): string[] {
    return this.#analyser.terms(text, this.language).map((term) => term.text);
  }

  termsOf(word: string): readonly string[] {
    const known = this.#words.get(word);
    if (known) return known;
    const terms = this.termsIn(word);
    this.#words.set(word, terms);
    return terms;
  }

  /** The first term of a word; of one without any the word itself. */
  termOf(word: string): string {
    return this.termsOf(word)[0] ?? word;
  }

  /** Those of the language. */
  get opposites(): Opposites {
    return (this.#opposites ??= new Opposites(this.language, (word) => this.termOf(word)));
  }

  /** The terms of the words that say the same as a word does, as “rose” and “increased”. */
  sameAs(word: string): ReadonlySet<string> {
    return this.opposites.sameAs(this.termOf(word));
  }

  contentTerms(text: string): readonly string[] {
    return this.termsIn(withoutFunctionWords(text, this.language));
  }
}

/** Whether sources hold all of these terms between them. */
export function hold(sources: readonly ReadSource[], terms: readonly string[]): boolean {
  for (const term of terms) if (!sources.some((source) => source.terms.has(term))) return false;
  return true;
}

/** What stands between the parts of a name. */
const withinName = /[._-](?<=[\p{L}\p{Nd}].)(?=[\p{L}\p{Nd}])/u;

/** The parts of the names in a text: a claim may name `answer.topK` by its last part. */
export function partsOfNames(text: string): string {
  if (!withinName.test(text)) return '';
  const names = text.split(/\s+/).filter((word) => withinName.test(word));
  return names.join(' ').replace(/[._-]/g, ' ');
}

/** A space that keeps the digits of one number together: NFKC makes it one that parts two. */
const withinNumber = /(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))/g;

/** A text whose temperatures are written out: the “C” of “8 °C” is no name. */
function withDegrees(text: string): string {
  return text.replace(/(?:° ?C|℃)(?!\p{L})/gu, ' degrees Celsius');
}

/** A text as it is compared: letters and digits of one form, white space of one kind and none before a stop. */
export function folded(text: string): string {
  const plain = isAscii(text)
    ? text
    : withDegrees(asciiDigits(withNumbersApart(text.replace(withinNumber, '')).normalize('NFKC')));
  return plain
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
    .trim();
}
