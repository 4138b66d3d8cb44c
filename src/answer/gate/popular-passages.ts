import type { Citation } from '../../contracts/citation.ts';

/** Passages remembered of a scope. */
const passagesKept = 20;

/** Scopes remembered; the one that was asked least lately goes first. */
const scopesKept = 64;

/** What a citation counts after each later answer: those of some fifty answers weigh, older ones hardly. */
const fading = 0.98;

interface Remembered {
  readonly citation: Citation;
  weight: number;
}

/**
 * What recent answers quoted most, so that something can be shown while the store is away. A scope is what questions
 * may see, collections and filter: what one shuts out is shown to none of its questions. It lives in memory and is
 * small. Requirement row C8.
 */
export class PopularPassages {
  readonly #scopes = new Map<string, Map<string, Remembered>>();

  /** Counts what an answer cites. */
  note(scope: string, citations: readonly Citation[]): void {
    if (citations.length === 0) return;
    const known = this.#scopes.get(scope) ?? new Map<string, Remembered>();
    for (const remembered of known.values()) remembered.weight *= fading;
    for (const citation of citations) {
      const place = `${citation.documentId} ${citation.start} ${citation.end}`;
      known.set(place, { citation, weight: (known.get(place)?.weight ?? 0) + 1 });
    }
    const best = [...known].toSorted(([, one], [, other]) => other.weight - one.weight);
    this.#scopes.delete(scope);
    this.#scopes.set(scope, new Map(best.slice(0, passagesKept)));
    const [oldest] = this.#scopes.keys();
    if (this.#scopes.size > scopesKept && oldest !== undefined) this.#scopes.delete(oldest);
  }

  /** The most cited passages, numbered from 1. */
  best(scope: string, limit: number): Citation[] {
    // They were put in order when the last was counted.
    const best = [...(this.#scopes.get(scope)?.values() ?? [])].slice(0, limit);
    return best.map(({ citation }, place) => ({ ...citation, number: place + 1 }));
  }

  /** What is removed is shown to nobody. */
  forgetDocument(documentId: string): void {
    for (const known of this.#scopes.values()) {
      for (const [place, { citation }] of known) if (citation.documentId === documentId) known.delete(place);
    }
  }

  /** Forgets everything. */
  clear(): void {
    this.#scopes.clear();
  }
}
