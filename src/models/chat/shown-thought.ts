/**
 * The marks that models end their turn with. Servers that do not know a model's template leave them in its text, at the
 * end.
 */
const endMarks: readonly string[] = [
  '<|im_end|>',
  '<|eot_id|>',
  '<|eom_id|>',
  '<|eot|>',
  '<|end_of_text|>',
  '<|endoftext|>',
  '<|end|>',
  '<|return|>',
  '<end_of_turn>',
  '<｜end▁of▁sentence｜>',
  '<|END_RESPONSE|>',
  '<|END_OF_TURN_TOKEN|>',
  '<eos>',
  '</s>',
];

const begun = '<';

/** Leaves such marks out where a streamed text ends with them. All else goes on at once, but for what may be one. */
export class EndMarkSkipper {
  #held = '';

  /** What of the text goes on now. */
  push(text: string): string {
    const known = this.#held + text;
    let from = known.indexOf(begun);
    while (from >= 0 && !mayBeMarks(known.slice(from))) from = known.indexOf(begun, from + 1);
    this.#held = from < 0 ? '' : known.slice(from);
    return from < 0 ? known : known.slice(0, from);
  }

  /** The rest, without the marks. */
  end(): string {
    return behindMarks(this.#held);
  }
}

function mayBeMarks(text: string): boolean {
  const rest = behindMarks(text);
  return endMarks.some((mark) => mark.startsWith(rest));
}

/** What follows the marks, and the blanks between, that a text begins with. */
function behindMarks(text: string): string {
  let rest = text;
  for (;;) {
    const mark = endMarks.find((one) => rest.startsWith(one));
    if (mark === undefined) return rest;
    rest = rest.slice(mark.length).trimStart();
  }
}

/** How a model marks its thoughts. */
interface ThoughtMarks {
  readonly opening: string;
  readonly closing: string;
}

/** The marks that models are known to use. */
const thoughtMarks: readonly ThoughtMarks[] = [
  { opening: '<think>', closing: '</think>' },
  { opening: '<thinking>', closing: '</thinking>' },
  { opening: '<thought>', closing: '</thought>' },
  { opening: '<reasoning>', closing: '</reasoning>' },
  { opening: '<scratchpad>', closing: '</scratchpad>' },
  { opening: '<seed:think>', closing: '</seed:think>' },
  { opening: '[THINK]', closing: '[/THINK]' },
  { opening: '◁think▷', closing: '◁/think▷' },
  { opening: '<|START_THINKING|>', closing: '<|END_THINKING|><|START_RESPONSE|>' },
  // OpenAI's harmony format: https://github.com/openai/harmony
  { opening: '<|channel|>analysis', closing: '<|channel|>final<|message|>' },
];

const longestMark = Math.max(
  ...thoughtMarks.flatMap((marks) => Object.values(marks).map(({ length }) => length)),
);

/**
 * Finds out from what went out of an answer whether it began with a thought after all: then a mark at the end of a line
 * closes what nothing opened, since the model's prompt did.
 */
export class ShownThought {
  #heard = '';
  #hasOpened = false;

  /** Whether such a mark stands in what has been heard up to this piece. */
  hears(piece: string): boolean {
    const heard = this.#heard + piece;
    this.#hasOpened ||= thoughtMarks.some(({ opening }) => heard.includes(opening));
    this.#heard = heard.slice(-longestMark);
    return !this.#hasOpened && thoughtMarks.some(({ closing }) => heard.includes(`${closing}\n`));
  }
}

/** Of models whose prompt ends with the opening mark, so that their text has the closing one alone. */
const opensInPrompt = /\br1\b|\bqwq\b|\bthinking\b/i;

/** Whether a model of this name, as a provider spells it, begins its text within a thought: `deepseek-r1:8b`. */
export function beginsInThought(model: string): boolean {
  return opensInPrompt.test(model);
}

/**
 * Takes the thoughts off the beginning of a streamed answer: servers that do not know a model's way to mark them
 * leave them in the text, as `<think>…</think>` or, where the prompt opened them, as `…</think>`. What is before the
 * first word of the answer goes too.
 */
export class ThoughtSkipper {
  #held = '';
  #isThrough = false;
  #mayBeInThought: boolean;
  /** What ends the thought that has been opened. */
  #closing: string | undefined;

  /**
   * Where `mayBeInThought`, nothing goes out before the closing mark. Elsewhere one that nothing opened is only seen
   * where it begins in the first piece: what was said cannot be taken back.
   */
  constructor(mayBeInThought = false) {
    this.#mayBeInThought = mayBeInThought;
  }

  /** The server tells thoughts apart itself: what comes as text is none. */
  areToldApart(): void {
    this.#mayBeInThought = false;
  }

  /** What of the answer is known after this piece, maybe nothing. */
  push(text: string): string {
    if (this.#isThrough) return text;
    if (this.#closing !== undefined) return this.#pass(text, this.#closing);
    const known = this.#held.length;
    this.#held = (this.#held + text).trimStart();
    const begun = thoughtMarks.find(({ opening }) => this.#held.startsWith(opening));
    if (begun) return this.#pass('', begun.closing);
    const closed = thoughtMarks.find((mark) => closesUnopened(this.#held, mark, known - mark.closing.length));
    if (closed) return this.#pass('', closed.closing);
    const mayBegin = thoughtMarks.some(
      ({ opening, closing }) => opening.startsWith(this.#held) || endsWithin(closing, this.#held),
    );
    return mayBegin || this.#mayBeInThought ? '' : this.#release();
  }

  /** What was held back and is no thought after all. `isCut` where the text did not come to its end. */
  end(isCut = false): string {
    const isThought = this.#closing !== undefined || (isCut && this.#mayBeInThought);
    return isThought ? '' : this.#release();
  }

  /** Takes more of a thought, of which no more is kept than its end may begin with. */
  #pass(text: string, closing: string): string {
    this.#held += text;
    const end = this.#held.indexOf(closing);
    this.#closing = end < 0 ? closing : undefined;
    this.#held =
      end < 0 ? this.#held.slice(1 - closing.length) : this.#held.slice(end + closing.length).trimStart();
    if (end < 0) return '';
    this.#mayBeInThought = false;
    return this.#release();
  }

  #release(): string {
    const answer = this.#held;
    this.#isThrough = answer !== '';
    this.#held = '';
    return answer;
  }
}

/** Whether a thought ends in a text, from some place on, that did not begin in it. */
function closesUnopened(text: string, { opening, closing }: ThoughtMarks, from: number): boolean {
  const end = text.indexOf(closing, from);
  return end >= 0 && !text.slice(0, end).includes(opening);
}

/** Whether a text ends within a mark. */
function endsWithin(mark: string, text: string): boolean {
  return Array.from(mark).some((_, length) => length > 0 && text.endsWith(mark.slice(0, length)));
}
