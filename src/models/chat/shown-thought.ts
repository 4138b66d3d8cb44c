import { thoughtMarks } from './thought-marks.ts';

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
