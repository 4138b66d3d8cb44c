import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Library from '@huggingface/tokenizers';
import type { Tokenizer } from '../../contracts/embedder.ts';
import type { ModelFolder } from './model-folder.ts';
import { compareChecksum, modelMissing } from './model-folder.ts';

/** A unigram vocabulary: pieces with their log probabilities, by id. */
interface UnigramVocabulary {
  readonly pieces: readonly (readonly [piece: string, logProbability: number])[];
  /** The id of what no piece covers. */
  readonly unknownId: number;
  /** Pieces that are marks of the model: in a text they are the characters that they are written with. */
  readonly marks: ReadonlySet<string>;
}

/** What stands before each word in the place of white space. */
const wordBegin = '\u2581';

/** By how much a character that no piece covers is less likely than the rarest piece, as in SentencePiece. */
const unknownPenalty = 10;

/** Code units of a run that are cut at once: a run without white space may have 50 million. */
const longestRun = 65_536;

const whiteSpace = /\p{White_Space}+/u;

/**
 * Whether no piece reaches over white space, so that words can be cut one by one. White space in a piece itself never
 * is in a word.
 */
function isCutByWords(pieces: UnigramVocabulary['pieces']): boolean {
  return pieces.every(([piece]) => !piece.includes(wordBegin, 1));
}

/**
 * Cuts a text without ASCII white space into the pieces of a vocabulary whose product of probabilities is highest,
 * after NFKC; neighbouring characters that no piece covers are one unknown token. The library's own takes a lattice of
 * objects and a tree of 250 000 pieces, some 200 MB a thread; a table of pieces does with 30.
 *
 * Source: Kudo, "Subword Regularization: Improving Neural Network Translation Models with Multiple Subword Candidates",
 * ACL 2018, section 3.2; unknown characters as in https://github.com/google/sentencepiece (unigram_model.cc).
 */
function unigramEncoder({ pieces, unknownId, marks }: UnigramVocabulary): (text: string) => number[] {
  const scores = Float64Array.from(pieces, ([, score]) => score);
  const tree = new PieceTree(pieces.reduce((sum, [piece]) => sum + piece.length, 0));
  let lowest = 0;
  for (const [id, [piece, score]] of pieces.entries()) {
    if (id === unknownId || marks.has(piece)) continue;
    tree.add(piece, id);
    lowest = Math.min(lowest, score);
  }
  const unknownScore = lowest - unknownPenalty;

  /** Finds the likeliest way to each place of a run, and follows the one to its end. */
  const cut = (run: string, into: number[]): void => {
    const { length } = run;
    const best = new Float64Array(length + 1).fill(Number.NEGATIVE_INFINITY);
    const from = new Int32Array(length + 1);
    const ids = new Int32Array(length + 1);
    best[0] = 0;
    for (let start = 0, next: number; start < length; start = next) {
      next = start + ((run.codePointAt(start) as number) > 0xffff ? 2 : 1);
      const before = best[start] as number;
      const reach = (end: number, id: number, score: number): void => {
        if (before + score <= (best[end] as number)) return;
        best[end] = before + score;
        from[end] = start;
        ids[end] = id;
      };
      let isKnown = false;
      let node = 0;
      for (let end = start; end < length; ) {
        node = tree.next(node, run.charCodeAt(end++));
        if (node < 0) break;
        const id = tree.idAt(node);
        if (id < 0) continue;
        isKnown ||= end === next;
        reach(end, id, scores[id] as number);
      }
      if (!isKnown) reach(next, unknownId, unknownScore);
    }
    const found: number[] = [];
    for (let end = length; end > 0; end = from[end] as number) {
      const id = ids[end] as number;
      if (id !== unknownId || found.at(-1) !== unknownId) found.push(id);
    }
    for (const id of found.toReversed()) into.push(id);
  };

  return (text) => {
    const found: number[] = [];
    for (const word of text.normalize('NFKC').split(whiteSpace)) {
      if (word === '') continue;
      const run = wordBegin + word;
      for (let at = 0; at < run.length; at += longestRun) cut(run.slice(at, at + longestRun), found);
    }
    return found;
  };
}

/** Pieces by their code units: a hash table from a node and a code unit to the next node. */
class PieceTree {
  readonly #parents: Int32Array;
  readonly #units: Uint16Array;
  readonly #children: Int32Array;
  readonly #ids: Int32Array;
  readonly #mask: number;
  #nodes = 1;

  /** @param mostNodes how many nodes there are at most beside the root */
  constructor(mostNodes: number) {
    const slots = 2 ** Math.ceil(Math.log2(2 * mostNodes + 2));
    this.#mask = slots - 1;
    this.#parents = new Int32Array(slots);
    this.#units = new Uint16Array(slots);
    this.#children = new Int32Array(slots);
    this.#ids = new Int32Array(mostNodes + 1).fill(-1);
  }

  add(piece: string, id: number): void {
    let node = 0;
    for (let at = 0; at < piece.length; at++) {
      const slot = this.#slotOf(node, piece.charCodeAt(at));
      if (this.#children[slot] === 0) {
        this.#parents[slot] = node;
        this.#units[slot] = piece.charCodeAt(at);
        this.#children[slot] = this.#nodes++;
      }
      node = this.#children[slot] as number;
    }
    this.#ids[node] = id;
  }

  /** The node behind another one, the root being 0; −1 where no piece goes on so. */
  next(node: number, unit: number): number {
    return this.#children[this.#slotOf(node, unit)] || -1;
  }

  /** The id of the piece that ends in a node; −1 where none does. */
  idAt(node: number): number {
    return this.#ids[node] as number;
  }

  /** Where the way from a node by a code unit is kept, or would be. */
  #slotOf(node: number, unit: number): number {
    let slot = (Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & this.#mask;
    while (this.#children[slot] !== 0 && (this.#parents[slot] !== node || this.#units[slot] !== unit))
      slot = (slot + 1) & this.#mask;
    return slot;
  }
}

/** A model's own tokenizer. */
export interface ModelTokenizer extends Tokenizer {
  /** Token ids of `text` without the model's begin and end marks. */
  encode(text: string): number[];
  /** Token ids that the model wants before a text. */
  readonly begin: readonly number[];
  /** Token ids that the model wants after a text. */
  readonly end: readonly number[];
  /** What the model wants around the two texts of a pair. */
  pairMarks(): PairMarks;
}

/** Token ids before, between and after the two texts of a pair. */
export interface PairMarks {
  readonly begin: readonly number[];
  readonly middle: readonly number[];
  readonly end: readonly number[];
  /** The token type of the second text and its end mark; all before it is of type 0. */
  readonly secondType: number;
}

/** The parts of a `tokenizer.json` that decide whether {@link memoised} gives the same tokens. */
interface TokenizerFile {
  readonly normalizer: { readonly type?: string; readonly normalizers?: readonly unknown[] } | null;
  readonly pre_tokenizer: { readonly type?: string; readonly prepend_scheme?: string } | null;
  readonly model: {
    readonly type?: string;
    readonly max_input_chars_per_word?: number;
    readonly vocab?: unknown;
    readonly unk_id?: number | null;
    readonly byte_fallback?: boolean;
  };
  readonly added_tokens: readonly { readonly content: string; readonly normalized: boolean }[];
}

/** What a tokenizer is called in index stamps. Known without reading the file. */
export function tokenizerId(folder: ModelFolder): string {
  return `${folder.name}@${folder.checksums.tokenizer.slice(0, 8)}`;
}

/**
 * Loads `tokenizer.json`, synchronously because counting is: about 25 ms for the shipped model.
 * Errors: `model_missing`, `model_altered`.
 */
export function loadModelTokenizer(folder: ModelFolder): ModelTokenizer {
  const file = join(folder.directory, 'tokenizer.json');
  const bytes = readBytes(file);
  compareChecksum(file, createHash('sha256').update(bytes).digest('hex'), folder.checksums.tokenizer);
  let definition: TokenizerFile;
  let library: Library.Tokenizer;
  try {
    definition = JSON.parse(bytes.toString('utf8')) as TokenizerFile;
    const { Tokenizer } = createRequire(import.meta.url)('@huggingface/tokenizers') as typeof Library;
    const vocabulary = wordUnigrams(definition);
    if (vocabulary) {
      // Where its marks stand is all that the library is to say: with the whole vocabulary it takes 200 MB a thread.
      const last = vocabulary.pieces.findLastIndex(([piece]) => vocabulary.marks.has(piece));
      const model = { ...definition.model, vocab: vocabulary.pieces.slice(0, last + 1) };
      library = new Tokenizer({ ...definition, model }, {});
      const { encode, count } = memoised(unigramEncoder(vocabulary), (word) => [word]);
      return {
        id: tokenizerId(folder),
        encode,
        count,
        ...marks(library),
        pairMarks: () => pairMarks(library),
      };
    }
    library = new Tokenizer(definition, {});
  } catch (cause) {
    throw modelMissing(file, cause);
  }
  const plain = (text: string): number[] => library.encode(text, withoutMarks).ids;
  const { encode, count } = isSplittable(definition)
    ? memoised(plain, cutLongWord)
    : { encode: plain, count: (text: string) => plain(text).length };
  return {
    id: tokenizerId(folder),
    encode,
    count,
    ...marks(library),
    pairMarks: () => pairMarks(library),
  };
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw modelMissing(file, cause);
  }
}

const withoutMarks = { add_special_tokens: false };

/** Finds begin and end marks by tokenising one letter with and without them. */
function marks(library: Library.Tokenizer): { begin: number[]; end: number[] } {
  const bare = library.encode('a', withoutMarks).ids;
  const marked = library.encode('a').ids;
  const at = placeOf(bare, marked);
  return { begin: marked.slice(0, at), end: marked.slice(at + bare.length) };
}

/** Finds the marks of a pair by tokenising two letters as one. */
function pairMarks(library: Library.Tokenizer): PairMarks {
  const first = library.encode('a', withoutMarks).ids;
  const second = library.encode('b', withoutMarks).ids;
  const { ids, token_type_ids: types } = library.encode('a', { text_pair: 'b', return_token_type_ids: true });
  const firstAt = placeOf(first, ids);
  const firstEnd = firstAt + first.length;
  const secondAt = firstEnd + placeOf(second, ids.slice(firstEnd));
  return {
    begin: ids.slice(0, firstAt),
    middle: ids.slice(firstEnd, secondAt),
    end: ids.slice(secondAt + second.length),
    secondType: types[secondAt] ?? 0,
  };
}

/** Where `part` begins in `whole`. */
function placeOf(part: readonly number[], whole: readonly number[]): number {
  return whole.findIndex((_, index) => part.every((id, offset) => whole[index + offset] === id));
}

/** Longest run that is looked up by itself; longer ones are cut further or are rare. */
const maxMemoisedLength = 48;
/** About 3 MB. Emptied when full: frequent words are back at once. */
const maxMemoisedWords = 20_000;
/** Letters and digits in one run that make BERT's pre-tokenizer see a word too long to look up. */
const unknownRunLength = 128;

/**
 * Whether tokens never reach across white space, a comma or an ideograph: true of BERT's tokenizers, where each of
 * these ends a word before anything else looks at the text.
 */
function isSplittable(definition: TokenizerFile): boolean {
  return (
    definition.normalizer?.type === 'BertNormalizer' &&
    definition.pre_tokenizer?.type === 'BertPreTokenizer' &&
    definition.model.type === 'WordPiece' &&
    (definition.model.max_input_chars_per_word ?? 100) < unknownRunLength &&
    definition.added_tokens.every(
      (token) => !token.normalized && !/[\s,;!?\u3000-\uffff]/.test(token.content),
    )
  );
}

/** How the normaliser of a SentencePiece model is written where NFKC is all that its own would do. */
const wordNormaliser = JSON.stringify([
  { type: 'NFKC' },
  { type: 'Replace', pattern: { Regex: '\\s+' }, content: ' ' },
  { type: 'Strip', strip_left: true, strip_right: true },
]);

/** The vocabulary of a SentencePiece unigram model whose tokens never reach over white space; undefined of others. */
function wordUnigrams({
  normalizer,
  pre_tokenizer: before,
  model,
  added_tokens: added,
}: TokenizerFile): UnigramVocabulary | undefined {
  if (model.type !== 'Unigram' || model.byte_fallback === true || typeof model.unk_id !== 'number')
    return undefined;
  if (before?.type !== 'Metaspace' || before.prepend_scheme !== 'always') return undefined;
  if (JSON.stringify(normalizer?.normalizers) !== wordNormaliser) return undefined;
  const pieces = model.vocab as UnigramVocabulary['pieces'];
  if (!isCutByWords(pieces)) return undefined;
  return { pieces, unknownId: model.unk_id, marks: new Set(added.map(({ content }) => content)) };
}

/**
 * Remembers the tokens of each word, which most words of a text have been before: about six times as fast, same ids.
 */
function memoised(
  encode: (text: string) => number[],
  cutLong: (word: string) => readonly string[],
): Pick<ModelTokenizer, 'encode' | 'count'> {
  const known = new Map<string, readonly number[]>();
  const look = (word: string): readonly number[] => {
    const found = known.get(word);
    if (found !== undefined) return found;
    const ids = encode(word);
    if (known.size >= maxMemoisedWords) known.clear();
    known.set(word, ids);
    return ids;
  };
  const encodeWord = (word: string, add: (ids: readonly number[]) => void): void => {
    if (word.length <= maxMemoisedLength) {
      add(look(word));
      return;
    }
    for (const piece of cutLong(word)) add(piece.length <= maxMemoisedLength ? look(piece) : encode(piece));
  };
  return {
    encode(text) {
      const ids: number[] = [];
      forEachWord(text, (word) =>
        encodeWord(word, (found) => {
          for (const id of found) ids.push(id);
        }),
      );
      return ids;
    },
    count(text) {
      let count = 0;
      forEachWord(text, (word) =>
        encodeWord(word, (found) => {
          count += found.length;
        }),
      );
      return count;
    },
  };
}

/** Visits the runs between ASCII white space, without an array of them all: a text may have 50 million characters. */
function forEachWord(text: string, visit: (word: string) => void): void {
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? 32 : text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 9 && code !== 13) continue;
    if (at > start) visit(text.slice(start, at));
    start = at + 1;
  }
}

/**
 * Cuts behind punctuation and ideographs that are tokens by themselves. Not behind a full stop: lower-casing a
 * Greek sigma looks past it, and sees the end of the run before. A run of letters that is too long for the vocabulary
 * is unknown however long it is, so it is shortened; in bites, since an unbounded match of 50 million letters exhausts
 * the stack.
 */
function cutLongWord(word: string): readonly string[] {
  return word
    .replace(/[A-Za-z0-9]{129,65536}/g, (run) => run.slice(0, unknownRunLength - 1) + run.slice(-1))
    .split(/(?<=[,;!?\u3001\u3002\uff0c\u4e00-\u9fff])/);
}
