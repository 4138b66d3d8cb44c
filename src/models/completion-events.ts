/** A longer event is passed on as it comes. */
const maxHeld = 2 ** 16;

/** Up to the words of an event that says some. */
const opening = /^data:.*?"delta":\s?\{(?:"role":\s?"assistant",\s?)?"content":\s?"/;

/** From their end on, where the event says nothing else: what else its `delta` names is null. */
const closing = /^"(?:,\s?"\w+":\s?null)*\s?\}.*$/;

/** What the SDK would misread: an `error` that is none, words of a second answer, a count that it does not look for. */
const misread = /"error":\s*null|"index":\s*[1-9]|"x_groq":/;

/** The last event of a stream: no words can hold a line break, so none look like it. */
const lastEvent = /^data:\s?\[DONE\]\s*$/m;

/** Why the answer ended: no words can hold it, since in them a quotation mark has a backslash before it. */
const finishReason = /"finish_reason":\s?"/;

/** An answer of which nobody said why it ended. */
const unnamedFinish = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}';

/** How long a server that has said why its answer ended may take to count the tokens and to end the stream. */
const longestFarewellMs = 2000;

/**
 * Makes the server-sent events of a streamed completion such as the AI SDK reads well. Events that come together and
 * differ in their words alone become one with the words of all: what a reader is shown is the same at the same moment,
 * and the SDK, to which each event costs some ten microseconds, has fewer to read. An event whose `error` is null has
 * none any more: to the SDK it would be one. Of several answers at once only the first goes on: to the SDK they would
 * be one. What Groq counts stands where others have it. Nothing goes on behind `[DONE]`, before which the answer has
 * ended: where no event says why, one is put there that does. All others go on as they are.
 */
export class CompletionEvents {
  #held = '';
  #isDone = false;
  #hasFinished = false;

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
    const gap = this.#held.includes('\r') ? '\r\n\r\n' : '\n\n';
    const end = this.#held.lastIndexOf(gap);
    if (end < 0) return this.#held.length > maxHeld ? this.end() : '';
    const complete = this.#held.slice(0, end + gap.length);
    this.#held = this.#held.slice(complete.length);
    const events = joined(complete, gap).map((event) => (misread.test(event) ? readable(event) : event));
    const last = events.findIndex((event) => lastEvent.test(event));
    if (last >= 0) {
      this.#isDone = true;
      this.#held = '';
      events.splice(last + 1);
    }
    this.#hasFinished ||= events.some((event) => finishReason.test(event));
    if (this.#isDone && !this.#hasFinished) events.splice(last, 0, unnamedFinish);
    return events.map((event) => event + gap).join('');
  }

  /** What is left when the stream ends. */
  end(): string {
    const rest = this.#held;
    this.#held = '';
    return rest;
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
function joined(text: string, gap: string): string[] {
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

/** As much of an event as the SDK would misread. */
interface ReadEvent {
  readonly error?: unknown;
  readonly choices?: readonly { readonly index?: number }[];
  readonly usage?: unknown;
  readonly x_groq?: { readonly usage?: unknown };
}

/** An event without an `error` of null and without all choices but the first, with the tokens that Groq counts. */
function readable(event: string): string {
  const [, field = '', data = ''] = /^(data:\s?)(.*)$/s.exec(event) ?? [];
  try {
    const { error, choices, usage, ...others } = JSON.parse(data) as ReadEvent;
    const counted = usage ?? others.x_groq?.usage;
    const read = {
      ...others,
      ...(choices && { choices: choices.filter(({ index }) => !index) }),
      ...(counted !== undefined && { usage: counted }),
      ...(error !== null && { error }),
    };
    return field + JSON.stringify(read);
  } catch {
    return event;
  }
}
