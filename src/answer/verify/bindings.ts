import { byLanguage } from '../../language/language-packs.ts';
import { type DateMention, findDates } from '../../text/dates.ts';
import { isFunctionWord } from '../../text/function-words.ts';
import { names } from '../../text/proper-names.ts';
import type { Place } from '../../text/sentences/note-marks.ts';
import { isTableRow } from '../../text/sentences/row-cells.ts';
import { type Quantity, quantities } from './quantities.ts';
import type { SourceReader } from './source-reader.ts';

/** A figure of a clause: what tells one statement from another that is made of the same words. */
interface Figure extends Place {
  readonly kind: 'date' | 'number' | 'name';
  readonly isSame: (other: Figure) => boolean;
  readonly date?: DateMention;
  readonly values?: readonly number[];
  readonly terms?: readonly string[];
}

/** A statement of a sentence with its figures. */
export interface BoundClause {
  /** Its content terms, with the subject that it shares with the clause before it. */
  readonly terms: ReadonlySet<string>;
  readonly figures: readonly Figure[];
  readonly text: string;
}

const sentenceEnd = /(?<=[.!?])\s+(?=[\p{Lu}\p{N}“"„«*-])|(?<=[。！？])|\n+/u;
const clauseBorder = /[;:,،؛](?=\s|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])|[；，]/u;
const conjunctions = byLanguage(({ claiming }) => claiming?.conjunctions);

/** The clauses of a text. Rows of tables have none: cells are bound by their row. */
export function boundClauses(text: string, reader: SourceReader): readonly BoundClause[] {
  const joins = conjunctions[reader.language];
  const borders = new RegExp(
    joins === undefined
      ? clauseBorder.source
      : String.raw`${clauseBorder.source}|(?<!\p{L})(?:${joins})(?!\p{L})`,
    'giu',
  );
  return text
    .split(sentenceEnd)
    .filter((sentence) => !isTableRow(sentence, false))
    .flatMap((sentence) => clausesOfSentence(sentence, borders, reader));
}

function clausesOfSentence(sentence: string, borders: RegExp, reader: SourceReader): BoundClause[] {
  const clauses: BoundClause[] = [];
  let [from, subject] = [0, ''];
  const dates = findDates(sentence);
  const ends = [...sentence.matchAll(borders)].map(({ index, 0: { length } }) => index + length);
  for (const end of [...ends, sentence.length]) {
    // “May 3, 1990” and “1,200” are one figure.
    if (end < sentence.length && dates.some((date) => date.start < end && end < date.end)) continue;
    const text = sentence.slice(from, end);
    from = end;
    const all = reader.contentTerms(text);
    // Single characters of scripts without spaces stand everywhere.
    const longer = all.filter((term) => term.length > 1);
    const terms = unspaced.test(text) ? longer : all;
    if (terms.length === 0) continue;
    subject ||= terms[0] ?? '';
    clauses.push({ text, terms: new Set([subject, ...terms]), figures: figuresOf(text, reader) });
  }
  return clauses;
}

function figuresOf(text: string, reader: SourceReader): Figure[] {
  const dates = findDates(text).map((date): Figure => {
    const isSame = ({ date: other }: Figure) =>
      other !== undefined && date.from <= other.from && other.to <= date.to;
    return { start: date.start, end: date.end, kind: 'date', date, isSame };
  });
  const isFree = ({ start, end }: Place) => !dates.some((date) => start < date.end && date.start < end);
  const numbers = quantities(text, [reader.language])
    .filter(isFree)
    .map(({ start, end, values }: Quantity): Figure => {
      const isSame = ({ values: others }: Figure) => values.some((value) => others?.includes(value) === true);
      return { start, end, kind: 'number', values, isSame };
    });
  const named = namesIn(text, reader.language).flatMap(({ start, end }): Figure[] => {
    const name = text.slice(start, end);
    const terms = reader.termsIn(name);
    const isSame = ({ terms: others }: Figure) => terms.some((term) => others?.includes(term) === true);
    return /\p{N}/u.test(name) ? [] : [{ start, end, kind: 'name', terms, isSame }];
  });
  return [...dates, ...numbers, ...named];
}

const fullName = /\p{Lu}[\p{Ll}\p{M}]+(?: \p{Lu}[\p{L}\p{M}]+)+/gu;

/** Where names stand: two capitalised words that follow each other are one, also where every noun has a capital. */
function namesIn(text: string, language: string): readonly Place[] {
  const full = Array.from(text.matchAll(fullName), ({ index, 0: name }) => ({
    start: index,
    end: index + name.length,
  }));
  let at = 0;
  const single = names(text, language).flatMap((name) => {
    const start = text.indexOf(name, at);
    const end = (at = start + name.length);
    return full.some((one) => one.start < end && start < one.end) ? [] : [{ start, end }];
  });
  return [...full, ...single];
}

/**
 * The figures of a claim that its sources have, but of something else: “widened in 1932” of a bridge that was “opened
 * in 1932 and widened in 1961”. One is of something else where a clause that lacks it and has another of its kind says
 * more of what the claim's clause says than any clause that has it.
 */
export function misboundFigures(
  claim: readonly BoundClause[],
  sources: readonly BoundClause[],
  reader: SourceReader,
): readonly string[] {
  const claimed = claim.flatMap(({ figures }) => figures);
  return claim.flatMap(({ text, terms, figures }) =>
    figures.flatMap((figure) => {
      const own = new Set(reader.termsIn(text.slice(figure.start, figure.end)));
      const nearest = nearestTerms(text, figure, reader);
      const score = (clause: BoundClause) => {
        let sum = 0;
        for (const term of terms)
          if (!own.has(term) && clause.terms.has(term)) sum += nearest.has(term) ? 2 : 1;
        return sum;
      };
      const having = sources.filter((clause) => clause.figures.some((one) => figure.isSame(one)));
      if (having.length === 0) return [];
      const others = sources.filter(
        (clause) =>
          !having.includes(clause) &&
          clause.figures.some((one) => one.kind === figure.kind && !claimed.some((said) => said.isSame(one))),
      );
      const held = Math.max(...having.map(score));
      return others.some((clause) => score(clause) > held) ? [text.slice(figure.start, figure.end)] : [];
    }),
  );
}

/** The content words right before and behind a figure. */
function nearestTerms(text: string, { start, end }: Place, reader: SourceReader): ReadonlySet<string> {
  const before = reader.contentTerms(text.slice(0, start)).at(-1);
  const behind = reader.contentTerms(text.slice(end))[0];
  return new Set([before, behind].filter((term) => term !== undefined));
}

const than = byLanguage(({ claiming }) => claiming?.than);

/** The terms on both sides of the word that compares two things; undefined where nothing is compared. */
function comparedSides(
  text: string,
  reader: SourceReader,
): readonly [ReadonlySet<string>, ReadonlySet<string>] | undefined {
  const word = than[reader.language];
  const match = word === undefined ? null : new RegExp(word, 'iu').exec(text);
  if (!match) return undefined;
  const side = (part: string) => new Set(reader.termsIn(part));
  return [side(text.slice(0, match.index)), side(text.slice(match.index + match[0].length))];
}

/** Whether a claim compares two things the other way round: “iron conducts better than copper”. */
export function comparesTurnedRound(
  claim: string,
  sources: readonly string[],
  reader: SourceReader,
): boolean {
  const said = comparedSides(claim, reader);
  if (!said) return false;
  return sources
    .flatMap((source) => source.split(sentenceEnd))
    .some((sentence) => {
      const known = comparedSides(sentence, reader);
      if (!known || !known[0].union(known[1]).isSupersetOf(said[0].union(said[1]))) return false;
      const [first, second] = [known[0].difference(known[1]), known[1].difference(known[0])];
      return !said[0].isDisjointFrom(second) && !said[1].isDisjointFrom(first);
    });
}

/** How much of a claim must stand in a sentence in the same order for it to be a copy with something replaced. */
const copiedShare = 0.75;

/**
 * What a claim that copies a sentence has in the place of other words and its sources nowhere: the subject, a name
 * where capitals tell none, a word of a script without spaces.
 */
export function replacedWords(
  claim: string,
  sources: readonly string[],
  isHeld: (word: string) => boolean,
  language: string,
): readonly string[] {
  const said = wordsOf(claim);
  if (said.length < 4) return [];
  for (const sentence of sources.flatMap((source) => source.split(sentenceEnd))) {
    const known = wordsOf(sentence);
    const pairs = commonSubsequence(said, known);
    if (pairs.length < copiedShare * said.length) continue;
    const edges = [[-1, -1] as const, ...pairs, [said.length, known.length] as const];
    return edges.slice(1).flatMap(([to, knownTo], place) => {
      const [from, knownFrom] = edges[place] as readonly [number, number];
      const added = said.slice(from + 1, to);
      const isReplaced = added.length > 0 && knownTo - knownFrom > 1;
      return isReplaced ? telling(added, from < 0, isHeld, language) : [];
    });
  }
  return [];
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function telling(
  added: readonly string[],
  isFirst: boolean,
  isHeld: (word: string) => boolean,
  language: string,
): string[] {
  if (added.every((word) => unspaced.test(word))) {
    const run = added.join('');
    return added.filter((sign) => !isHeld(sign)).length > 1 && !isHeld(run) ? [run] : [];
  }
  return added.filter(
    (word, place) =>
      (/^\p{Lu}/u.test(word) || (isFirst && place === 0)) && !isFunctionWord(word, language) && !isHeld(word),
  );
}

/** Words, or the single characters of scripts without spaces. */
function wordsOf(text: string): readonly string[] {
  return (
    text.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+(?:[-'’.,][\p{L}\p{N}]+)*/gu,
    ) ?? []
  );
}

/** Longer texts are not compared word by word, which takes the product of their lengths. */
const longestCompared = 400;

/** Places of the longest common subsequence of two lists. Source: Hirschberg, CACM 18(6), 1975, without its saving. */
function commonSubsequence(left: readonly string[], right: readonly string[]): (readonly [number, number])[] {
  if (left.length > longestCompared || right.length > longestCompared) return [];
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width);
  for (let row = left.length - 1; row >= 0; row -= 1)
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const at = row * width + column;
      lengths[at] =
        left[row] === right[column]
          ? 1 + (lengths[at + width + 1] as number)
          : Math.max(lengths[at + width] as number, lengths[at + 1] as number);
    }
  const pairs: (readonly [number, number])[] = [];
  let [row, column] = [0, 0];
  while (row < left.length && column < right.length) {
    const at = row * width + column;
    if (left[row] === right[column]) pairs.push([row++, column++]);
    else if ((lengths[at + width] as number) >= (lengths[at + 1] as number)) row += 1;
    else column += 1;
  }
  return pairs;
}
