import type { Analyser } from '../contracts/analyser.ts';
import type { Chunk } from '../contracts/chunk.ts';
import { sentences } from '../text/sentences.ts';

/** Most sentences of a passage that one citation spans. */
const maxSentences = 3;

/** What a further sentence must add to the share of the claim's words. */
const worthAdding = 0.1;

interface ReadSentence {
  /** `[start, end)` of the document's cleaned text. */
  readonly start: number;
  readonly end: number;
  readonly terms: ReadonlySet<string>;
}

/** Narrows citations of one answer from passages to sentences. Each passage is read once. */
export class CitationNarrower {
  readonly #analyser: Analyser;
  readonly #language: string;
  readonly #read = new Map<string, readonly ReadSentence[]>();

  /** `language` is the answer's, a BCP 47 primary subtag. */
  constructor(analyser: Analyser, language: string) {
    this.#analyser = analyser;
    this.#language = language;
  }

  /**
   * The sentences of a passage that bear out a claim: the run of up to three that holds most of its words, the
   * shortest of those that hold the same. As `[start, end)` of the document's cleaned text; the whole passage where
   * the claim shares no word with it.
   */
  narrow(claim: string, chunk: Chunk): { start: number; end: number } {
    const words = claim.replace(/\[\d+\]/g, ' ');
    const wanted = new Set(this.#analyser.terms(words, this.#language).map(({ text }) => text));
    const read = this.#sentences(chunk);
    const matched = read.map(({ terms }) => [...wanted].filter((term) => terms.has(term)));
    let best: { start: number; end: number; score: number } | undefined;
    for (const [from, first] of read.entries()) {
      const held = new Set<string>();
      for (const [more, last] of read.slice(from, from + maxSentences).entries()) {
        for (const term of matched[from + more] ?? []) held.add(term);
        const score = held.size / wanted.size - worthAdding * more;
        if (held.size > 0 && score > (best?.score ?? 0)) best = { start: first.start, end: last.end, score };
      }
    }
    return best ? { start: best.start, end: best.end } : { start: chunk.start, end: chunk.end };
  }

  #sentences(chunk: Chunk): readonly ReadSentence[] {
    const known = this.#read.get(chunk.id);
    if (known) return known;
    const read = sentences(chunk.content, chunk.language).map(({ start, end }) => {
      const terms = this.#analyser.terms(chunk.content.slice(start, end), chunk.language);
      return {
        start: chunk.start + start,
        end: chunk.start + end,
        terms: new Set(terms.map(({ text }) => text)),
      };
    });
    this.#read.set(chunk.id, read);
    return read;
  }
}
