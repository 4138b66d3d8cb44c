import { dropped } from '../merge/remap.ts';
import { LazyNumbers } from '../segments/segment-body.ts';
import type { FieldPostings, PostingList } from './field-postings.ts';

/** How many chunks hold each term once, and how many more often; by place in the dictionary. */
export interface PostingCounts {
  readonly once: Uint32Array;
  readonly often: Uint32Array;
}

/** Writes {@link FieldPostings} of known size. Chunks come in order of place, terms in any. */
export class PostingsWriter {
  readonly #starts: Uint32Array;
  readonly #repeats: Uint16Array;
  readonly #lists: Uint16Array;
  /** By term: where its next chunk goes, in either part of its list. */
  readonly #once: Uint32Array;
  readonly #often: Uint32Array;

  constructor({ once, often }: PostingCounts) {
    const starts = new Uint32Array(once.length + 1);
    this.#often = new Uint32Array(once.length);
    for (let term = 0, start = 0; term < once.length; term++) {
      this.#often[term] = start + (once[term] as number);
      start += (once[term] as number) + 2 * (often[term] as number);
      starts[term + 1] = start;
    }
    this.#starts = starts;
    this.#repeats = new Uint16Array(often);
    this.#lists = new Uint16Array(starts[once.length] as number);
    this.#once = starts.slice(0, once.length);
  }

  /** Adds a chunk to the list of a term that it holds so often. */
  add(term: number, place: number, frequency: number): void {
    if (frequency > 1) return this.#addOften(term, place, frequency);
    const at = this.#once[term] as number;
    this.#lists[at] = place;
    this.#once[term] = at + 1;
  }

  /** Adds the chunks of a list where they go, those that are dropped left out. */
  addAll(term: number, { lists, once, often, frequencies }: PostingList, remap: Uint32Array): void {
    const target = this.#lists;
    let cursor = this.#once[term] as number;
    for (let at = once; at < often; at++) {
      const place = remap[lists[at] as number] as number;
      if (place !== dropped) target[cursor++] = place;
    }
    this.#once[term] = cursor;
    for (let at = often; at < frequencies; at++) {
      const place = remap[lists[at] as number] as number;
      if (place !== dropped) this.#addOften(term, place, lists[at + frequencies - often] as number);
    }
  }

  /** `lengths` are those of the chunks' fields. */
  finish(lengths: Uint32Array): FieldPostings {
    return {
      starts: this.#starts,
      repeats: this.#repeats,
      lists: new LazyNumbers(this.#lists),
      lengths: this.#lists.length === 0 ? new Uint32Array() : lengths,
    };
  }

  #addOften(term: number, place: number, frequency: number): void {
    const at = this.#often[term] as number;
    this.#lists[at] = place;
    this.#lists[at + (this.#repeats[term] as number)] = frequency;
    this.#often[term] = at + 1;
  }
}
