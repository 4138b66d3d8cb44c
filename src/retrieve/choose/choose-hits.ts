import type { HitExplanation } from '../hit.ts';
import type { FoundPassage, ReadPassages } from '../passage.ts';
import type { RankedCandidate } from '../rank-candidates.ts';
import { ComparableText } from './comparable-text.ts';
import { isLinkList } from './is-link-list.ts';

/** The settings of `retrieval` that say which passages become hits. */
export interface ChoiceSettings {
  /** Hits to return, 1–100. */
  readonly topK: number;
  /** Hits of one document; 0 for any number. */
  readonly maxPerDocument: number;
  /** Similarity in (0, 1] from which a passage is a repetition of a better one; 0 to keep repetitions. */
  readonly duplicateSimilarity: number;
}

/** A candidate that did not become a hit. */
export interface DroppedCandidate extends Partial<Pick<FoundPassage, 'chunk' | 'rerank'>> {
  readonly ranked: RankedCandidate;
  readonly droppedBy: NonNullable<HitExplanation['droppedBy']>;
  /** The chunk whose repetition it is. */
  readonly duplicateOf?: string;
}

/** The best of what was left out: enough to see why, few enough to read. */
export const droppedShown = 10;

/** Candidates that one stage left out, best first, as far as they can be among those shown. */
export function dropAll(
  ranked: readonly RankedCandidate[],
  droppedBy: DroppedCandidate['droppedBy'],
): DroppedCandidate[] {
  return ranked.slice(0, droppedShown).map((one) => ({ ranked: one, droppedBy }));
}

/** The hits, best first, and what was left out, in order: of what was not looked at no more than is shown. */
export interface ChosenHits {
  readonly hits: readonly FoundPassage[];
  readonly dropped: readonly DroppedCandidate[];
}

/**
 * Takes passages in their order until there are `topK` hits, without those that repeat a better one and without
 * more of one document than may be. Lists of links come last, where there is still room. `head` has been read; of
 * `tail` as much is read as it takes.
 */
export async function chooseHits(
  head: readonly FoundPassage[],
  tail: readonly RankedCandidate[],
  settings: ChoiceSettings,
  read: ReadPassages,
): Promise<ChosenHits> {
  const choice = new Choice(settings);
  for (const passage of head) choice.offer(passage);
  let at = 0;
  for (; at < tail.length && !choice.isComplete; at += settings.topK) {
    for (const passage of await read(tail.slice(at, at + settings.topK))) choice.offer(passage);
  }
  choice.fillUp();
  choice.dropped.push(...dropAll(tail.slice(at), 'top-k'));
  return choice;
}

class Choice implements ChosenHits {
  readonly hits: FoundPassage[] = [];
  readonly dropped: DroppedCandidate[] = [];
  readonly #settings: ChoiceSettings;
  readonly #texts: ComparableText[] = [];
  readonly #perDocument = new Map<string, number>();
  readonly #linkLists: FoundPassage[] = [];

  constructor(settings: ChoiceSettings) {
    this.#settings = settings;
  }

  get isComplete(): boolean {
    return this.hits.length >= this.#settings.topK;
  }

  offer(passage: FoundPassage): void {
    if (this.isComplete) return this.#drop(passage, 'top-k');
    if (isLinkList(passage.chunk.content)) this.#linkLists.push(passage);
    else this.#choose(passage);
  }

  /** Gives the places that are left to the lists of links. */
  fillUp(): void {
    for (const passage of this.#linkLists) {
      if (this.isComplete) this.#drop(passage, 'links');
      else this.#choose(passage);
    }
  }

  #choose(passage: FoundPassage): void {
    const { documentId } = passage.chunk;
    const { maxPerDocument, duplicateSimilarity } = this.#settings;
    const held = this.#perDocument.get(documentId) ?? 0;
    if (maxPerDocument > 0 && held >= maxPerDocument) return this.#drop(passage, 'per-document');
    if (duplicateSimilarity > 0) {
      const text = new ComparableText(passage.chunk.content);
      const original = this.#texts.findIndex(
        (other) =>
          text.resembles(other) &&
          text.similarity(other) >= duplicateSimilarity &&
          text.agreesInNumbers(other),
      );
      if (original >= 0) return this.#drop(passage, 'duplicate', this.hits[original]?.chunk.id);
      this.#texts.push(text);
    }
    this.#perDocument.set(documentId, held + 1);
    this.hits.push(passage);
  }

  #drop(passage: FoundPassage, droppedBy: DroppedCandidate['droppedBy'], duplicateOf?: string): void {
    this.dropped.push({ ...passage, droppedBy, ...(duplicateOf !== undefined && { duplicateOf }) });
  }
}
