import { z } from 'zod';
import type { Chunker, ChunkSpan } from '../../contracts/chunker.ts';
import type { Tokenizer } from '../../contracts/tokenizer.ts';
import { requireObject } from '../../require-arguments.ts';
import { checkedOptions } from './checked-options.ts';
import { type CutOptions, countUpTo, cutUnit, sumTokens } from './cut-unit.ts';
import { turnTaker } from './turn-taker.ts';
import { commonPath, commonPrefix, placeOf, requireDocument, type Unit, units } from './units.ts';

export const structureOptions = z.object({
  /** No chunk is longer. */
  maxTokens: z.int().min(16).max(8192).default(512),
  /** A shorter chunk joins its neighbour where both fit into one. */
  minTokens: z.int().min(0).max(4096).default(100),
  /** What two parts of running text under one heading share, in whole sentences; at most half of `maxTokens`. */
  overlapTokens: z.int().min(0).max(4096).default(50),
});

/**
 * Cuts a document along its structure. A chunk begins with its heading's line and holds whole blocks of one
 * section, as many as fit; a section under the minimum is joined with the next. A block over the maximum is cut at
 * its own seams (items, rows, lines, sentences), into parts of about equal length. Its cost is counting the tokens
 * of the text twice. Errors: `config_invalid`, `request_invalid` for an option of another name.
 */
export function structureChunker(
  options: z.input<typeof structureOptions> & { readonly tokenizer: Tokenizer },
): Chunker {
  requireObject('options', options);
  const { tokenizer, ...given } = options;
  const known = { names: Object.keys(structureOptions.shape), tokenizer };
  const { maxTokens, minTokens, ...wanted } = checkedOptions(structureOptions, given, known);
  const overlapTokens = Math.min(wanted.overlapTokens, Math.floor(maxTokens / 2));
  return {
    id: `structure-1:${maxTokens}:${minTokens}:${overlapTokens}:${tokenizer.id}`,
    async chunk(document, { signal } = {}) {
      requireDocument(document);
      const cutOptions: CutOptions = { maxTokens, tokenizer, language: document.language ?? 'und' };
      const packer = new ChunkPacker(document.text, { ...cutOptions, minTokens, overlapTokens });
      const takeTurn = turnTaker(signal);
      for (const unit of units(document)) {
        await takeTurn();
        const tokens = countUpTo(document.text, unit, cutOptions);
        packer.enter(unit);
        if (packer.fits(tokens)) {
          packer.add({ ...unit, tokens });
        } else if (packer.mustCut(unit, tokens)) {
          packer.beginCut(tokens);
          for (const piece of cutUnit(document.text, unit, cutOptions)) {
            await takeTurn();
            packer.addPiece({ ...unit, ...piece });
          }
        } else {
          packer.startWith({ ...unit, tokens });
        }
      }
      return packer.finish();
    },
  };
}

/** A unit or a piece of one, with its length. */
interface Part extends Unit {
  readonly tokens: number;
  /** Set where the part stands in the chunk before as well. */
  readonly isOverlap?: true;
}

interface PackOptions extends CutOptions {
  readonly minTokens: number;
  readonly overlapTokens: number;
}

/**
 * Packs units, in order, into chunks. It holds one chunk open; for each unit the caller asks {@link enter}, then
 * {@link fits} and {@link mustCut}, and hands it over by {@link add}, {@link startWith} or as pieces.
 * Headings at the end of the open chunk always go on to the next one, with what they head.
 */
class ChunkPacker {
  readonly #text: string;
  readonly #options: PackOptions;
  readonly #spans: ChunkSpan[] = [];
  #open: Part[] = [];
  #openTokens = 0;
  /** Where a chunk made of pieces ends, so that the parts of one unit come out about equal. */
  #targetTokens = 0;

  constructor(text: string, options: PackOptions) {
    this.#text = text;
    this.#options = options;
  }

  /** Before a heading the open chunk ends, unless it is too small: then it joins what belongs to it, or goes on. */
  enter(unit: Unit): void {
    if (unit.kind !== 'heading') return;
    const body = this.#body();
    if (body.length === 0) return;
    if (sumTokens(body) >= this.#options.minTokens) this.#endChunk();
    else if (body[0]?.headingPath[0] !== unit.headingPath[0]) this.#joinPrevious('same top heading');
  }

  fits(tokens: number): boolean {
    return this.#openTokens + tokens <= this.#options.maxTokens;
  }

  add(part: Part): void {
    this.#open.push(part);
    this.#openTokens += part.tokens;
  }

  /**
   * Whether a unit that does not fit has to be cut: it is over the maximum, or would be parted from its heading,
   * or is running text that can fill up a chunk under the minimum.
   */
  mustCut(unit: Unit, tokens: number): boolean {
    const { maxTokens, minTokens } = this.#options;
    if (tokens > maxTokens) return true;
    if (unit.kind === 'heading') return false;
    const bodyTokens = sumTokens(this.#body());
    if (this.#openTokens - bodyTokens + tokens > maxTokens) return true;
    return isRunningText(unit) && bodyTokens > 0 && bodyTokens < minTokens;
  }

  /** Ends the open chunk and begins the next one with `part`. */
  startWith(part: Part): void {
    this.#endChunk(part);
    if (!this.fits(part.tokens)) this.#emitOpen();
    this.add(part);
  }

  /** Announces the pieces of a unit of `tokens` (infinite where unknown). */
  beginCut(tokens: number): void {
    const { maxTokens, minTokens, overlapTokens } = this.#options;
    if (sumTokens(this.#body()) >= minTokens) this.#endChunk();
    const total = this.#openTokens + tokens;
    const chunks = Math.max(1, Math.ceil((total - overlapTokens) / (maxTokens - overlapTokens)));
    const isKnown = Number.isFinite(total);
    this.#targetTokens = isKnown ? Math.ceil((total + (chunks - 1) * overlapTokens) / chunks) : maxTokens;
  }

  addPiece(piece: Part): void {
    const isFull =
      this.#body().some((part) => !part.isOverlap) &&
      this.#openTokens + piece.tokens / 2 > this.#targetTokens;
    if (isFull || !this.fits(piece.tokens)) this.startWith(piece);
    else this.add(piece);
  }

  finish(): readonly ChunkSpan[] {
    if (this.#openTokens < this.#options.minTokens) {
      const isJoined = this.#joinPrevious('any');
      // The body has joined; headings that nothing follows may be left.
      if (isJoined) this.#joinPrevious('any');
    }
    this.#emitOpen();
    return this.#spans;
  }

  /** The open chunk without the headings at its end. */
  #body(): readonly Part[] {
    const last = this.#open.findLastIndex((part) => part.kind !== 'heading');
    return this.#open.slice(0, last + 1);
  }

  /** Ends the open chunk; `next` is running text that may repeat the end of it. */
  #endChunk(next?: Part): void {
    const body = this.#body();
    if (body.length === 0) return;
    const headings = this.#open.slice(body.length);
    const isSmall = sumTokens(body) < this.#options.minTokens;
    const isJoined = isSmall && (this.#joinPrevious('same top heading') || this.#joinPrevious('any'));
    if (!isJoined) this.#emit(body);
    this.#reopen(next && headings.length === 0 ? this.#overlap(body, next) : headings);
  }

  #emitOpen(): void {
    if (this.#open.length > 0) this.#emit(this.#open);
    this.#reopen([]);
  }

  #reopen(parts: readonly Part[]): void {
    this.#open = [...parts];
    this.#openTokens = sumTokens(parts);
  }

  #emit(parts: readonly Part[]): void {
    const first = parts[0] as Part;
    const { start } = first;
    const { end } = parts.at(-1) as Part;
    const tokens = this.#options.tokenizer.count(this.#text.slice(start, end));
    // The sum of the parts bounds the whole for word pieces; other tokenizers may add one at a seam.
    if (tokens > this.#options.maxTokens && parts.length > 1) {
      this.#emit(parts.slice(0, parts.length >> 1));
      this.#emit(parts.slice(parts.length >> 1));
      return;
    }
    const headingPath = commonPath(parts);
    this.#spans.push({ start, end, headingPath, tokens, ...placeOf(this.#text, first, start) });
  }

  /** Adds what is new in the open chunk's body to the chunk before it, where both fit into one. */
  #joinPrevious(condition: 'same top heading' | 'any'): boolean {
    const previous = this.#spans.at(-1);
    const body = this.#body();
    const added = (body.length > 0 ? body : this.#open).filter((part) => !part.isOverlap);
    const last = added.at(-1);
    if (!previous || !last) return false;
    if (condition === 'same top heading' && previous.headingPath[0] !== last.headingPath[0]) return false;
    if (previous.tokens + sumTokens(added) > this.#options.maxTokens) return false;
    const tokens = this.#options.tokenizer.count(this.#text.slice(previous.start, last.end));
    if (tokens > this.#options.maxTokens) return false;
    const headingPath = commonPrefix([previous.headingPath, commonPath(added)]);
    this.#spans[this.#spans.length - 1] = { ...previous, end: last.end, headingPath, tokens };
    this.#reopen(this.#open.slice(this.#open.indexOf(last) + 1));
    return true;
  }

  /** The last sentences of a chunk, up to `overlapTokens`, where running text goes on under the same heading. */
  #overlap(body: readonly Part[], next: Part): Part[] {
    let room = Math.min(this.#options.overlapTokens, this.#options.maxTokens - next.tokens);
    const repeated: Part[] = [];
    for (const [index, part] of [...body.entries()].toReversed()) {
      if (!isRunningText(part) || !isRunningText(next) || part.headingPath !== next.headingPath) break;
      const pieces = part.tokens <= room ? [part] : [...cutUnit(this.#text, part, this.#options)];
      // A chunk that began where the one before it began would hold all of it.
      if (index === 0) pieces.shift();
      const taken = endWithin(pieces, room);
      repeated.unshift(...taken.map((piece) => ({ ...part, ...piece, isOverlap: true as const })));
      room -= sumTokens(taken);
      if (taken.length < pieces.length) break;
    }
    return repeated;
  }
}

/** Text that flows from one block to the next, so that a reader of the second gains from the end of the first. */
function isRunningText({ kind }: Unit): boolean {
  return kind === 'paragraph' || kind === 'quote';
}

function endWithin<T extends { readonly tokens: number }>(pieces: readonly T[], room: number): readonly T[] {
  let first = pieces.length;
  let left = room;
  while (first > 0 && (pieces[first - 1]?.tokens ?? 0) <= left) {
    first -= 1;
    left -= pieces[first]?.tokens ?? 0;
  }
  return pieces.slice(first);
}
