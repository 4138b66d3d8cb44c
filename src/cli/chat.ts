import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Answer, AnswerEvent } from '../answer/answer.ts';
import type { AskOptions, Footnote } from '../footnote.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { formatSources } from './format/format-answer.ts';
import { type Fact, formatFacts } from './format/format-facts.ts';
import { wrapLine } from './format/printable-text.ts';
import type { Output, Style } from './output.ts';
import { tellAnswer } from './tell-answer.ts';

export interface ChatOptions {
  readonly output: Output;
  /** Where the questions come from, one a line. */
  readonly input: Readable;
  /** The terminal on which a question is edited, where the output is live. */
  readonly terminal: Writable;
  /** The conversation to continue; null starts one. */
  readonly conversationId: string | null;
  /** What every question is searched with. */
  readonly query: AskOptions;
  /** Ends the chat. */
  readonly signal: AbortSignal;
}

const help = 'Type a question, and after its answer the next; it can refer back to earlier ones.';
const commands: readonly Fact[] = [
  ['  /sources', 'shows the sources of the last answer in full'],
  ['  /new', 'starts a new conversation'],
  ['  /quit', 'leaves'],
];

/**
 * A conversation: reads questions until the input ends, `/quit`, or Ctrl-C twice, and tells their answers. A question
 * that fails does not end it. Comes to `failed` where one did and nobody was there to see it.
 */
export function chat(footnote: Footnote, options: ChatOptions): Promise<ExitCode> {
  return new Chat(footnote, options).run();
}

class Chat {
  readonly #footnote: Footnote;
  readonly #options: ChatOptions;
  readonly #lines: Interface;
  #conversationId: string | null;
  #last: Answer | undefined;
  #answering: AbortController | undefined;
  #isLeaving = false;
  #hasFailed = false;
  #hasAnswered = false;

  constructor(footnote: Footnote, options: ChatOptions) {
    this.#footnote = footnote;
    this.#options = options;
    this.#conversationId = options.conversationId;
    this.#lines = createInterface({
      input: options.input,
      ...(options.output.isLive && { output: options.terminal, terminal: true }),
      prompt: '› ',
    });
  }

  async run(): Promise<ExitCode> {
    const { output, signal } = this.#options;
    const { isLive } = output;
    this.#lines.on('SIGINT', () => this.#interrupt());
    signal.addEventListener('abort', () => this.#lines.close(), { once: true });
    if (isLive) output.note('Ask about your documents. Type /help for the commands.');
    this.#prompt();
    for await (const line of this.#lines) {
      this.#isLeaving = false;
      if (!(await this.#take(line.trim()))) break;
      this.#prompt();
    }
    this.#lines.close();
    signal.throwIfAborted();
    if (isLive && this.#conversationId !== null) {
      output.note(`Continue with: footnote chat --conversation ${this.#conversationId}`);
    }
    return this.#hasFailed && !isLive ? exitCodes.failed : exitCodes.fine;
  }

  /** Whether the chat goes on after this line. */
  async #take(line: string): Promise<boolean> {
    if (line === '/quit') return false;
    if (line === '/help') this.#say((style) => this.#help(style));
    else if (line === '/sources') this.#say((style) => this.#sources(style));
    else if (line === '/new') this.#beginAnew();
    else if (/^\/\w+$/.test(line))
      this.#say(() => `There is no command ${line}. Type /help for the commands.`);
    else if (line !== '') await this.#ask(line);
    return true;
  }

  async #ask(question: string): Promise<void> {
    const { output, query, signal } = this.#options;
    const answering = new AbortController();
    this.#answering = answering;
    // On a terminal the prompt stands between two answers.
    if (this.#hasAnswered && !output.isLive && !output.json) output.write(() => '\n');
    try {
      const stream = this.#footnote.ask(question, {
        ...query,
        conversationId: this.#conversationId,
        signal: AbortSignal.any([signal, answering.signal]),
      });
      this.#last = await tellAnswer(this.#noting(stream), output);
      this.#hasAnswered = true;
    } catch (error) {
      if (answering.signal.aborted) output.note('Stopped.');
      else if (!signal.aborted) this.#fail(error);
    } finally {
      this.#answering = undefined;
    }
  }

  /** Passes events on, and remembers the conversation: one whose answer is stopped can be gone on with. */
  async *#noting(events: AsyncIterable<AnswerEvent>): AsyncGenerator<AnswerEvent, void> {
    for await (const event of events) {
      if (event.type === 'conversation') this.#conversationId = event.conversationId;
      yield event;
    }
  }

  #fail(error: unknown): void {
    this.#hasFailed = true;
    this.#options.output.error(error);
  }

  #help(style: Style): string {
    const { width } = this.#options.output;
    return [...wrapLine(help, width), formatFacts(commands, width, style)].join('\n');
  }

  #sources(style: Style): string {
    const { width } = this.#options.output;
    return this.#last ? formatSources(this.#last, width, style) : 'Nothing has been answered yet.';
  }

  /** Says what was asked for with a command; it is no answer, so that a pipe does not carry it. */
  #say(text: (style: Style) => string): void {
    const { output } = this.#options;
    if (output.isLive) output.write((style) => `${text(style)}\n`);
    else output.note(text(output.style));
  }

  #beginAnew(): void {
    this.#conversationId = null;
    this.#last = undefined;
    this.#options.output.note('Started a new conversation.');
  }

  /** Ctrl-C: stops the answer that is made; at the prompt it leaves when it comes twice. */
  #interrupt(): void {
    if (this.#answering) {
      this.#answering.abort();
    } else if (this.#isLeaving) {
      this.#lines.close();
    } else {
      this.#isLeaving = true;
      this.#options.output.note('\nPress Ctrl-C again, or type /quit, to leave.');
      this.#prompt();
    }
  }

  #prompt(): void {
    const { output, signal } = this.#options;
    if (!output.isLive || signal.aborted) return;
    output.write(() => '\n');
    this.#lines.prompt();
  }
}
