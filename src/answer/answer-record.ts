import type { CheckedSentence, Citation } from '../contracts/citation.ts';
import type { AnswerEvent } from './answer.ts';
import type { ProvenCitation } from './cite/cite.ts';
import type { SentenceCheck } from './verify/sentence-verifier.ts';
import { weakestVerdicts } from './verify/weakest-verdicts.ts';

/** What tells of an answer as it grows. */
type RecordedEvent = Extract<AnswerEvent, { type: 'token' | 'citation' | 'verdict' }>;

/** What an answer has said so far: its text, citations and checked sentences, and the events that tell of them. */
export class AnswerRecord {
  readonly sentences: CheckedSentence[] = [];
  readonly #citations = new Map<number, ProvenCitation>();
  /** What has happened and has not been handed out. */
  #events: RecordedEvent[] = [];
  #text = '';

  get text(): string {
    return this.#text;
  }

  /** With the weakest verdict of the sentences that each bears out. */
  get citations(): readonly Citation[] {
    return weakestVerdicts(this.#citations.values(), this.sentences);
  }

  get hasCitations(): boolean {
    return this.#citations.size > 0;
  }

  say(text: string): void {
    this.#text += text;
    this.#events.push({ type: 'token', text });
  }

  /** A source that the answer did not have, with what was found of the words that cite it. */
  addCitation(citation: ProvenCitation, verdict: SentenceCheck['verdict']): void {
    this.#citations.set(citation.number, citation);
    this.#events.push({ type: 'citation', citation: { ...citation, verdict } });
  }

  citation(number: number): ProvenCitation | undefined {
    return this.#citations.get(number);
  }

  addSentence(
    { start, end }: { readonly start: number; readonly end: number },
    { verdict, missing }: SentenceCheck,
    citations: readonly number[],
  ): void {
    const sentence: CheckedSentence = { start, end, verdict, citations, missing };
    this.sentences.push(sentence);
    this.#events.push({ type: 'verdict', sentence });
  }

  /** What has happened since this was asked last. */
  handOut(): readonly RecordedEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
}
