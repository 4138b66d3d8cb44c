import type { CheckedSentence } from '../contracts/citation.ts';
import type { ComposedAnswer, ComposeEvent } from './compose-answer.ts';
import { delimiterRow } from './only-introduces.ts';

/** Whether a sentence may be said. */
export function isBorneOut({ verdict }: CheckedSentence): boolean {
  return verdict !== 'unsupported' && verdict !== 'uncited';
}

const tableLine = /^\s*\|/;

/**
 * Holds each sentence of an answer back until it has been checked, and lets go only of those that their sources bear
 * out. The header of a table goes with the first of its rows that is let go of. What is let go of is a whole answer
 * again: its tokens make up its text and its places count from there.
 */
export class SentenceHold {
  #held = '';
  /** Where in the composed text `#held` begins. */
  #offset = 0;
  /** Citations that no sentence has been let go of with, by number. */
  readonly #waiting = new Map<number, Extract<ComposeEvent, { type: 'citation' }>>();
  #text = '';
  /** The header of a table none of whose rows was let go of yet. */
  #header = '';
  #dropped = 0;
  readonly #sentences: CheckedSentence[] = [];

  /** What may be said now. */
  *take(event: ComposeEvent): Generator<ComposeEvent> {
    if (event.type === 'token') this.#held += event.text;
    else if (event.type === 'citation') this.#waiting.set(event.citation.number, event);
    else if (event.type === 'waiting') yield event;
    else yield* this.#settle(event.sentence);
  }

  /** The answer without what was held back for good. */
  result(composed: ComposedAnswer): ComposedAnswer {
    const cited = new Set(this.#sentences.flatMap(({ citations }) => citations));
    const left = { sentence: 'sentencesLeftOut', count: this.#dropped } as const;
    return {
      ...composed,
      text: this.#text,
      sentences: this.#sentences,
      citations: composed.citations.filter(({ number }) => cited.has(number)),
      warnings: this.#dropped === 0 ? composed.warnings : [...composed.warnings, left],
    };
  }

  *#settle(sentence: CheckedSentence): Generator<ComposeEvent> {
    const words = this.#held.slice(0, sentence.end - this.#offset);
    this.#held = this.#held.slice(words.length);
    this.#offset += words.length;
    const isInTable = tableLine.test(words);
    if (!isInTable) this.#header = '';
    if (!isBorneOut(sentence)) {
      // A header states nothing by itself, and without it the rows are no table.
      const delimiter = isInTable ? (delimiterRow.exec(this.#held)?.[0] ?? '') : '';
      if (delimiter === '') this.#dropped += 1;
      else this.#header = words + delimiter;
      this.#held = this.#held.slice(delimiter.length);
      this.#offset += delimiter.length;
      return;
    }
    const led = this.#header + words;
    this.#header = '';
    const said = this.#text === '' ? led.trimStart() : led;
    const end = this.#text.length + said.length;
    const kept = { ...sentence, start: end - words.trimStart().length, end };
    this.#text += said;
    this.#sentences.push(kept);
    for (const number of sentence.citations) {
      const citation = this.#waiting.get(number);
      if (this.#waiting.delete(number) && citation) yield citation;
    }
    yield { type: 'token', text: said };
    yield { type: 'verdict', sentence: kept };
  }
}
