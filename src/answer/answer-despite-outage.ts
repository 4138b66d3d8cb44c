import { setTimeout } from 'node:timers/promises';
import type { Citation } from '../contracts/generator.ts';
import { isFootnoteError, throwIfAborted } from '../errors.ts';
import { conversedLanguage } from '../question/question-language.ts';
import { detectLanguage } from '../text/language/detect-language.ts';
import type { AnswerEvent } from './answer.ts';
import { storeAway } from './finish-answer.ts';
import { type LanguageSetting, spokenLanguage } from './wording/replies.ts';
import { Speaker } from './wording/speaker.ts';

interface OutageOptions {
  readonly question: string;
  /** Names what the question may see; null for what is not to be shared with other questions. */
  readonly scope: string | null;
  /** What to show while the store is away. Answers that come about are counted in it. */
  readonly popular: PopularPassages;
  /** The setting `answer.language`. */
  readonly language: LanguageSetting;
  readonly signal?: AbortSignal | undefined;
  /** Before the second try. Default 250, with up to a quarter of it more at random. */
  readonly backoffMs?: number;
}

/** Passages shown. */
const passagesShown = 3;

/**
 * The events of an answer. Where the store is away before the first of them, it is tried once more; then the passages
 * that recent answers cited most are shown, and what they are is said. Errors: those of `run`; of a store that is away
 * where nothing is remembered. Requirement row C8.
 */
export async function* answerDespiteOutage(
  run: () => AsyncIterable<AnswerEvent>,
  options: OutageOptions,
): AsyncGenerator<AnswerEvent, void> {
  const { scope, popular, signal, backoffMs = 250 } = options;
  for (let isLastTry = false; ; isLastTry = true) {
    let hasBegun = false;
    try {
      for await (const event of run()) {
        hasBegun ||= event.type !== 'waiting';
        if (event.type === 'done' && scope !== null) popular.note(scope, event.answer.citations);
        yield event;
      }
      return;
    } catch (error) {
      if (hasBegun || !isAway(error)) throw error;
      if (!isLastTry) {
        await setTimeout(backoffMs * (1 + Math.random() / 4), undefined, { signal }).catch(() =>
          throwIfAborted(signal),
        );
        continue;
      }
      const shown = scope === null ? [] : popular.best(scope, passagesShown);
      if (shown.length === 0) throw error;
      yield* answerFrom(shown, options);
      return;
    }
  }
}

function* answerFrom(
  shown: ReturnType<PopularPassages['best']>,
  { question, language }: OutageOptions,
): Generator<AnswerEvent, void> {
  // What the documents are written in is not known just now, but for these.
  const languages = [detectLanguage(shown.map(({ quote }) => quote).join('\n'))];
  const asked = conversedLanguage({ question, languages });
  const speaker = new Speaker(spokenLanguage(language, asked));
  let text = speaker.say({ sentence: 'storeAway' });
  yield { type: 'token', text };
  for (const citation of shown) {
    const quoted = `\n${speaker.say({ sentence: 'quoted', words: citation.quote })}`;
    const mark = ` [${citation.number}]`;
    yield { type: 'token', text: quoted };
    yield { type: 'citation', citation };
    yield { type: 'token', text: mark };
    text += quoted + mark;
  }
  yield { type: 'done', answer: storeAway(asked, text, shown) };
}

/** Errors of a store, or of the server that an engine keeps its chunks on, which may be there again the next time. */
const awayCodes: ReadonlySet<string> = new Set(['store_busy', 'store_unavailable', 'engine_unavailable']);

function isAway(error: unknown): boolean {
  return isFootnoteError(error) && awayCodes.has(error.code);
}

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
