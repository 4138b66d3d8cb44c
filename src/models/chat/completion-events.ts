import { parsedJson } from '../../values/own-value.ts';
import { readableCompletion } from './readable-completion.ts';

/** What stands between events, their line ends made one. */
const gap = '\n\n';

/** What some servers put between events instead. */
const narrowGap = /\n(?<=^data:.*\n)(?=data: ?[{[])/gm;

/** A longer event is passed on as it comes. */
const maxHeld = 2 ** 16;

/** Up to the words of an event that says some. */
const opening = /^data:.*?"delta":\s?\{(?:"role":\s?"assistant",\s?)?"content":\s?"/;

/** From their end on, where the event says nothing else: what else its `delta` names is null. */
const closing = /^"(?:,\s?"\w+":\s?null)*\s?\}.*$/;

/** An answer of which nobody said why it ended. */
const unnamedFinish = eventOf({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });

/** What ends a stream. */
const done = '[DONE]';

/** The beginning of JSON where events were asked for: the answer as a whole. */
const beginsWhole = /^\s*[{[]/;

/** How long a server that has said why its answer ended may take to count the tokens and to end the stream. */
const longestFarewellMs = 2000;

/**
 * Makes the server-sent events of a streamed completion such as the AI SDK reads well: each as {@link
 * readableCompletion} has it. Events that come together and differ in their words alone become one with the words of
 * all: what a reader is shown is the same at the same moment, and the SDK, to which each event costs some ten
 * microseconds, has fewer to read. Events that say nothing of an answer, as those that keep a connection open, are left
 * out where others do. Nothing goes on behind `[DONE]`, before which the answer has ended: where no event says why,
 * one is put there that does. A server that sends its answer whole is taken as one that streams it at once. What is no
 * JSON goes on as it is.
 */
export class CompletionEvents {
  #held = '';
  #isDone = false;
  #hasFinished = false;
  #hasAnswer = false;
  /** Whether the answer comes as a whole; undefined before its first character. */
  #isWhole: boolean | undefined;
  /** The first event that says nothing of an answer. */
  #other = '';

  /** Whether the server has said why the answer ended: what may follow is a count of its tokens. */
  get hasFinished(): boolean {
    return this.#hasFinished;
  }

  /** Whether `[DONE]` has come: the answer is over, also where the server keeps the connection open. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** What a piece of the stream completes; events that are cut off wait for their end. */
  push(text: string): string {
    if (this.#isDone) return '';
    this.#held += text;
    if (this.#isWhole === undefined && this.#held.trim() !== '') this.#isWhole = beginsWhole.test(this.#held);
    if (this.#isWhole) return '';
    // The second half of a line's end may come with the next piece.
    if (this.#held.includes('\r')) this.#held = this.#held.replace(/\r\n|\r(?!$)/g, '\n');
    if (!this.#held.includes(gap)) this.#held = this.#held.replace(narrowGap, gap);
    const end = this.#held.lastIndexOf(gap);
    if (end < 0) return this.#held.length > maxHeld ? this.#rest() : '';
    const complete = this.#held.slice(0, end + gap.length);
    this.#held = this.#held.slice(complete.length);
    return this.#readable(joined(complete));
  }

  /** What is left when the stream ends. */
  end(): string {
    const rest = this.#rest();
    if (this.#isDone || rest.trim() === '') return rest + this.#otherAlone();
    const made = this.#isWhole
      ? this.#readable([`data: ${rest.replace(/\s*\n\s*/g, ' ').trim()}`, `data: ${done}`])
      : this.#readable([rest]);
    // What nothing could be made of goes on as it came, without the end that it did not have.
    return (made === rest + gap ? rest : made) + this.#otherAlone();
  }

  #rest(): string {
    const rest = this.#held;
    this.#held = '';
    return rest;
  }

  #readable(events: readonly string[]): string {
    let made = '';
    for (const event of events) {
      made += this.#readableEvent(event);
      if (this.#isDone) break;
    }
    return made;
  }

  #readableEvent(event: string): string {
    const data = dataOf(event);
    if (data === done) {
      this.#isDone = true;
      this.#held = '';
      const finish = this.#hasFinished || !this.#hasAnswer ? '' : unnamedFinish;
      return `${this.#otherAlone()}${finish}data: ${done}${gap}`;
    }
    const body = parsedJson(data);
    if (body === undefined) return event + gap;
    const said = readableCompletion(body, 'delta');
    const completion = said ?? (calledError.test(event) ? { choices: [], error: body } : undefined);
    if (completion === undefined) {
      this.#other ||= event + gap;
      return '';
    }
    this.#hasAnswer = true;
    this.#hasFinished ||= completion.choices.some((choice) => finishOf(choice) !== null);
    return eventOf(completion);
  }

  /** What says nothing of an answer, where nothing else does: what it is then is for others to say. */
  #otherAlone(): string {
    const other = this.#hasAnswer ? '' : this.#other;
    this.#other = '';
    return other;
  }
}

/**
 * Passes a stream of events through {@link CompletionEvents}. It ends with `[DONE]`, and `farewellMs` after the event
 * that says why the answer ended, whatever the server does with the connection.
 */
export function completionEvents(farewellMs = longestFarewellMs): TransformStream<Uint8Array, Uint8Array> {
  const events = new CompletionEvents();
  let farewell: NodeJS.Timeout | undefined;
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  return new TransformStream({
    transform(bytes, controller) {
      const text = events.push(decoder.decode(bytes, { stream: true }));
      if (text !== '') controller.enqueue(encoder.encode(text));
      if (events.isDone) controller.terminate();
      else if (events.hasFinished) farewell ??= setTimeout(() => controller.terminate(), farewellMs).unref();
    },
    flush(controller) {
      controller.enqueue(encoder.encode(events.push(decoder.decode()) + events.end()));
    },
  });
}

/** The events of a text that ends with a gap, each without it. */
function joined(text: string): string[] {
  const made: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf(gap, at);
    const event = text.slice(at, end);
    at = end + gap.length;
    const before = opening.exec(event)?.[0] ?? '';
    const wordsEnd = endOfWords(event, before.length);
    const after = event.slice(wordsEnd);
    if (before === '' || !closing.test(after)) {
      made.push(event);
      continue;
    }
    let words = event.slice(before.length, wordsEnd);
    const rest = after + gap;
    while (text.slice(at, at + before.length) === before) {
      const start = at + before.length;
      const next = endOfWords(text, start);
      if (text.slice(next, next + rest.length) !== rest) break;
      words += text.slice(start, next);
      at = next + rest.length;
    }
    made.push(before + words + after);
  }
  return made;
}

/** Where the quotation mark stands that ends what JSON has from `start` on; the end of the text where there is none. */
function endOfWords(text: string, start: number): number {
  for (let from = start; ; ) {
    const at = text.indexOf('"', from);
    if (at < 0) return text.length;
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return at;
    from = at + 1;
  }
}

/** The data of an event. llama.cpp has the field `error` for that of an error. */
function dataOf(event: string): string {
  const fieldOf = (name: string) =>
    event.split('\n').flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1)] : []));
  const data = fieldOf('data').join('\n').trim();
  const failed = data === '' ? fieldOf('error').join('').trim() : '';
  return failed === '' ? data : `{"error":${failed}}`;
}

/** An event that is called an error is one, whatever it holds. */
const calledError = /^event: ?error\s*$/m;

function finishOf(choice: object): unknown {
  return 'finish_reason' in choice ? choice.finish_reason : null;
}

function eventOf(completion: object): string {
  return `data: ${JSON.stringify(completion)}${gap}`;
}
