import type { ChunkSpan } from '../../contracts/chunker.ts';
import type { Tokenizer } from '../../contracts/embedder.ts';
import type { ParsedDocument } from '../../contracts/parser.ts';
import { type Cutter, cutSpan, type Piece, sumTokens } from './cut-unit.ts';
import { turnTaker } from './turn-taker.ts';
import { placeSpans, requireDocument, type Unit, units } from './units.ts';

/** When a chunk is full, and what it shares with the next one. */
export interface PiecePackerOptions {
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
export class PiecePacker {
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
export async function packDocument(
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
