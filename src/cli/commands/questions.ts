import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { Command } from 'commander';
import { type Answer, type AnswerEvent, answerStream, incompleteAnswer } from '../../answer/answer.ts';
import { homeCollection } from '../../app/scoped-footnote.ts';
import { withFootnote } from '../../app/with-footnote.ts';
import type { Filter } from '../../contracts/engine.ts';
import { FootnoteError } from '../../errors.ts';
import type { AskOptions, Footnote, QueryOptions } from '../../footnote.ts';
import { AnswerLayout } from '../format/answer-layout.ts';
import { formatAnswer, formatFootnotes, formatSources, markNumbers } from '../format/format-answer.ts';
import { formatSearch } from '../format/format-search.ts';
import { type Fact, formatFacts } from '../format/format-table.ts';
import { elide, wrapLine } from '../format/terminal-text.ts';
import { type ExitCode, exitCodes, type Output, type Style } from '../output.ts';
import { runCommand } from '../run-command.ts';
import { addTopKFlag } from '../settings-flags.ts';

/** The flags that narrow or widen a search, as commander gives them. */
interface QueryFlags {
  readonly filter?: string;
  readonly collections?: string;
  readonly project?: string;
}

/** Declares the flags that narrow or widen a search. */
function addQueryFlags(command: Command): Command {
  return command
    .option('--filter <json>', 'only passages whose metadata matches this filter')
    .option('--project <name>', 'only documents of this project, by their metadata field project')
    .option('--collections <names>', 'search several collections together, separated by commas');
}

/** What the flags ask of a search. Errors: `request_invalid` naming the flag. */
async function queryFromFlags({ filter, collections, project }: QueryFlags): Promise<QueryOptions> {
  return {
    ...(filter !== undefined && { filter: await readFilter(filter) }),
    ...(project !== undefined && { project }),
    ...(collections !== undefined && { collections: readNames(collections) }),
  };
}

/** The flag that has the documents quoted, also where a language model is set. */
function addQuotesOnlyFlag(command: Command): Command {
  return command.option('--quotes-only', 'quote the documents, without a language model');
}

function readNames(list: string): readonly string[] {
  const names = list.split(',').map((name) => name.trim());
  if (!names.includes('')) return names;
  const problem = 'it must be names of collections, separated by commas';
  throw new FootnoteError('request_invalid', { field: '--collections', problem });
}

/** As it is typed into a shell, between quotes. */
const exampleFilter = '{"field": "language", "op": "eq", "value": "en"}';

/** Loaded late, like the settings: schemas take longer than the help does altogether. */
async function readFilter(json: string): Promise<Filter> {
  const { filterSchema } = await import('../../serve/schemas/schema-of.ts');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    const { message } = cause as Error;
    throw invalid(`it must be JSON such as '${exampleFilter}' (${message})`, cause);
  }
  const parsed = filterSchema.safeParse(value);
  if (!parsed.success) throw invalid(parsed.error.issues[0]?.message ?? 'it is not a filter', parsed.error);
  return parsed.data;
}

function invalid(problem: string, cause: unknown): FootnoteError<'request_invalid'> {
  return new FootnoteError('request_invalid', { field: '--filter', problem }, { cause });
}

/**
 * Where there are no documents the answer ends with the command that adds some: `complete` gives that the flags that
 * were typed. Quotes are left as they are, whatever they end with.
 */
export async function* wholeCommand(
  events: AsyncIterable<AnswerEvent>,
  complete: (text: string) => string,
): AsyncGenerator<AnswerEvent, void> {
  for await (const event of events) {
    if (event.type === 'done' && event.answer.outcome === 'no-documents') {
      const { answer } = event.answer;
      const whole = complete(answer);
      yield { type: 'token', text: whole.slice(answer.length) };
      yield { type: 'done', answer: { ...event.answer, answer: whole } };
    } else yield event;
  }
}

/**
 * Passes on the events of an answer but its waits, which are told on standard error: on a terminal by a line that goes
 * away with the next event, else by one that stays; with `--quiet` by none.
 */
export async function* tellWaits(
  events: AsyncIterable<AnswerEvent>,
  output: Output,
  stream: NodeJS.WriteStream = process.stderr,
): AsyncGenerator<AnswerEvent, void> {
  let isShown = false;
  const clear = () => {
    if (isShown) stream.write('\r\x1b[K');
    isShown = false;
  };
  try {
    for await (const event of events) {
      clear();
      if (event.type !== 'waiting') {
        yield event;
      } else if (!stream.isTTY) {
        output.note(event.message);
      } else if (!output.quiet) {
        stream.write(output.style('dim', elide(event.message, (stream.columns || 80) - 1)));
        isShown = true;
      }
    }
  } finally {
    clear();
  }
}

/**
 * Tells an answer: bit by bit on a terminal, else when it is whole, with `--json` as one object. Then its warnings.
 * A model that has to be waited for is told of meanwhile. Of an answer that breaks off is told what was said, marked as
 * such; with `--json` the error has it.
 * Errors: those of the stream.
 */
async function tellAnswer(stream: AsyncIterable<AnswerEvent>, output: Output): Promise<Answer> {
  const events = wholeCommand(tellWaits(stream, output), (text) => output.remedy(text));
  const answer = output.isLive ? await printAnswer(events, output) : await printWhole(events, output);
  for (const warning of answer.warnings) output.warn(warning);
  return answer;
}

async function printWhole(events: AsyncGenerator<AnswerEvent, void>, output: Output): Promise<Answer> {
  const print = (answer: Answer) =>
    output.result(shown(answer), (style) => formatAnswer(answer, output.width, style));
  try {
    const answer = await answerStream(() => events);
    print(answer);
    return answer;
  } catch (error) {
    const partial = incompleteAnswer(error);
    if (partial && !output.json) print(partial);
    throw error;
  }
}

/** Told by `search --explain`. */
const leftOut: ReadonlySet<string> = new Set<keyof Answer>(['dropped', 'question', 'relevance']);

function shown(answer: Answer): object {
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !leftOut.has(name)));
}

/**
 * Prints an answer on a terminal while it is made, its footnotes below it, and returns it. Where it breaks off, what
 * came stays, with its footnotes and a word about it. Errors: those of the stream.
 */
async function printAnswer(events: AsyncIterable<AnswerEvent>, output: Output): Promise<Answer> {
  const footnotes = new Set<number>();
  const layout = new AnswerLayout(output.width, (text) =>
    output.write((style) => markNumbers(text, footnotes, style)),
  );
  const printBelow = (answer: Answer) => {
    layout.end();
    output.write((style) => below(formatFootnotes(answer, output.width, style)));
  };
  try {
    for await (const event of events) {
      if (event.type === 'citation') footnotes.add(event.citation.number);
      if (event.type === 'token') layout.push(event.text);
      if (event.type !== 'done') continue;
      printBelow(event.answer);
      return event.answer;
    }
  } catch (error) {
    const partial = incompleteAnswer(error);
    if (partial) printBelow(partial);
    throw error;
  } finally {
    layout.end();
  }
  throw new Error('An answer ended without its last event.');
}

function below(footnotes: string): string {
  return footnotes === '' ? '' : `\n${footnotes}\n`;
}

/** `footnote ask QUESTION` */
export function askCommand(): Command {
  const command = new Command('ask')
    .description('answer a question with sentences from the documents, each with its source')
    .argument('<question...>', 'in plain words')
    .action((words: string[], { quotesOnly, ...flags }: QueryFlags & { readonly quotesOnly?: true }) =>
      runCommand(command, async ({ config, output, signal }) => {
        const query = { ...(await queryFromFlags(flags)), ...(quotesOnly && { quotesOnly }), signal };
        const { abstained } = await withFootnote(config, (footnote) =>
          tellAnswer(footnote.ask(words.join(' '), query), output),
        );
        return abstained ? exitCodes.nothingRelevant : exitCodes.fine;
      }),
    );
  return addQueryFlags(addQuotesOnlyFlag(addTopKFlag(command))).addHelpText(
    'after',
    `
Examples:
  footnote ask "How long is the warranty?"
  footnote ask "Who signed the lease?" --collection contracts
  footnote ask "Who signed the lease?" --quotes-only
  footnote ask "Who signed the lease?" --json | jq .citations

On a terminal the answer appears as it is written. A sentence that its sources
do not support is listed below the footnotes, marked [?].

Exits with 3 if nothing relevant was found; "footnote search --explain" shows
why.

With --json: {answer, abstained, outcome, citations: [{number, collection,
documentId, version, chunkId, path, title, headingPath, page, start, end, quote,
kind, verdict, place, picture, cell}], sources: [{chunkId, documentId, chapter,
section, page, confidence, snippet, citations}], further: [{collection,
documentId, version, chunkId, path, title, headingPath, page, start, end, quote,
kind, repeats, place, picture}], sentences: [{start, end, verdict, citations,
missing}], topics: [{documentId, start, end}], unmatched, confidence,
confidenceLevel, confidenceReason, model, complete, searchedFor, conversationId,
messageId, hits, timings, warnings}, with place, picture and cell where there is
one
`,
  );
}

/** `footnote search QUESTION` */
export function searchCommand(): Command {
  const command = new Command('search')
    .description('find passages without answering')
    .argument('<question...>', 'in plain words or keywords')
    .option('--explain', 'show why each passage is ranked where it is, and what was left out')
    .action((words: string[], { explain = false, ...flags }: QueryFlags & { explain?: boolean }) =>
      runCommand(command, async ({ config, output, signal }) => {
        const query = { ...(await queryFromFlags(flags)), explain, signal };
        const result = await withFootnote(config, (footnote) => footnote.search(words.join(' '), query));
        for (const warning of result.warnings) output.warn(warning);
        const { hits, timings, warnings } = result;
        const { analyser } = await import('../../text/analyser/analyser.ts');
        output.result(explain ? result : { hits, timings, warnings }, (style) =>
          formatSearch(result, { explain, analyser: analyser(), width: output.width, style }),
        );
        return hits.length === 0 ? exitCodes.nothingRelevant : exitCodes.fine;
      }),
    );
  return addQueryFlags(addTopKFlag(command)).addHelpText(
    'after',
    `
Examples:
  footnote search "warranty period"
  footnote search "warranty period" --top-k 3 --explain
  footnote search warranty --filter '{"field":"language","op":"eq","value":"en"}'
  footnote search "warranty period" --collections contracts,manuals

With --explain: how the question was read and what was found; for each passage
a bar for what meaning (vector), words (keyword) and the other passages of its
document added to its score, its rank in each, and the words that matched; then
what was left out and why, with --filter also what the filter left out.

With --json: {hits: [{collection, documentId, path, title, chunkId, headingPath,
page, start, end, content, score, expansion, merged, explain}], timings,
warnings}; with --explain also dropped, question, relevance and ranking
`,
  );
}

interface ChatFlags extends QueryFlags {
  readonly conversation?: string;
  readonly quotesOnly?: true;
}

/** `footnote chat` */
export function chatCommand(): Command {
  const command = new Command('chat')
    .description('ask one question after another; each can refer back to earlier ones')
    .option('--conversation <id>', 'continue a conversation that was kept')
    .action(({ conversation, quotesOnly, ...flags }: ChatFlags) =>
      runCommand(command, async ({ config, output, signal }) => {
        const query = { ...(await queryFromFlags(flags)), ...(quotesOnly && { quotesOnly }) };
        return withFootnote(config, async (footnote) => {
          await requireConversation(footnote, conversation, homeCollection(query, config.collection));
          return chat(footnote, {
            output,
            input: process.stdin,
            terminal: process.stdout,
            conversationId: conversation ?? null,
            query,
            signal,
          });
        });
      }),
    );
  return addQueryFlags(addQuotesOnlyFlag(addTopKFlag(command))).addHelpText(
    'after',
    `
Examples:
  footnote chat
  footnote chat --collection contracts
  footnote chat < questions.txt

Type /help for the commands. Ctrl-C stops an answer; pressed twice, it leaves.
Questions and answers are kept in the store; see docs/privacy.md.

Without a terminal, each line of standard input is a question; the exit code is
1 if any of them failed.

With --json: one object per line for each answer, as "footnote ask" prints it
`,
  );
}

/**
 * Fails before a question is typed that could not be answered. Errors: `collection_unknown`, `conversation_unknown`.
 */
async function requireConversation(
  footnote: Footnote,
  conversationId: string | undefined,
  collection: string,
): Promise<void> {
  if (conversationId === undefined) await footnote.listConversations({ collection, limit: 1 });
  else await footnote.getConversation(conversationId, { collection });
}

interface ChatOptions {
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
