import type { Term, Vocabulary } from '../../contracts/analyser.ts';
import { asciiDigits } from '../ascii-digits.ts';
import { CharacterClass } from './character-class.ts';
import { normalise } from './normalise.ts';
import { classAt, endOfNumber, endOfRun, endOfWord, unitsOf, widthAt } from './scan.ts';
import { dictionaryTerms, hangulTerms, hanTerms } from './unspaced-terms.ts';
import { wordGramsFor } from './word-grams.ts';
import { WordTable } from './word-table.ts';
import { type WordTerms, wordTermsFor } from './word-terms.ts';

/** Words and terms from which a vocabulary is full: some tens of megabytes at most. */
const maxSize = 300_000;

const noNumbers = new Uint32Array();

/** Words met so far, and what becomes of a new one. */
interface Words {
  readonly table: WordTable;
  readonly analyse: WordTerms;
}

interface Language {
  readonly words: Words;
  /** Undefined where grams do not help. */
  readonly grams: Words | undefined;
}

/**
 * Cuts text into tokens by the script it is written in and remembers the terms of every word and number it has met,
 * so that most tokens cost one look at a table.
 */
export class LexicalVocabulary implements Vocabulary {
  readonly terms: Term[] = [];
  readonly #numberOf = new Map<string, number>();
  readonly #languages = new Map<string, Language>();
  /** Apart from words, since `1.2` may be a number here and the beginning of an identifier there. */
  readonly #numbers: Words = { table: new WordTable(), analyse: numberTerm };
  #found = new Uint32Array(1024);
  #count = 0;

  /** Whether it should give way to a new one. It goes on working all the same. */
  get isFull(): boolean {
    let size = this.terms.length + this.#numbers.table.size;
    for (const { words, grams } of this.#languages.values()) {
      size += words.table.size + (grams?.table.size ?? 0);
    }
    return size >= maxSize;
  }

  numbers(text: string, language: string): Uint32Array {
    return this.#collect(text, this.#language(language).words, { onlyWords: false });
  }

  gramNumbers(text: string, language: string): Uint32Array {
    const { grams } = this.#language(language);
    return grams ? this.#collect(text, grams, { onlyWords: true }) : noNumbers;
  }

  #collect(text: string, words: Words, { onlyWords }: { onlyWords: boolean }): Uint32Array {
    this.#count = 0;
    const normalised = normalise(text);
    const units = unitsOf(normalised);
    let position = 0;
    while (position < normalised.length) {
      const kind = classAt(units, position);
      let end = position + 1;
      switch (kind) {
        case CharacterClass.separator:
        case CharacterClass.glue:
          end = position + widthAt(units, position);
          break;
        case CharacterClass.han:
        case CharacterClass.hangul:
        case CharacterClass.dictionary:
          end = endOfRun(units, position, kind);
          if (!onlyWords) this.#addAll(unspacedTerms[kind](normalised.slice(position, end)));
          break;
        case CharacterClass.digit:
          end = endOfNumber(units, position);
          if (end > position) {
            if (!onlyWords) this.#addToken(normalised, units, position, end, this.#numbers);
            break;
          }
          end = endOfWord(units, position);
          this.#addToken(normalised, units, position, end, words);
          break;
        case CharacterClass.letter:
        case CharacterClass.underscore:
          end = endOfWord(units, position);
          this.#addToken(normalised, units, position, end, words);
      }
      position = end;
    }
    return this.#found.subarray(0, this.#count);
  }

  #addToken(text: string, units: Uint16Array, start: number, end: number, { table, analyse }: Words): void {
    // Each letter begins one gram at most, and folding makes two letters of one at most (ß).
    this.#makeRoom(2 * (end - start) + 1);
    const known = table.read(units, start, end, this.#found, this.#count);
    if (known >= 0) {
      this.#count += known;
      return;
    }
    const from = this.#count;
    this.#addAll(analyse(text.slice(start, end)));
    table.add(units, start, end, this.#found.subarray(from, this.#count));
  }

  #addAll(terms: readonly Term[]): void {
    this.#makeRoom(terms.length);
    for (const term of terms) this.#found[this.#count++] = this.#numberFor(term);
  }

  #makeRoom(more: number): void {
    if (this.#count + more <= this.#found.length) return;
    const larger = new Uint32Array(2 * this.#found.length + more);
    larger.set(this.#found);
    this.#found = larger;
  }

  #numberFor(term: Term): number {
    let number = this.#numberOf.get(term.text);
    if (number === undefined) {
      const text = detached(term.text);
      number = this.terms.push({ text, isNumber: term.isNumber }) - 1;
      this.#numberOf.set(text, number);
    }
    return number;
  }

  #language(language: string): Language {
    const known = this.#languages.get(language);
    if (known) return known;
    // A subtag has at most three letters: nothing a caller passes in can grow the map without bound.
    if (!/^[a-z]{2,3}$/.test(language)) return this.#language('und');
    const grams = wordGramsFor(language);
    const added = {
      words: { table: new WordTable(), analyse: wordTermsFor(language) },
      grams: grams && { table: new WordTable(), analyse: grams },
    };
    this.#languages.set(language, added);
    return added;
  }
}

const unspacedTerms = {
  [CharacterClass.han]: hanTerms,
  [CharacterClass.hangul]: hangulTerms,
  [CharacterClass.dictionary]: dictionaryTerms,
} as const;

/** `1,234.50` → `1234.5`, `٨٤` → `84`. */
function numberTerm(number: string): readonly Term[] {
  const plain = asciiDigits(number).replaceAll(',', '');
  return [{ text: plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain, isNumber: true }];
}

/** A slice would keep the whole text it was cut from in memory. */
function detached(text: string): string {
  return ` ${text}`.slice(1);
}
