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
export interface ThoughtMarks {
  readonly opening: string;
  readonly closing: string;
}

/** The marks that models are known to use. */
export const thoughtMarks: readonly ThoughtMarks[] = [
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
