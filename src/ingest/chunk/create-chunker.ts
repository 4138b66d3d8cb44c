import { z } from 'zod';
import type { Chunker, ChunkSpan } from '../../contracts/chunker.ts';
import type { Tokenizer } from '../../contracts/embedder.ts';
import type { ParsedDocument } from '../../contracts/parser.ts';
import { checkedOptions } from './checked-options.ts';
import {
  type Cutter,
  countUpTo,
  cutSpan,
  cuttersByKind,
  cutUnit,
  graphemes,
  lines,
  type Piece,
  placeSpans,
  prose,
  requireDocument,
  singleWords,
  sumTokens,
  type Unit,
  units,
} from './cut-unit.ts';
import { structureChunker, structureOptions } from './structure-chunker.ts';
import { turnTaker } from './turn-taker.ts';
import { graphemeSeam, type Span, trimmed } from './windows.ts';

export const recursiveOptions = z
  .object({
    /** UTF-16 code units. No chunk is longer. */
    maxCharacters: z.int().min(16).max(100_000).default(500),
    /** How far a chunk reaches back before the end of the one before it; at most half of `maxCharacters`. */
    overlapCharacters: z.int().min(0).max(50_000).default(50),
  })
  .refine(({ maxCharacters, overlapCharacters }) => overlapCharacters <= maxCharacters / 2, {
    path: ['overlapCharacters'],
    error: 'it must be at most half of maxCharacters',
  });

/** Best first: a chunk ends behind the first of these that its last part holds. */
const separators = ['\n\n\n', '\n\n', '\n', '. ', '? ', '! ', '; ', ', ', ' '];

/** The last part of a window, in which its end is sought. */
const searchedShare = 0.3;

/**
 * Cuts the text into windows of a fixed number of characters, each ending behind the best separator in its last
 * 30 %: sections, paragraphs, lines, sentences, clauses, words, and between graphemes where there is none. It knows
 * no blocks and no tokens. The last window ends with the text: no shorter and shorter tails follow it.
 */
export function recursiveChunker(
  options: z.output<typeof recursiveOptions> & { readonly tokenizer: Tokenizer },
): Chunker {
  const { maxCharacters, overlapCharacters, tokenizer } = options;
  return {
    id: `recursive-1:${maxCharacters}:${overlapCharacters}:${tokenizer.id}`,
    async chunk(document, { signal } = {}) {
      requireDocument(document);
      const takeTurn = turnTaker(signal);
      const { text, blocks } = document;
      const body = { start: blocks[0]?.start ?? 0, end: blocks.at(-1)?.end ?? 0 };
      const pieces: Piece[] = [];
      for (const span of overlappingWindows(text, body, options)) {
        await takeTurn();
        pieces.push({ ...span, tokens: tokenizer.count(text.slice(span.start, span.end)) });
      }
      return placeSpans(document, pieces, takeTurn);
    },
  };
}

/** A grapheme that reaches further is cut. */
const longestGrapheme = 32;

/** The windows without the white space at their ends; one that holds nothing beyond its neighbour is left out. */
function* overlappingWindows(
  text: string,
  body: Span,
  sizes: { readonly maxCharacters: number; readonly overlapCharacters: number },
): Generator<Span> {
  let previous: Span | undefined;
  let from = body.start;
  while (from < body.end) {
    const limit = from + sizes.maxCharacters;
    const to = limit >= body.end ? body.end : windowEnd(text, from, limit);
    const next = trimmed(text, { start: from, end: to });
    if (next.start < next.end && next.end > (previous?.end ?? 0)) {
      if (previous && previous.start < next.start) yield previous;
      previous = next;
    }
    if (to === body.end) break;
    const back = to - sizes.overlapCharacters;
    from = graphemeSeam(text, Math.max(from, back - longestGrapheme), back);
  }
  if (previous) yield previous;
}

function windowEnd(text: string, from: number, limit: number): number {
  const searched = limit - Math.floor((limit - from) * searchedShare);
  const region = text.slice(searched, limit);
  for (const separator of separators) {
    const at = region.lastIndexOf(separator);
    if (at !== -1) return searched + at + separator.length;
  }
  return graphemeSeam(text, searched, limit);
}

const pageOptions = z.object({
  /** A longer page becomes several chunks of about equal length. */
  maxTokens: z.int().min(16).max(8192).default(512),
});

/**
 * Makes a chunk of each page, slide or sheet. One over the maximum is cut between blocks, and inside a block where
 * that is over the maximum itself. A document without pages is one page.
 */
export function pageChunker(
  options: z.output<typeof pageOptions> & { readonly tokenizer: Tokenizer },
): Chunker {
  const { maxTokens, tokenizer } = options;
  return {
    id: `page-1:${maxTokens}:${tokenizer.id}`,
    async chunk(document, { signal } = {}) {
      requireDocument(document);
      const takeTurn = turnTaker(signal);
      const { text } = document;
      const cutOptions = { maxTokens, tokenizer, language: document.language ?? 'und' };
      const pages: Piece[][] = [];
      let page: number | undefined;
      for (const unit of units(document)) {
        // What has no page of its own stands on that of what comes before it.
        if (pages.length === 0 || (unit.page ?? page) !== page) pages.push([]);
        page = unit.page ?? page;
        const tokens = countUpTo(text, unit, cutOptions);
        for (const piece of tokens <= maxTokens ? [{ ...unit, tokens }] : cutUnit(text, unit, cutOptions)) {
          await takeTurn();
          pages.at(-1)?.push(piece);
        }
      }
      const chunks: Piece[] = [];
      for (const pieces of pages) {
        const total = sumTokens(pieces);
        const targetTokens = Math.ceil(total / Math.ceil(total / maxTokens));
        const packer = new PiecePacker(text, { maxTokens, tokenizer, targetTokens, overlapTokens: 0 });
        for (const piece of pieces) {
          await takeTurn();
          packer.add(piece);
        }
        chunks.push(...packer.finish());
      }
      return placeSpans(document, chunks, takeTurn);
    },
  };
}

export const sentenceOptions = z
  .object({
    /** Sentences in a chunk; headings, table rows and lines of code count as one each. */
    maxSentences: z.int().min(1).max(1000).default(8),
    /** No chunk is longer; a longer sentence is cut between words. */
    maxTokens: z.int().min(16).max(8192).default(512),
    /** Sentences that a chunk repeats from the one before, as far as they are under half of `maxTokens`. */
    overlapSentences: z.int().min(0).max(999).default(1),
  })
  .refine(({ maxSentences, overlapSentences }) => overlapSentences < maxSentences, {
    path: ['overlapSentences'],
    error: 'it must be less than maxSentences',
  });

/** Items of a list count one by one, those that are nested in others too. */
const sentencesByKind = { ...cuttersByKind, list: [lines, ...prose] };

/** Cuts the text into groups of whole sentences, whatever block they stand in. */
export function sentenceChunker(
  options: z.output<typeof sentenceOptions> & { readonly tokenizer: Tokenizer },
): Chunker {
  const { maxSentences, maxTokens, overlapSentences, tokenizer } = options;
  return {
    id: `sentences-1:${maxSentences}:${maxTokens}:${overlapSentences}:${tokenizer.id}`,
    chunk(document, { signal } = {}) {
      const packing = {
        tokenizer,
        maxTokens,
        maxPieces: maxSentences,
        overlapPieces: overlapSentences,
        overlapTokens: Math.floor((maxTokens - 1) / 2),
      };
      return packDocument(document, ({ kind }) => sentencesByKind[kind], packing, signal);
    },
  };
}

const tokenOptions = z
  .object({
    /** No chunk is longer, and none but the last is shorter by more than a word. */
    maxTokens: z.int().min(16).max(8192).default(256),
    /** What a chunk repeats from the one before, in whole words; less than half of `maxTokens`. */
    overlapTokens: z.int().min(0).max(4095).default(32),
  })
  .refine(({ maxTokens, overlapTokens }) => overlapTokens < maxTokens / 2, {
    path: ['overlapTokens'],
    error: 'it must be less than half of maxTokens',
  });

const wordByWord: readonly Cutter[] = [singleWords, graphemes];

/** Cuts the text into windows of a fixed number of tokens, whatever stands in them. Borders lie between words. */
export function tokenChunker(
  options: z.output<typeof tokenOptions> & { readonly tokenizer: Tokenizer },
): Chunker {
  const { maxTokens, overlapTokens, tokenizer } = options;
  return {
    id: `tokens-1:${maxTokens}:${overlapTokens}:${tokenizer.id}`,
    chunk: (document, { signal } = {}) =>
      packDocument(document, () => wordByWord, { tokenizer, maxTokens, overlapTokens }, signal),
  };
}

/** When a chunk is full, and what it shares with the next one. */
interface PiecePackerOptions {
  readonly tokenizer: Tokenizer;
  /** No chunk is longer; no piece may be. */
  readonly maxTokens: number;
  /** A chunk takes no more once it has this many. Default: `maxTokens`. */
  readonly targetTokens?: number;
  /** Default: any number. */
  readonly maxPieces?: number;
  /** Pieces at the end of a chunk that the next one repeats, at most. Default: any number. */
  readonly overlapPieces?: number;
  /** Tokens that the next one repeats, at most; under half of `maxTokens`. */
  readonly overlapTokens: number;
}

/** Puts pieces, in order, into chunks of as many as fit. The cost is counting each chunk once more as a whole. */
class PiecePacker {
  readonly #text: string;
  readonly #options: PiecePackerOptions;
  readonly #chunks: Piece[] = [];
  #open: Piece[] = [];
  #openTokens = 0;
  /** How many of the open pieces stand in the chunk before as well. */
  #repeated = 0;

  constructor(text: string, options: PiecePackerOptions) {
    this.#text = text;
    this.#options = options;
  }

  add(piece: Piece): void {
    while (this.#open.length > 0 && !this.#fits(piece)) {
      if (this.#open.length > this.#repeated) this.#emit();
      else this.#forgetFirst();
    }
    this.#open.push(piece);
    this.#openTokens += piece.tokens;
  }

  /** Ends the last chunk and returns all of them. */
  finish(): readonly Piece[] {
    while (this.#open.length > this.#repeated) this.#emit();
    return this.#chunks;
  }

  #fits({ tokens }: Piece): boolean {
    const { maxTokens, targetTokens = maxTokens, maxPieces = Number.POSITIVE_INFINITY } = this.#options;
    const isFull = this.#open.length > this.#repeated && this.#openTokens >= targetTokens;
    return !isFull && this.#open.length < maxPieces && this.#openTokens + tokens <= maxTokens;
  }

  #forgetFirst(): void {
    this.#openTokens -= this.#open[0]?.tokens ?? 0;
    this.#open = this.#open.slice(1);
    this.#repeated = Math.max(0, this.#repeated - 1);
  }

  /** Emits the open pieces; those that turn out not to fit as a whole stay open. */
  #emit(): void {
    const { maxTokens } = this.#options;
    let taken = this.#open.length;
    let tokens = this.#count(taken);
    // Pieces counted one by one bound their sum for word pieces; other tokenizers may add one at a seam.
    while (tokens > maxTokens && taken > 1) {
      if (this.#repeated > 0) this.#forgetFirst();
      taken = Math.min(this.#open.length, taken - 1);
      tokens = this.#count(taken);
    }
    const emitted = this.#open.slice(0, taken);
    this.#chunks.push({ start: this.#start, end: (emitted.at(-1) as Piece).end, tokens });
    const repeated = this.#overlap(emitted);
    this.#open = [...repeated, ...this.#open.slice(taken)];
    this.#openTokens = sumTokens(this.#open);
    this.#repeated = repeated.length;
  }

  get #start(): number {
    return (this.#open[0] as Piece).start;
  }

  #count(pieces: number): number {
    return this.#options.tokenizer.count(
      this.#text.slice(this.#start, (this.#open[pieces - 1] as Piece).end),
    );
  }

  /** The last pieces of a chunk, never all of them. */
  #overlap(chunk: readonly Piece[]): readonly Piece[] {
    const { overlapTokens, overlapPieces = Number.POSITIVE_INFINITY } = this.#options;
    let from = chunk.length;
    let tokens = 0;
    while (from > 1 && chunk.length - from < overlapPieces) {
      tokens += chunk[from - 1]?.tokens ?? 0;
      if (tokens > overlapTokens) break;
      from -= 1;
    }
    return chunk.slice(from);
  }
}

/** The chunks of a document of which every unit is cut, and the pieces are packed whatever unit they are of. */
async function packDocument(
  document: ParsedDocument,
  cuttersOf: (unit: Unit) => readonly Cutter[],
  options: PiecePackerOptions,
  signal: AbortSignal | undefined,
): Promise<ChunkSpan[]> {
  requireDocument(document);
  const takeTurn = turnTaker(signal);
  const { text, language = 'und' } = document;
  const packer = new PiecePacker(text, options);
  for (const unit of units(document)) {
    for (const piece of cutSpan(text, unit, cuttersOf(unit), { ...options, language })) {
      await takeTurn();
      packer.add(piece);
    }
  }
  return placeSpans(document, packer.finish(), takeTurn);
}

/**
 * A chunker by its name, with options of its own. Options that only others have are ignored, so that one flat
 * section of settings can hold those of all.
 */
export const chunkerSettings = z.discriminatedUnion('name', [
  structureOptions.safeExtend({ name: z.literal('structure') }),
  recursiveOptions.safeExtend({ name: z.literal('recursive') }),
  tokenOptions.safeExtend({ name: z.literal('tokens') }),
  sentenceOptions.safeExtend({ name: z.literal('sentences') }),
  pageOptions.safeExtend({ name: z.literal('page') }),
]);

/** What any of them has, and what counts for it, which stands in the same section. */
const optionNames = ['tokenizer', ...chunkerSettings.options.flatMap(({ shape }) => Object.keys(shape))];

/** Settings with defaults filled in, as {@link chunkerSettings} gives them. */
export type ChunkerSettings = z.output<typeof chunkerSettings>;

/** Every chunker by its name. */
const chunkers: {
  readonly [Name in ChunkerSettings['name']]: (
    options: Omit<Extract<ChunkerSettings, { name: Name }>, 'name'> & { readonly tokenizer: Tokenizer },
  ) => Chunker;
} = {
  structure: structureChunker,
  recursive: recursiveChunker,
  tokens: tokenChunker,
  sentences: sentenceChunker,
  page: pageChunker,
};

/**
 * The chunker that the settings name; `tokenizer` counts for it. What they leave out has its default. Errors:
 * `config_invalid`; `request_invalid` for an option that none has.
 */
export function createChunker(settings: z.input<typeof chunkerSettings>, tokenizer: Tokenizer): Chunker {
  const { name, ...options } = checkedOptions(chunkerSettings, settings, { names: optionNames, tokenizer });
  const create = chunkers[name] as (options: object) => Chunker;
  return create({ ...options, tokenizer });
}
