import { type ClaimVerdict, type ClaimVerifier, claimVerdicts } from '../../contracts/claim-verifier.ts';
import type { CheckedSentence, LanguageModel } from '../../contracts/generator.ts';
import { eitherSignal, FootnoteError, isFootnoteError, messageOf, throwIfAborted } from '../../errors.ts';
import { type ComposedAnswer, type ComposeEvent, weakestVerdicts } from '../compose/compose-answer.ts';
import { fenceFor, fillTemplate, readPromptFile } from '../prompt/prompt-template.ts';

/** Who reads sentences once more. */
export interface SecondVerifier {
  readonly verifier: ClaimVerifier;
  /** Longest wait for a sentence's second verdict, from its end on. */
  readonly timeoutMs: number;
}

/** Sentences of one answer that are read at once. */
const maxAtOnce = 4;

/** Whether the sources lack facts of a sentence in the generator's own words; undefined of what it quotes. */
type LacksFacts = (sentence: CheckedSentence) => boolean | undefined;

/**
 * Has a second verifier read the sentences of one answer whose words are not all in their sources. Words go on at
 * once; a sentence's one verdict follows when it is final, in the order of the sentences. Where the verifier fails or
 * takes too long, the first verdict stays and the warnings say so; one that is away is not asked again.
 */
export class SecondCheck {
  readonly #second: SecondVerifier;
  readonly #signal: AbortSignal | undefined;
  /** What is being read, in the order of the sentences. */
  readonly #readings: Promise<CheckedSentence>[] = [];
  /** Each with its final verdict. */
  readonly #sentences: CheckedSentence[] = [];
  readonly #quotes = new Map<number, string>();
  #text = '';
  #unread = 0;
  #problem: string | undefined;
  #isAway = false;

  constructor(second: SecondVerifier, options: { readonly signal?: AbortSignal } = {}) {
    this.#second = second;
    this.#signal = options.signal;
  }

  /** Passes events on, verdicts when they are final. Errors: those of `events`, `aborted`. */
  async *follow(
    events: AsyncGenerator<ComposeEvent, void>,
    lacksFacts: LacksFacts,
  ): AsyncGenerator<ComposeEvent, void> {
    try {
      let next = events.next();
      for (;;) {
        const [reading] = this.#readings;
        const sentence = reading && (await Promise.race([reading, next.then(() => undefined)]));
        if (sentence) yield this.#settle(sentence);
        if (sentence) continue;
        const { value: event, done } = await next;
        if (done) break;
        if (event.type === 'verdict') this.#begin(event.sentence, lacksFacts(event.sentence));
        else yield this.#notice(event);
        next = events.next();
      }
      while (this.#readings[0]) yield this.#settle(await this.#readings[0]);
    } finally {
      await events.return();
    }
  }

  /** A composed answer with its final verdicts. */
  revise(composed: ComposedAnswer): ComposedAnswer {
    const reason = this.#problem ?? '';
    const warning = { sentence: 'checkedByWords', count: this.#unread, reason } as const;
    return {
      ...composed,
      sentences: this.#sentences,
      citations: weakestVerdicts(composed.citations, this.#sentences),
      warnings: this.#unread === 0 ? composed.warnings : [...composed.warnings, warning],
    };
  }

  #notice(event: Exclude<ComposeEvent, { type: 'verdict' }>): ComposeEvent {
    if (event.type === 'token') this.#text += event.text;
    else if (event.type === 'citation') this.#quotes.set(event.citation.number, event.citation.quote);
    return event;
  }

  #begin(sentence: CheckedSentence, lacksFacts: boolean | undefined): void {
    const deadline = AbortSignal.timeout(this.#second.timeoutMs);
    // Each waits for the one so many places before it: no more are read at once.
    const before = this.#readings.at(-maxAtOnce) ?? Promise.resolve();
    const reading = before.then(() => this.#read(sentence, lacksFacts, deadline));
    // It is awaited in its turn, which never comes where the answer is left or breaks off.
    reading.catch(() => {});
    this.#readings.push(reading);
  }

  #settle(sentence: CheckedSentence): ComposeEvent {
    void this.#readings.shift();
    this.#sentences.push(sentence);
    return { type: 'verdict', sentence };
  }

  /** Errors: `aborted` by the caller. */
  async #read(
    sentence: CheckedSentence,
    lacksFacts: boolean | undefined,
    deadline: AbortSignal,
  ): Promise<CheckedSentence> {
    const first = firstVerdict(sentence);
    if (first === undefined || lacksFacts === undefined) return sentence;
    const signal = this.#signal;
    if (!this.#isAway) {
      try {
        const text = this.#text.slice(sentence.start, sentence.end).replace(/\s*\[\d+\]/g, '');
        const sources = sentence.citations.map((number) => this.#quotes.get(number) ?? '');
        const claim = { text, sources, first, lacksFacts };
        const options = { signal: eitherSignal(signal, deadline) };
        const verdict = await this.#second.verifier.verify(claim, options);
        if (claimVerdicts.includes(verdict)) return { ...sentence, verdict };
        const problem = `its verdict is not one of the choices: “${verdict}”`;
        throw new FootnoteError('model_answer_invalid', { model: this.#second.verifier.name, problem });
      } catch (error) {
        throwIfAborted(signal);
        this.#keepFirst(error, deadline);
      }
    }
    this.#unread += 1;
    return sentence;
  }

  #keepFirst(error: unknown, deadline: AbortSignal): void {
    const { verifier, timeoutMs } = this.#second;
    const failure = isFootnoteError(error) ? error : undefined;
    const isLate = failure?.code === 'aborted' && deadline.aborted;
    this.#problem ??= isLate
      ? `The verifier ${verifier.name} took longer than ${timeoutMs} ms.`
      : (failure?.message ?? `The verifier ${verifier.name} failed: ${messageOf(error)}`);
    // A verdict that cannot be read says nothing about the next.
    this.#isAway ||= failure?.code !== 'model_answer_invalid';
  }
}

/** What there is to be read again: sentences with a source in which they do not stand letter for letter. */
function firstVerdict({ verdict, citations }: CheckedSentence): ClaimVerdict | undefined {
  if (verdict === 'verbatim' || verdict === 'uncited' || citations.length === 0) return undefined;
  return verdict;
}

interface JudgeVerifierOptions {
  /** Closed with the verifier. */
  readonly model: LanguageModel;
  /** Where `prompts/judge.md` is. */
  readonly packageRoot: string;
}

/** Tokens of one word, with some for a model that thinks first. */
const maxTokens = 1000;

/** Longest reply that is quoted where it cannot be read, in characters. */
const maxQuoted = 80;

/**
 * A verifier that asks a language model for its verdict, one word. It is not told what the words alone came to.
 * Errors: `config_invalid` where the template cannot be read; of verifying those of {@link ClaimVerifier}.
 */
export function judgeVerifier({ model, packageRoot }: JudgeVerifierOptions): ClaimVerifier {
  const placeholders = { required: ['claim', 'sources'], optional: ['fence'] };
  const template = readPromptFile('judge', packageRoot, 'verifier.kind', placeholders);
  return {
    name: `judge ${model.name}`,
    async verify({ text: claim, sources: cited }, { signal } = {}) {
      throwIfAborted(signal);
      const sources = cited.join('\n\n');
      const messages = fillTemplate(template, { claim, sources, fence: fenceFor(sources + claim) });
      const reply = await model.complete(messages, { maxTokens, signal });
      const verdict = readVerdict(reply);
      if (verdict !== undefined) return verdict;
      const problem = `its verdict cannot be read: “${reply.slice(0, maxQuoted)}”`;
      throw new FootnoteError('model_answer_invalid', { model: model.name, problem });
    },
    close: async () => model.close?.(),
  };
}

/** The one word that a reply is, case, quotation marks and a full stop aside; undefined of everything else. */
export function readVerdict(reply: string): ClaimVerdict | undefined {
  const word = reply.trim().replace(/^["'“*`]*(\p{L}+)["'”*`]*\.?["'”*`]*$/u, '$1');
  return claimVerdicts.find((verdict) => verdict === word.toLowerCase());
}
