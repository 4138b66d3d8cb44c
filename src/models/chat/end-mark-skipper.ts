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
