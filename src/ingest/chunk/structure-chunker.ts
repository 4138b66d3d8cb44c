import { z } from 'zod';
import type { Chunker, ChunkSpan } from '../../contracts/chunker.ts';
import type { Tokenizer } from '../../contracts/embedder.ts';
import { requireObject } from '../../values/require-arguments.ts';
import { checkedOptions } from './checked-options.ts';
import {
  type CutOptions,
  commonPath,
  commonPrefix,
  countUpTo,
  cutUnit,
  placeOf,
  requireDocument,
  sumTokens,
  type Unit,
  units,
} from './cut-unit.ts';
import { turnTaker } from './turn-taker.ts';

export const structureOptions = z.object({
  /** No chunk is longer. */
  maxTokens: z.int().min(16).max(8192).default(512),
  /** A shorter chunk joins its neighbour where both fit into one. */
  minTokens: z.int().min(0).max(4096).default(100),
  /** What two parts of running text under one heading share, in whole sentences; at most half of `maxTokens`. */
  overlapTokens: z.int().min(0).max(4096).default(50),
  /**
   * Whether any two parts under one heading share about `overlapTokens`: of lists items, of tables rows, of code lines.
   * A sentence, item, row or line of more than twice that is shared from a word on.
   */
  overlapBlocks: z.boolean().default(false),
  /**
   * Whether lists, tables and code are cut to fill up a chunk, as running text is, so that only the last chunk under
   * a heading is under the minimum. It holds where the minimum leaves room for a piece: up to 3/4 of `maxTokens`.
   */
  splitBlocks: z.boolean().default(false),
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
  const { maxTokens, minTokens, overlapBlocks, splitBlocks, ...wanted } = checkedOptions(
    structureOptions,
    given,
    known,
  );
  const overlapTokens = Math.min(wanted.overlapTokens, Math.floor(maxTokens / 2));
  const sizes = [maxTokens, minTokens, overlapTokens, overlapBlocks, splitBlocks];
  return {
    id: `structure-2:${sizes.join(':')}:${tokenizer.id}`,
    async chunk(document, { signal } = {}) {
      requireDocument(document);
      const cutOptions: CutOptions = { maxTokens, tokenizer, language: document.language ?? 'und' };
      const packing = { minTokens, overlapTokens, overlapBlocks, splitBlocks };
      const packer = new ChunkPacker(document.text, { ...cutOptions, ...packing });
      const takeTurn = turnTaker(signal);
      for (const unit of units(document)) {
        await takeTurn();
        const tokens = countUpTo(document.text, unit, cutOptions);
        packer.enter(unit);
        if (packer.fits({ ...unit, tokens })) {
          packer.add({ ...unit, tokens });
        } else if (packer.mustCut(unit, tokens)) {
          packer.beginCut(unit, tokens);
          for (const piece of cutUnit(document.text, unit, { ...cutOptions, maxTokens: packer.maxPiece })) {
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
  readonly overlapBlocks: boolean;
  readonly splitBlocks: boolean;
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
    if (!this.#isSmall(body)) this.#endChunk();
    else if (body[0]?.headingPath[0] !== unit.headingPath[0]) this.#joinPrevious('same top heading');
  }

  fits(part: Part): boolean {
    const { maxTokens, splitBlocks } = this.#options;
    if (this.#openTokens + part.tokens <= maxTokens) return true;
    // The sum may be over what the whole has: a chunk under the minimum would not be filled up.
    const [first] = this.#open;
    return (
      splitBlocks && first !== undefined && part.tokens <= maxTokens && this.#count(first, part) <= maxTokens
    );
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
    const { maxTokens, overlapTokens, overlapBlocks, splitBlocks } = this.#options;
    if (tokens > maxTokens) return true;
    if (unit.kind === 'heading') return false;
    const body = this.#body();
    if (this.#openTokens - sumTokens(body) + tokens > maxTokens) return true;
    if (body.length === 0 || (!isRunningText(unit) && !splitBlocks)) return false;
    const leavesNoOverlap =
      tokens + overlapTokens > maxTokens && body.at(-1)?.headingPath === unit.headingPath;
    return this.#isSmall(body) || (overlapBlocks && leavesNoOverlap);
  }

  /** No piece of a unit is longer: it finds room beside an overlap, and in a chunk that has to be filled up. */
  get maxPiece(): number {
    const { maxTokens, minTokens, overlapTokens, overlapBlocks, splitBlocks } = this.#options;
    const besideOverlap = overlapBlocks ? maxTokens - overlapTokens : maxTokens;
    return splitBlocks
      ? Math.min(besideOverlap, Math.max(maxTokens - minTokens, maxTokens >> 2))
      : besideOverlap;
  }

  /** Ends the open chunk and begins the next one with `part`. */
  startWith(part: Part): void {
    this.#endChunk(part);
    if (!this.fits(part)) this.#emitOpen();
    this.add(part);
  }

  /** Announces the pieces of a unit of `tokens` (infinite where unknown). */
  beginCut(unit: Unit, tokens: number): void {
    const { maxTokens, overlapTokens } = this.#options;
    if (!this.#isSmall(this.#body())) this.#endChunk({ ...unit, tokens: Math.min(tokens, this.maxPiece) });
    const total = this.#openTokens + tokens;
    const chunks = Math.max(1, Math.ceil((total - overlapTokens) / (maxTokens - overlapTokens)));
    const isKnown = Number.isFinite(total);
    this.#targetTokens = isKnown ? Math.ceil((total + (chunks - 1) * overlapTokens) / chunks) : maxTokens;
  }

  addPiece(piece: Part): void {
    const body = this.#body();
    const isFull =
      this.#openTokens + piece.tokens / 2 > this.#targetTokens &&
      body.some((part) => !part.isOverlap) &&
      !(this.#options.splitBlocks && this.#isSmall(body));
    if (isFull || !this.fits(piece)) this.startWith(piece);
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

  /** Whether a chunk of these parts would be under the minimum. */
  #isSmall(parts: readonly Part[]): boolean {
    const { minTokens, splitBlocks } = this.#options;
    const [first, last] = [parts[0], parts.at(-1)];
    if (!first || !last || sumTokens(parts) < minTokens) return true;
    return splitBlocks && this.#count(first, last) < minTokens;
  }

  #count(first: Part, last: Part): number {
    return this.#options.tokenizer.count(this.#text.slice(first.start, last.end));
  }

  /** Ends the open chunk; the next one, which begins with `next`, may repeat the end of it. */
  #endChunk(next?: Part): void {
    const body = this.#body();
    if (body.length === 0) return;
    const headings = this.#open.slice(body.length);
    if (body.every((part) => part.isOverlap)) {
      this.#reopen(headings);
      return;
    }
    const isJoined =
      this.#isSmall(body) && (this.#joinPrevious('same top heading') || this.#joinPrevious('any'));
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
    const last = parts.at(-1) as Part;
    const { start } = first;
    const { end } = last;
    const tokens = this.#count(first, last);
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

  /** The last sentences, items, rows or lines of a chunk, where what is under the same heading goes on with `next`. */
  #overlap(body: readonly Part[], next: Part): Part[] {
    const { overlapTokens, maxTokens, overlapBlocks } = this.#options;
    if (overlapTokens === 0) return [];
    const room = Math.min(overlapBlocks ? maxTokens : overlapTokens, maxTokens - next.tokens);
    const mostOfPiece = overlapBlocks ? Math.min(2 * overlapTokens, maxTokens >> 1, room) : maxTokens;
    const repeated: Part[] = [];
    let tokens = 0;
    const isTaken = (piece: { readonly tokens: number }) =>
      tokens + piece.tokens <= room &&
      (!overlapBlocks || 2 * tokens < overlapTokens || tokens + piece.tokens / 2 <= overlapTokens);
    for (const [index, part] of [...body.entries()].toReversed()) {
      if (!this.#goesOn(part, next)) break;
      const most = overlapBlocks && index === 0 ? Math.min(mostOfPiece, part.tokens >> 1) : mostOfPiece;
      const pieces =
        part.tokens <= most && isTaken(part)
          ? [part]
          : [...cutUnit(this.#text, part, { ...this.#options, maxTokens: Math.max(1, most) })];
      // A chunk that began where the one before it began would hold all of it.
      if (index === 0) pieces.shift();
      while (pieces.length > 0 && isTaken(pieces.at(-1) as Part)) {
        const piece = pieces.pop() as Part;
        tokens += piece.tokens;
        repeated.unshift({ ...part, ...piece, isOverlap: true });
      }
      if (pieces.length > 0) break;
    }
    return repeated;
  }

  /** Whether `next` takes up what ends with `part`, so that its reader gains from the end of that. */
  #goesOn(part: Part, next: Part): boolean {
    if (part.kind === 'heading' || part.headingPath !== next.headingPath) return false;
    return this.#options.overlapBlocks || (isRunningText(part) && isRunningText(next));
  }
}

/** Text that flows from one block to the next. */
function isRunningText({ kind }: Unit): boolean {
  return kind === 'paragraph' || kind === 'quote';
}
