import type { Analyser, Term, Vocabulary } from '../../contracts/analyser.ts';
import { asciiDigits, wordSegments } from '../words.ts';
import { CharacterClass, characterClass, normalise } from './normalise.ts';
import { type WordTerms, wordGramsFor, wordTermsFor } from './word-terms.ts';

/** Longer words are rarely seen again, and would fill the memory. */
const maxWordLength = 40;

const firstSlots = 2048;

/** Drawn for each process: a document cannot be made to hold words that all fall on the same slot. */
const hashSeed = Math.trunc(Math.random() * 2 ** 32) | 0;
const hashFactor = Math.trunc(Math.random() * 2 ** 32) | 1;

/** What stands before the terms and characters of an entry: the word's hash, and its two counts. */
const headerSize = 2;

/**
 * Words seen before and the numbers of the terms each becomes. A word is looked up by the characters of a text where
 * they stand, without cutting it out. Open addressing with linear probing, at most half full. All that is known of a
 * word lies side by side, so that finding it costs two reads from memory: its slot, and its entry.
 */
export class WordTable {
  /** Where the entry of a word is; 0 where the slot is free. */
  #slots = new Uint32Array(firstSlots);
  /** Entries: hash; length and number of terms, 16 bits each; code units, two in each number; terms. */
  #entries = new Uint32Array(8 * firstSlots);
  #end = 1;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Writes the terms of the word at `[start, end)` to `target` from `at` on; how many, -1 for an unknown word. */
  read(text: Uint16Array, start: number, end: number, target: Uint32Array, at: number): number {
    const slots = this.#slots;
    const entries = this.#entries;
    const mask = slots.length - 1;
    const length = end - start;
    const hash = hashOf(text, start, end);
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot] as number;
      if (entry === 0) return -1;
      if (entries[entry] !== hash) continue;
      const counts = entries[entry + 1] as number;
      if (counts >>> 16 !== length) continue;
      const terms = sameUntil(entries, entry + headerSize, text, start, end);
      if (terms < 0) continue;
      const count = counts & 0xffff;
      for (let index = 0; index < count; index++) target[at + index] = entries[terms + index] as number;
      return count;
    }
  }

  /** Remembers the word at `[start, end)`, which is not known yet; a long one is not remembered. */
  add(text: Uint16Array, start: number, end: number, terms: Uint32Array): void {
    const length = end - start;
    if (length > maxWordLength) return;
    if (2 * ++this.#size > this.#slots.length) this.#growSlots();
    const entry = this.#end;
    this.#end = entry + headerSize + ((length + 1) >> 1) + terms.length;
    if (this.#end > this.#entries.length) this.#growEntries();
    const entries = this.#entries;
    const hash = hashOf(text, start, end);
    entries[entry] = hash;
    entries[entry + 1] = (length << 16) | terms.length;
    let at = entry + headerSize;
    for (let position = start; position < end; position += 2) entries[at++] = pairAt(text, position, end);
    entries.set(terms, at);
    occupy(this.#slots, hash, entry);
  }

  #growSlots(): void {
    const slots = new Uint32Array(2 * this.#slots.length);
    for (const entry of this.#slots) if (entry > 0) occupy(slots, this.#entries[entry] as number, entry);
    this.#slots = slots;
  }

  #growEntries(): void {
    const entries = new Uint32Array(2 * this.#end);
    entries.set(this.#entries);
    this.#entries = entries;
  }
}

function occupy(slots: Uint32Array, hash: number, entry: number): void {
  const mask = slots.length - 1;
  let slot = hash & mask;
  while (slots[slot] !== 0) slot = (slot + 1) & mask;
  slots[slot] = entry;
}

/** Where the pairs of code units from `at` on end, if they are those of the word at `[start, end)`, else -1. */
function sameUntil(entries: Uint32Array, at: number, text: Uint16Array, start: number, end: number): number {
  let next = at;
  for (let position = start; position < end; position += 2) {
    if (entries[next++] !== pairAt(text, position, end)) return -1;
  }
  return next;
}

/** Two code units of a word as one number, the last of an odd number of them alone. */
function pairAt(text: Uint16Array, position: number, end: number): number {
  const low = text[position] as number;
  return position + 1 < end ? (low | ((text[position + 1] as number) << 16)) >>> 0 : low;
}

function hashOf(text: Uint16Array, start: number, end: number): number {
  let hash = hashSeed;
  for (let position = start; position < end; position++)
    hash = Math.imul(hash ^ (text[position] as number), hashFactor);
  // The high bits hold the most of every character, and the slots are taken by the low ones.
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Han and Kana: every character and every pair of neighbours, in reading order. */
function hanTerms(run: string): readonly Term[] {
  const terms: Term[] = [];
  let previous = '';
  for (const character of run) {
    if (previous) terms.push(wordTerm(previous + character));
    terms.push(wordTerm(character));
    previous = character;
  }
  return terms;
}

/** Hangul: the pairs of neighbours of a word; a word of one syllable is a term by itself. */
function hangulTerms(word: string): readonly Term[] {
  const terms: Term[] = [];
  const syllables = Array.from(word);
  if (syllables.length === 1) terms.push(wordTerm(word));
  for (let position = 1; position < syllables.length; position++) {
    terms.push(wordTerm(`${syllables[position - 1]}${syllables[position]}`));
  }
  return terms;
}

/** Runs between spaces are short in real text; the limit keeps hostile ones from filling the memory. */
const maxRunLength = 1024;

/** Thai, Lao, Khmer and Burmese: words by ICU's dictionaries, which it chooses by script. */
function dictionaryTerms(run: string): readonly Term[] {
  const terms: Term[] = [];
  for (let start = 0; start < run.length; start += maxRunLength) {
    for (const { segment, isWordLike } of wordSegments(run.slice(start, start + maxRunLength), 'th')) {
      if (isWordLike) terms.push(wordTerm(segment));
    }
  }
  return terms;
}

function wordTerm(text: string): Term {
  return { text, isNumber: false };
}

/** Lucene's limit: what is longer is no word, and goes on as another token. */
const maxTokenLength = 255;

const comma = 0x2c;
const point = 0x2e;
const hash = 0x23;
const plus = 0x2b;

/**
 * Units kept for texts of usual length. All functions here read UTF-16 code units out of an array, which is
 * faster than out of a string, and rely on the two NULs behind the text: separators, at which every scan stops.
 */
const keptUnits = new Uint16Array(16_384);
const keptBytes = Buffer.from(keptUnits.buffer);
const terminator = 2;

/** The code units of a text and two NULs. Good until the next call. */
function unitsOf(text: string): Uint16Array {
  const fits = text.length + terminator <= keptUnits.length;
  const units = fits ? keptUnits : new Uint16Array(text.length + terminator);
  (fits ? keptBytes : Buffer.from(units.buffer)).write(text, 'utf16le');
  return units.fill(0, text.length, text.length + terminator);
}

/** End of the run of characters of one class that starts at `start`. */
function endOfRun(text: Uint16Array, start: number, kind: CharacterClass): number {
  let end = start;
  while (classAt(text, end) === kind) end += widthAt(text, end);
  return end;
}

/**
 * End of the token that starts at `start`: letters, digits and underscores, held together by single glue
 * characters; a letter alone may carry `++` or `#`, as names of programming languages do.
 */
function endOfWord(text: Uint16Array, start: number): number {
  const limit = start + maxTokenLength;
  let end = start;
  while (end < limit) {
    // Almost all there is to do for almost all texts.
    while (end < limit && isAsciiLetter(text[end] as number)) end += 1;
    const kind = classAt(text, end);
    if (isWordClass(kind)) end += widthAt(text, end);
    else if (kind === CharacterClass.glue && isWordAt(text, end + 1)) end += 1;
    else break;
  }
  return end - start === 1 ? endOfLanguageName(text, start) : end;
}

function endOfLanguageName(text: Uint16Array, start: number): number {
  if (classAt(text, start) !== CharacterClass.letter) return start + 1;
  let end = start + 1;
  if (text[end] === hash) end += 1;
  else if (text[end] === plus && text[end + 1] === plus) end += 2;
  return isWordAt(text, end) ? start + 1 : end;
}

/**
 * End of the number at `start`, or `start` where the digits belong to an identifier: `10-K`, `3d`, `1.2.3`,
 * `2024-01-15`. Groups of three behind commas and one decimal point belong to a number; then a unit may touch it.
 */
function endOfNumber(text: Uint16Array, start: number): number {
  const whole = endOfDigits(text, start);
  let end = whole;
  if (whole - start <= 3) {
    while (text[end] === comma && endOfDigits(text, end + 1) === end + 4) end += 4;
  }
  if (text[end] === point) {
    const fraction = endOfDigits(text, end + 1);
    if (fraction > end + 1) end = fraction;
  }
  const continued =
    end === whole ? continuesToken(text, end) : text[end] === point && isWordAt(text, end + 1);
  return continued ? start : end;
}

function continuesToken(text: Uint16Array, position: number): boolean {
  return (
    isWordAt(text, position) ||
    (classAt(text, position) === CharacterClass.glue && isWordAt(text, position + 1))
  );
}

function endOfDigits(text: Uint16Array, start: number): number {
  const limit = start + maxTokenLength;
  let end = start;
  while (end < limit && classAt(text, end) === CharacterClass.digit) end += widthAt(text, end);
  return end;
}

function isAsciiLetter(unit: number): boolean {
  const lowerCase = unit | 0x20;
  return lowerCase >= 0x61 && lowerCase <= 0x7a;
}

function isWordAt(text: Uint16Array, position: number): boolean {
  return isWordClass(classAt(text, position));
}

function isWordClass(kind: CharacterClass): boolean {
  return (
    kind === CharacterClass.letter || kind === CharacterClass.digit || kind === CharacterClass.underscore
  );
}

const ascii = Array.from({ length: 0x80 }, (_, codePoint) => characterClass(codePoint));

/** The class of the character that starts at `position`. */
function classAt(text: Uint16Array, position: number): CharacterClass {
  const unit = text[position] as number;
  return unit < 0x80 ? (ascii[unit] as CharacterClass) : characterClass(codePointAt(text, position));
}

/** Length in UTF-16 code units of the character that starts at `position`. */
function widthAt(text: Uint16Array, position: number): number {
  return codePointAt(text, position) > 0xffff ? 2 : 1;
}

/** As `String.prototype.codePointAt`: a surrogate alone stands for itself. */
function codePointAt(text: Uint16Array, position: number): number {
  const high = text[position] as number;
  if ((high & 0xfc00) !== 0xd800) return high;
  const low = text[position + 1] as number;
  return (low & 0xfc00) === 0xdc00 ? 0x10000 + ((high & 0x3ff) << 10) + (low & 0x3ff) : high;
}

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
class LexicalVocabulary implements Vocabulary {
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

/**
 * The analyser of documents and questions: normalised text is cut into tokens by the script it is written in,
 * numbers become one term each (`1,234.50` → `1234.5`), words are split, stemmed and folded. Any text is
 * accepted, in time linear in its length. An unknown language is neither stemmed nor stripped of stop words.
 */
export function analyser(): Analyser {
  let current = new LexicalVocabulary();
  const vocabulary = () => {
    if (current.isFull) current = new LexicalVocabulary();
    return current;
  };
  return {
    id: 'lexical-6',
    terms(text, language) {
      const known = vocabulary();
      return termsOf(known, known.numbers(text, language));
    },
    grams(text, language) {
      const known = vocabulary();
      return termsOf(known, known.gramNumbers(text, language));
    },
    vocabulary,
  };
}

function termsOf({ terms }: Vocabulary, numbers: Uint32Array): Term[] {
  const found: Term[] = [];
  for (const number of numbers) found.push(terms[number] as Term);
  return found;
}
